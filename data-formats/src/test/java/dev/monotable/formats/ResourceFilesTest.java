package dev.monotable.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.formats.item.LoadSummary;
import dev.monotable.text.DataFileException;
import dev.monotable.text.ResourceFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResourceFilesTest {
  private static final Path RESOURCES = Path.of("target/test-classes").toAbsolutePath();
  private static final String SCHEMAS = "dev/monotable/formats/schema/";

  @TempDir Path directory;

  private final ClassLoader contextLoader = Thread.currentThread().getContextClassLoader();

  @AfterEach
  void resetContextLoader() {
    Thread.currentThread().setContextClassLoader(contextLoader);
  }

  @Test
  void aNameIsRelativeToAPackageThenToTheRootOfTheClassPathThenAFile() throws Exception {
    try (ResourceFiles files = ResourceFiles.relativeTo(Marker.class)) {
      Path template = RESOURCES.resolve(SCHEMAS + "chat.template.yaml");
      assertThat(files.require("schema/chat.template.yaml")).isEqualTo(template);
      assertThat(files.require(SCHEMAS + "chat.template.yaml")).isEqualTo(template);
      assertThat(files.require("/" + SCHEMAS + "chat.template.yaml")).isEqualTo(template);
      assertThat(files.require("pom.xml")).isEqualTo(Path.of("pom.xml"));
      Path absolute = Path.of("pom.xml").toAbsolutePath();
      assertThat(files.require(absolute.toString())).isEqualTo(absolute);
      assertThat(files.require("schema/cdk.out")).isEqualTo(RESOURCES.resolve(SCHEMAS + "cdk.out"));
    }
    try (ResourceFiles files = ResourceFiles.ofClassPath()) {
      assertThat(files.require(SCHEMAS + "chat.template.yaml"))
          .isEqualTo(RESOURCES.resolve(SCHEMAS + "chat.template.yaml"));
    }
  }

  @Test
  void aNameIsRelativeToThePackagesOfSuperclasses() throws Exception {
    class Derived extends Marker {}

    try (ResourceFiles files = ResourceFiles.relativeTo(Derived.class)) {
      assertThat(files.require("schema/chat.template.yaml"))
          .isEqualTo(RESOURCES.resolve(SCHEMAS + "chat.template.yaml"));
    }
  }

  @Test
  void anUnknownNameIsReported() throws Exception {
    try (ResourceFiles files = ResourceFiles.relativeTo(ResourceFilesTest.class);
        ResourceFiles ofRoot = ResourceFiles.ofClassPath()) {
      assertThatThrownBy(() -> files.require("nothing.json"))
          .isInstanceOf(DataFileException.class)
          .hasMessage(
              "nothing.json: there is neither a resource 'nothing.json' in the package"
                  + " dev.monotable.formats or at the root of the class path nor a file "
                  + Path.of("nothing.json").toAbsolutePath());
      assertThatThrownBy(() -> ofRoot.require("nothing.json"))
          .isInstanceOf(DataFileException.class)
          .hasMessage(
              "nothing.json: there is neither a resource 'nothing.json' at the root of the class"
                  + " path nor a file "
                  + Path.of("nothing.json").toAbsolutePath());
    }
  }

  @Test
  void filesInsideAJarAreReadWithTheirNeighbours() throws Exception {
    Path jar =
        jar(
            Map.of(
                "app/serverless.yml",
                "service: shop\nprovider: {name: aws}\nresources: ${file(tables/all.yml)}\n",
                "app/tables/all.yml",
                """
                Resources:
                  Orders:
                    Type: AWS::DynamoDB::Table
                    Properties:
                      TableName: Orders
                      BillingMode: PAY_PER_REQUEST
                      KeySchema: [{AttributeName: id, KeyType: HASH}]
                      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
                """,
                "app/orders.csv",
                "id,total\na,1\nb,2\n"));
    try (URLClassLoader loader = loader(jar);
        MonotableEngine database = MonotableEngine.create(EngineConfig.DEFAULT)) {
      Thread.currentThread().setContextClassLoader(loader);
      LoadSummary summary;
      try (ResourceFiles files = ResourceFiles.ofClassPath()) {
        summary =
            DatabaseLoader.load(
                database, files.require("app/serverless.yml"), files.require("app/orders.csv"));
      }

      assertThat(summary).isEqualTo(new LoadSummary(1, 2, 0, List.of()));
    }
  }

  @Test
  void anErrorInAJarNamesTheJar() throws Exception {
    Path jar = jar(Map.of("app/bad.yaml", "Resources:\n  T: {\n"));
    try (URLClassLoader loader = loader(jar);
        MonotableEngine database = MonotableEngine.create(EngineConfig.DEFAULT)) {
      Thread.currentThread().setContextClassLoader(loader);
      try (ResourceFiles files = ResourceFiles.ofClassPath()) {
        Path file = files.require("app/bad.yaml");

        assertThatThrownBy(() -> DatabaseLoader.load(database, file))
            .isInstanceOf(DataFileException.class)
            .hasMessageStartingWith("jar:" + jar.toUri() + "!/app/bad.yaml:3:1: not YAML");
      }
    }
  }

  /** A resource like one inside a jar of a jar. */
  @Test
  void aResourceWithoutAPathIsCopiedAndTheCopyIsDeleted() throws Exception {
    byte[] content = "[{\"id\": \"a\"}]".getBytes(StandardCharsets.UTF_8);
    Thread.currentThread()
        .setContextClassLoader(
            new ClassLoader(contextLoader) {
              @Override
              protected @Nullable URL findResource(String name) {
                return name.equals("app/orders.json") ? memory("/app/orders.json", content) : null;
              }
            });
    Path copy;
    try (ResourceFiles files = ResourceFiles.ofClassPath()) {
      copy = files.require("app/orders.json");

      assertThat(copy.getFileName()).hasToString("orders.json");
      assertThat(copy).hasBinaryContent(content);
    }
    assertThat(copy.getParent()).doesNotExist();
  }

  private static URL memory(String path, byte[] content) {
    URLStreamHandler handler =
        new URLStreamHandler() {
          @Override
          protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
              @Override
              public void connect() {}

              @Override
              public InputStream getInputStream() {
                return new ByteArrayInputStream(content);
              }
            };
          }
        };
    try {
      return new URL(null, "memory:" + path, handler);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static URLClassLoader loader(Path jar) throws IOException {
    return new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
  }

  private Path jar(Map<String, String> entries) throws IOException {
    Path jar = directory.resolve("shared fixtures.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        out.putNextEntry(new JarEntry(entry.getKey()));
        out.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
        out.closeEntry();
      }
    }
    return jar;
  }
}
