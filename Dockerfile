# Runs Monotable in a container: docker build -t monotable . && docker run -p 8000:8000 monotable
# To create tables from files:
#   docker run -p 8000:8000 -v "$PWD:/schema:ro" monotable --schema /schema/app.yaml
# To set JVM options: docker run -e JAVA_OPTS=-Xmx2g -p 8000:8000 monotable

ARG BUILD_IMAGE=maven:3.9-eclipse-temurin-25
ARG RUN_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
# Additional Maven options, such as -o to build without a network.
ARG MVN_FLAGS=""
WORKDIR /build
COPY . .
RUN mvn ${MVN_FLAGS} -q -B -DskipTests -P '!lint' -pl command-line -am package
# A Java runtime that contains only the modules in use.
RUN jlink --add-modules java.base,java.logging,java.management,java.net.http,jdk.crypto.ec,jdk.unsupported \
      --strip-java-debug-attributes --no-header-files --no-man-pages --output /opt/monotable/runtime \
    && cp monotable command-line/target/monotable.jar LICENSE /opt/monotable/

FROM ${RUN_IMAGE}
ENV JAVA_HOME=/opt/monotable/runtime
COPY --from=build /opt/monotable /opt/monotable
# Class-data archives record paths and modification times, so they are written in the final image.
RUN /opt/monotable/runtime/bin/java -Xshare:dump >/dev/null \
    && if /opt/monotable/runtime/bin/java -XX:+UseCompactObjectHeaders -version >/dev/null 2>&1; \
       then /opt/monotable/runtime/bin/java -XX:+UseCompactObjectHeaders \
         --enable-native-access=ALL-UNNAMED -Xshare:dump >/dev/null; fi \
    && /opt/monotable/monotable --prepare
USER 10001:10001
EXPOSE 8000
# Uses the shell's own sockets: the image needs no HTTP client, and no JVM starts for each check.
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s --retries=3 \
  CMD ["/bin/bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8000 && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
# A variable, not an option, so that a sub-command can follow: docker run monotable export --help
ENV MONOTABLE_HOST=0.0.0.0
ENTRYPOINT ["/opt/monotable/monotable"]
