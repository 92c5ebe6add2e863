# An image of the Quincunx server; docs/how-to/host.md explains how to run it.
# Build it in the repository's folder: docker build -t quincunx .

FROM python:3.13-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends make
WORKDIR /build
COPY . .
RUN make page
RUN .venv/bin/python -m hatchling build -t wheel
RUN python -m venv /opt/quincunx
RUN /opt/quincunx/bin/pip install --no-cache-dir --require-hashes -r requirements/server.txt
RUN /opt/quincunx/bin/pip install --no-cache-dir --no-deps dist/quincunx-*.whl

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home quincunx
RUN install -d -o quincunx -m 700 /var/lib/quincunx /var/cache/quincunx
COPY --from=build /opt/quincunx /opt/quincunx
ENV PATH=/opt/quincunx/bin:/usr/local/bin:/usr/bin:/bin
ENV QUINCUNX_HOST=0.0.0.0
ENV QUINCUNX_DATA=/var/lib/quincunx
# The bots' compiled code.
ENV NUMBA_CACHE_DIR=/var/cache/quincunx
USER quincunx
# A machine with another processor compiles the bots again when it needs them.
RUN quincunx warm
VOLUME /var/lib/quincunx
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen('http://127.0.0.1:' + os.environ.get('QUINCUNX_PORT', '8000') + '/health', timeout=4)"]
ENTRYPOINT ["quincunx"]
CMD ["serve"]
