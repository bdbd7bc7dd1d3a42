package dev.monotable.cli.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedKeyTest {
  private static final URI ENDPOINT = URI.create("http://127.0.0.1:8000");

  @TempDir private Path directory;

  @Test
  void theFilesNameTheKeyAndTheServer() throws Exception {
    Path folder = directory.resolve("it's new");
    GeneratedKey generated = new GeneratedKey(folder);

    assertThat(generated.write("eu-west-1", ENDPOINT))
        .isEqualTo(
            "export AWS_CONFIG_FILE='%1$s/config' AWS_SHARED_CREDENTIALS_FILE='%1$s/credentials'"
                .formatted(folder.toString().replace("'", "'\\''")));

    Path credentials = folder.resolve("credentials");
    assertThat(AccessKeyFile.read(credentials)).containsExactly(generated.key());
    assertThat(generated.key().id()).matches("AKIA[A-Z2-7]{16}");
    assertThat(generated.key().secret()).matches("[A-Za-z0-9/+]{40}");
    for (Path file : List.of(credentials, folder.resolve("config"))) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
    assertThat(Files.readString(folder.resolve("config")))
        .isEqualTo(
            """
            # Written by Monotable for one run of a server.
            [default]
            region = eu-west-1
            services = monotable

            [services monotable]
            dynamodb =
              endpoint_url = http://127.0.0.1:8000
            dynamodb_streams =
              endpoint_url = http://127.0.0.1:8000
            """);
  }

  @Test
  void eachRunHasAnotherKey() throws Exception {
    GeneratedKey first = new GeneratedKey(directory);
    first.write("us-east-1", ENDPOINT);
    GeneratedKey second = new GeneratedKey(directory);
    second.write("us-east-1", ENDPOINT);

    assertThat(second.key()).isNotEqualTo(first.key());
    assertThat(AccessKeyFile.read(directory.resolve("credentials"))).containsExactly(second.key());
  }

  @Test
  void theFilesAreDeletedAtTheEnd() throws Exception {
    GeneratedKey named = new GeneratedKey(directory);
    named.write("us-east-1", ENDPOINT);
    named.close();
    assertThat(directory).isEmptyDirectory();

    GeneratedKey temporary = new GeneratedKey(null);
    String line = temporary.write("us-east-1", ENDPOINT);
    Path config = Path.of(line.replaceFirst("export AWS_CONFIG_FILE=(\\S+) .*", "$1"));
    assertThat(config).exists();
    temporary.close();
    assertThat(config.getParent()).doesNotExist();
  }

  @Test
  void theFilesOfTheAwsCliAreNotReplaced() throws Exception {
    Path credentials = directory.resolve("credentials");
    Files.writeString(credentials, "[default]\n");

    assertThatThrownBy(() -> new GeneratedKey(directory).write("us-east-1", ENDPOINT))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(credentials).hasContent("[default]\n");
  }
}
