package dev.monotable.formats.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.formats.DatabaseLoader;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that users without the libraries for Ion and zstd read all other files. */
class OptionalLibrariesTest {
  @TempDir Path directory;

  @Test
  void aMissingLibraryIsNamed() throws Exception {
    Path schema =
        Files.writeString(
            directory.resolve("schema.json"),
            """
            {"TableName": "Other", "BillingMode": "PAY_PER_REQUEST",
             "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
             "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}]}
            """);
    Path json = Files.writeString(directory.resolve("other.json"), "[{\"id\": 1}]");
    Path ion = Files.writeString(directory.resolve("other.ion"), "{Item:{id:1}}");
    Path zstd =
        Files.write(directory.resolve("other.zst"), new byte[] {0x28, (byte) 0xb5, 0x2f, -3});
    List<URL> classes = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!entry.contains("ion-java") && !entry.contains("aircompressor")) {
        classes.add(Path.of(entry).toUri().toURL());
      }
    }
    try (URLClassLoader loader =
        new URLClassLoader(classes.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      load(loader, schema, json);
      assertThatThrownBy(() -> load(loader, schema, ion))
          .hasMessage(ion + ": Ion needs com.amazon.ion:ion-java on the class path");
      assertThatThrownBy(() -> load(loader, schema, zstd))
          .hasMessage(
              zstd + ": cannot be read: zstd needs io.airlift:aircompressor on the class path");
    }
  }

  private static void load(ClassLoader loader, Path... files) throws Exception {
    Class<?> engine = loader.loadClass("dev.monotable.engine.MonotableEngine");
    Class<?> config = loader.loadClass("dev.monotable.engine.EngineConfig");
    Class<?> databaseLoader = loader.loadClass(DatabaseLoader.class.getName());
    try (AutoCloseable database =
        (AutoCloseable)
            engine.getMethod("create", config).invoke(null, config.getField("DEFAULT").get(null))) {
      assertThat(
              databaseLoader
                  .getMethod("load", engine, Path[].class)
                  .invoke(null, database, files)
                  .toString())
          .contains("itemsPut=1");
    } catch (InvocationTargetException e) {
      throw (Exception) e.getCause();
    }
  }
}
