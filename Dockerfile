# Ricochet as a service:  docker build -t ricochet . && docker run --env-file .env -v ricochet:/data ricochet

FROM python:3.13-slim AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml setup.py README.md LICENSE ./
COPY engine engine
COPY render render
COPY data data
COPY bot bot
RUN RICOCHET_COMPILE=1 pip wheel --no-cache-dir --no-deps --wheel-dir /wheels . \
    && python -m venv /ricochet \
    && /ricochet/bin/pip install --no-cache-dir "$(echo /wheels/*.whl)[postgres]"

FROM python:3.13-slim
# tini is process 1: it passes signals on and reaps what the bot's helpers leave behind.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends tini \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --no-create-home ricochet \
    && install --directory --owner=ricochet --group=ricochet /data
COPY --from=build /ricochet /ricochet
ENV PATH=/ricochet/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite+aiosqlite:////data/ricochet.db \
    HEALTH_PORT=8080
USER ricochet
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen('http://127.0.0.1:' + os.environ['HEALTH_PORT'], timeout=4)"]
ENTRYPOINT ["tini", "--"]
CMD ["python", "-P", "-m", "bot"]
