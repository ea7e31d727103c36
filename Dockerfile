# An image of the server: `docker build -t openfloor .`, and docs/operate/container.md for how it is run.
FROM node:20-bookworm-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends g++ make python3 \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# The checkout's history stays outside: `--build-arg COMMIT=$(git rev-parse --short=12 HEAD)` says which commit it is.
ARG COMMIT
# What a start needs is what the package holds; the packages beside it are those of production alone.
RUN npm pack --pack-destination /tmp \
 && npm prune --omit=dev --no-audit --no-fund \
 && mkdir /app \
 && tar -xzf /tmp/openfloor-*.tgz -C /app --strip-components=1 \
 && mv node_modules /app/node_modules

FROM node:20-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data/openfloor \
    DEMO=0
COPY --from=build /app /app
# The data directory is a folder below the volume: `openfloor restore` puts a whole folder in its place.
RUN install -d -o node -g node -m 0700 /data
VOLUME /data
WORKDIR /data
USER node
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/app/operations/docker/health.mjs"]
ENTRYPOINT ["node", "--v8-pool-size=0", "/app/dist/bundle/openfloor.js"]
CMD ["start"]
