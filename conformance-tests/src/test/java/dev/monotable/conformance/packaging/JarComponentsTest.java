package dev.monotable.conformance.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that the jars which contain other artifacts name them with their versions, so that scanners
 * for vulnerabilities know what is inside. The names are the files {@code
 * META-INF/maven/GROUP/ARTIFACT/pom.properties}, which Trivy, Syft and Grype read.
 */
@Tag("slow")
class JarComponentsTest {
  private static final String JCTOOLS = "org.jctools:jctools-core";
  private static final String JCTOOLS_JDK11 = "org.jctools:jctools-core-jdk11";

  /**
   * The artifacts that contain the files below a directory. The longest match counts. A new
   * dependency needs a line here, its version in {@code pom.xml} and its licence in {@code
   * licences/}; if its own jar has no {@code pom.properties}, also a file in {@code
   * command-line/src/main/components}.
   */
  private static final Map<String, List<String>> OWNERS =
      Map.ofEntries(
          owner("dev/monotable/", "dev.monotable:monotable-junit"),
          owner("dev/monotable/access/", "dev.monotable:monotable-access"),
          owner("dev/monotable/api/", "dev.monotable:monotable-model"),
          owner("dev/monotable/cli/", "dev.monotable:monotable-command-line"),
          owner("dev/monotable/console/", "dev.monotable:monotable-console"),
          owner("dev/monotable/control/", "dev.monotable:monotable-control"),
          owner("dev/monotable/design/", "dev.monotable:monotable-design-lab"),
          owner("dev/monotable/durability/", "dev.monotable:monotable-durability"),
          owner("dev/monotable/engine/", "dev.monotable:monotable-engine"),
          owner("dev/monotable/explore/", "dev.monotable:monotable-explorer"),
          owner("dev/monotable/expression/", "dev.monotable:monotable-expression"),
          owner("dev/monotable/formats/", "dev.monotable:monotable-formats"),
          owner("dev/monotable/http/", "dev.monotable:monotable-http"),
          owner("dev/monotable/json/", "dev.monotable:monotable-json"),
          owner("dev/monotable/model/", "dev.monotable:monotable-model"),
          owner("dev/monotable/schema/", "dev.monotable:monotable-model"),
          owner("dev/monotable/stream/", "dev.monotable:monotable-stream-delivery"),
          owner("dev/monotable/text/", "dev.monotable:monotable-text-files"),
          owner("dev/monotable/value/", "dev.monotable:monotable-model"),
          owner("com/amazon/ion/", "com.amazon.ion:ion-java"),
          owner("com/fasterxml/jackson/core/", "com.fasterxml.jackson.core:jackson-core"),
          owner("com/github/davidmoten/", "com.github.davidmoten:aws-lightweight-client-java"),
          owner("de/siegmar/fastcsv/", "de.siegmar:fastcsv"),
          owner("org/antlr/v4/runtime/", "org.antlr:antlr4-runtime"),
          owner("org/jspecify/", "org.jspecify:jspecify"),
          owner("org/snakeyaml/engine/", "org.snakeyaml:snakeyaml-engine"),
          owner("picocli/", "info.picocli:picocli"),
          owner("io/airlift/compress/", "io.airlift:aircompressor"),
          owner("io/prometheus/metrics/config/", "io.prometheus:prometheus-metrics-config"),
          owner("io/prometheus/metrics/core/", "io.prometheus:prometheus-metrics-core"),
          owner(
              "io/prometheus/metrics/expositionformats/",
              "io.prometheus:prometheus-metrics-exposition-textformats"),
          owner("io/prometheus/metrics/model/", "io.prometheus:prometheus-metrics-model"),
          owner(
              "io/prometheus/metrics/tracer/agent/",
              "io.prometheus:prometheus-metrics-tracer-otel-agent"),
          owner(
              "io/prometheus/metrics/tracer/common/",
              "io.prometheus:prometheus-metrics-tracer-common"),
          owner(
              "io/prometheus/metrics/tracer/initializer/",
              "io.prometheus:prometheus-metrics-tracer-initializer"),
          owner(
              "io/prometheus/metrics/tracer/otel/", "io.prometheus:prometheus-metrics-tracer-otel"),
          owner("META-INF/native/libnetty_", "io.netty:netty-transport-native-epoll"),
          owner("io/netty/bootstrap/", "io.netty:netty-transport"),
          owner("io/netty/buffer/", "io.netty:netty-buffer"),
          owner("io/netty/channel/", "io.netty:netty-transport"),
          owner("io/netty/channel/epoll/", "io.netty:netty-transport-classes-epoll"),
          owner("io/netty/channel/unix/", "io.netty:netty-transport-native-unix-common"),
          owner("io/netty/handler/", "io.netty:netty-handler"),
          owner("io/netty/handler/codec/", "io.netty:netty-codec-base"),
          owner("io/netty/handler/codec/compression/", "io.netty:netty-codec-compression"),
          owner("io/netty/handler/codec/http/", "io.netty:netty-codec-http"),
          owner("io/netty/handler/codec/rtsp/", "io.netty:netty-codec-http"),
          owner("io/netty/handler/codec/spdy/", "io.netty:netty-codec-http"),
          owner("io/netty/resolver/", "io.netty:netty-resolver"),
          owner("io/netty/util/", "io.netty:netty-common"),
          owner("io/netty/util/internal/shaded/org/jctools/", JCTOOLS, JCTOOLS_JDK11));

  /** The versions of groups of artifacts. That of JCTools is Netty's choice. */
  private static final Map<String, String> VERSIONS =
      Arrays.stream(System.getProperty("monotable.component.versions").split(","))
          .map(pair -> pair.strip().split("="))
          .collect(Collectors.toUnmodifiableMap(pair -> pair[0], pair -> pair[1]));

  private static Map.Entry<String, List<String>> owner(String directory, String... artifacts) {
    return Map.entry(directory, List.of(artifacts));
  }

  @Test
  void theRunnableJarNamesItsComponents() throws IOException {
    assertComponents(Path.of(System.getProperty("monotable.server.jar")));
  }

  @Test
  void theJarOfTheExtensionNamesItsComponents() throws IOException {
    assertComponents(Path.of(System.getProperty("monotable.junit.jar")));
  }

  @Test
  void theJarOfTheExtensionHasNoClassThatCouldClashWithTheUsers() throws IOException {
    try (JarFile jar = new JarFile(System.getProperty("monotable.junit.jar"))) {
      assertThat(jar.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class")))
          .isNotEmpty()
          .allMatch(name -> name.startsWith("dev/monotable/"));
    }
  }

  @Test
  void theRunnableJarHasTheLicencesOfItsComponents() throws IOException {
    assertLicences(Path.of(System.getProperty("monotable.server.jar")));
  }

  @Test
  void theJarOfTheExtensionHasTheLicencesOfItsComponents() throws IOException {
    assertLicences(Path.of(System.getProperty("monotable.junit.jar")));
  }

  @Test
  void eachListedComponentIsInAJar() throws IOException {
    Set<String> contained = new TreeSet<>();
    Set<String> listed = new TreeSet<>();
    for (String property : List.of("monotable.server.jar", "monotable.junit.jar")) {
      try (JarFile jar = new JarFile(System.getProperty(property))) {
        contained.addAll(namedComponents(jar).keySet());
        listed.addAll(listedComponents(jar).keySet());
      }
    }
    contained.removeIf(component -> component.startsWith("dev.monotable:"));
    assertThat(listed).isEqualTo(contained);
  }

  /**
   * Tests that THIRD-PARTY.txt lists each library with its version and that its texts are there.
   */
  private static void assertLicences(Path path) throws IOException {
    try (JarFile jar = new JarFile(path.toFile())) {
      Map<String, List<String>> listed = listedComponents(jar);
      namedComponents(jar)
          .forEach(
              (component, version) -> {
                if (!component.startsWith("dev.monotable:")) {
                  assertThat(listed).containsKey(component);
                  assertThat(listed.get(component).get(1)).as(component).isEqualTo(version);
                }
              });
      for (List<String> columns : listed.values()) {
        assertThat(columns).hasSize(4).doesNotContain("");
        for (String file : columns.get(3).split(" ")) {
          assertThat(text(jar, file)).as(file).hasSizeGreaterThan(500);
        }
      }
      assertThat(text(jar, "LICENSE")).contains("Apache License", "Version 2.0, January 2004");
    }
  }

  /** Returns the columns of THIRD-PARTY.txt by component. */
  private static Map<String, List<String>> listedComponents(JarFile jar) throws IOException {
    return text(jar, "THIRD-PARTY.txt")
        .lines()
        .filter(line -> line.contains(":") && line.contains(" | "))
        .map(line -> List.of(line.split(" [|] ")))
        .collect(Collectors.toMap(columns -> columns.get(0), columns -> columns));
  }

  private static String text(JarFile jar, String name) throws IOException {
    ZipEntry entry = jar.getEntry("META-INF/licences/" + name);
    assertThat(entry).as(name).isNotNull();
    try (InputStream in = jar.getInputStream(entry)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void assertComponents(Path path) throws IOException {
    try (JarFile jar = new JarFile(path.toFile())) {
      Map<String, String> named = namedComponents(jar);

      assertThat(named.keySet()).isEqualTo(containedComponents(jar));
      named.forEach(
          (component, version) -> {
            String group = component.substring(0, component.indexOf(':'));
            assertThat(version)
                .as(component)
                .isEqualTo(group.equals("org.jctools") ? version : VERSIONS.get(group))
                .matches("[0-9]+[.][0-9].*");
          });
    }
  }

  /** Returns the version of each component that the jar names. */
  private static Map<String, String> namedComponents(JarFile jar) {
    Map<String, String> components = new TreeMap<>();
    jar.stream()
        .filter(entry -> entry.getName().matches("META-INF/maven/.*/pom[.]properties"))
        .forEach(
            entry -> {
              Properties properties = properties(jar, entry);
              String group = properties.getProperty("groupId");
              String artifact = properties.getProperty("artifactId");
              assertThat(entry.getName())
                  .isEqualTo("META-INF/maven/" + group + "/" + artifact + "/pom.properties");
              components.put(group + ":" + artifact, properties.getProperty("version"));
            });
    return components;
  }

  /** Returns the components whose classes and native libraries the jar contains. */
  private static Set<String> containedComponents(JarFile jar) {
    Set<String> components = new TreeSet<>();
    jar.stream()
        .map(ZipEntry::getName)
        .filter(name -> name.endsWith(".class") || name.endsWith(".so"))
        .map(JarComponentsTest::originalName)
        .forEach(
            name -> {
              List<String> owners = owners(name);
              assertThat(owners).as("the owners of " + name).isNotNull();
              components.addAll(owners);
            });
    return components;
  }

  /** Returns the name of a file before it was relocated, without the version of Java it is for. */
  private static String originalName(String name) {
    return name.replaceFirst("^META-INF/versions/[0-9]+/", "")
        .replace("dev/monotable/junit/shaded/netty/", "io/netty/")
        .replace("dev/monotable/junit/shaded/antlr/", "org/antlr/")
        .replace("dev/monotable/junit/shaded/fastcsv/", "de/siegmar/fastcsv/")
        .replace("dev/monotable/junit/shaded/http/", "dev/monotable/http/")
        .replace("dev/monotable/junit/shaded/jackson/", "com/fasterxml/jackson/")
        .replace("dev/monotable/junit/shaded/snakeyaml/", "org/snakeyaml/");
  }

  private static @Nullable List<String> owners(String name) {
    String directory = name;
    while (!directory.isEmpty()) {
      List<String> owners = OWNERS.get(directory);
      if (owners != null) {
        return owners;
      }
      directory = directory.substring(0, directory.length() - 1);
    }
    return null;
  }

  private static Properties properties(JarFile jar, ZipEntry entry) {
    try (InputStream in = jar.getInputStream(entry)) {
      Properties properties = new Properties();
      properties.load(in);
      return properties;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
