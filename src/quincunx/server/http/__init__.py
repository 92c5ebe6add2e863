"""The web application: routes, sockets and everything that a request passes on its way.

`transport` is the network connection, `host_guard` refuses requests for other host names, `app`
puts the application together, `authentication` finds the person behind a request, `routes/` has the
handlers, and `connection` serves one socket at a table. Depends on all other folders of the
server. Public names: `create_app` and `uvicorn_config`.
"""
