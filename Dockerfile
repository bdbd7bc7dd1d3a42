# Runs Monotable in a container: docker build -t monotable . && docker run -p 8000:8000 monotable
# docs/containers.md shows how to use the image.
#
# The image contains a Java runtime, the server and the C library, and no shell.

ARG BUILD_IMAGE=maven:3.9-eclipse-temurin-25

FROM ${BUILD_IMAGE} AS build
# Additional Maven options, such as -o to build without a network.
ARG MVN_FLAGS=""
WORKDIR /build
COPY . .
RUN mvn ${MVN_FLAGS} -q -B -DskipTests -P '!lint,dist' -pl command-line -am package
RUN command-line/src/dist/make-image-root /build/command-line/target/distribution/monotable-* /image

FROM scratch
COPY --from=build /image /
# The host is a variable, not an option, so that a command can follow: docker run monotable export ...
ENV PATH=/opt/monotable/runtime/bin MONOTABLE_HOST=0.0.0.0
WORKDIR /opt/monotable
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s --retries=3 \
  CMD ["java", "@/opt/monotable/health"]
ENTRYPOINT ["java", "@/opt/monotable/main"]
