package dev.monotable.cli.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialSourcesTest {
  @TempDir private Path directory;

  private static Credentials find(Map<String, String> environment) {
    EndpointConfig config =
        new EndpointConfig("http://127.0.0.1:8000", null, null, null, environment);
    return new CredentialSources(config.environment(), null).find();
  }

  @Test
  void anEmptySessionTokenIsNotSent() {
    assertThat(
            find(
                Map.of(
                    "AWS_ACCESS_KEY_ID", "a",
                    "AWS_SECRET_ACCESS_KEY", "b",
                    "AWS_SESSION_TOKEN", "")))
        .isEqualTo(new Credentials("a", "b", null));
  }

  @Test
  void emptyKeysDoNotHideTheProfile() throws IOException {
    Path file = directory.resolve("credentials");
    Files.writeString(file, "[default]\naws_access_key_id = c\naws_secret_access_key = d\n");

    assertThat(
            find(
                Map.of(
                    "AWS_ACCESS_KEY_ID",
                    "",
                    "AWS_SECRET_ACCESS_KEY",
                    "",
                    "AWS_SHARED_CREDENTIALS_FILE",
                    file.toString(),
                    "AWS_CONFIG_FILE",
                    directory.resolve("config").toString())))
        .isEqualTo(new Credentials("c", "d", null));
  }
}
