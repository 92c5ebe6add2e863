"""The web application: routes, sockets, transport, authentication."""
