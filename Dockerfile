# syntax=docker/dockerfile:1
# The service and `visavis worker` in one image, for amd64 and arm64. See docs/guides/deploy.md.

# Everything, built and not in the image: what develops it stays here.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY contracts/package.json contracts/
COPY client/package.json client/
COPY server/package.json server/
COPY web/package.json web/
COPY react/package.json react/
COPY talk/package.json talk/
COPY console/package.json console/
COPY docs-site/package.json docs-site/
COPY tests/package.json tests/
COPY benches/package.json benches/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

# What runs, without what builds and tests.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json ./
COPY --from=build /app/contracts/package.json contracts/
COPY --from=build /app/server/package.json server/
COPY --from=build /app/web/package.json web/
COPY --from=build /app/talk/package.json talk/
COPY --from=build /app/console/package.json console/
COPY --from=build /app/docs-site/package.json docs-site/
# npm installs the compiler of a workspace that is not here all the same.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace=@visavis/server --workspace=@visavis/contracts \
    && rm -rf client
COPY --from=build /app/contracts/dist contracts/dist
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/server/migrations server/migrations
COPY --from=build /app/server/weights server/weights
COPY --from=build /app/server/people server/people
COPY --from=build /app/server/openapi server/openapi
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/talk/dist talk/dist
COPY --from=build /app/console/dist console/dist
COPY --from=build /app/docs-site/dist/page docs-site/dist/page

FROM node:24.21.0-bookworm-slim
LABEL org.opencontainers.image.title="Visavis" \
      org.opencontainers.image.description="Live conversational avatars, self-hosted" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=packages /app /app
COPY LICENSE NOTICE /app/
COPY licences /app/licences
RUN mkdir /data && chown 1000:1000 /data
ENV NODE_ENV=production \
    PORT=8080 \
    VISAVIS_DATA_DIR=/data \
    VISAVIS_MEDIA_PORTS=50000-50000
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 8080 50000/udp 50000/tcp
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/app/server/dist/cli/visavis.js", "ready"]
ENTRYPOINT ["node", "/app/server/dist/cli/visavis.js"]
CMD ["serve"]
