package dev.monotable.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LocalArgumentsTest {
  @Test
  void theCommandOfAComposeFileIsTranslated() throws Exception {
    assertThat(translate("-jar DynamoDBLocal.jar -inMemory -sharedDb"))
        .containsExactly("--dynamodb-local");
    assertThat(translate("-jar monotable.jar -sharedDb")).isEmpty();
    assertThat(
            translate(
                "-Djava.library.path=./DynamoDBLocal_lib -Xmx1g -jar DynamoDBLocal.jar -sharedDb"
                    + " -dbPath ./data -optimizeDbBeforeStartup -port 8001 -disableTelemetry"))
        .containsExactly("--dynamodb-local", "--port=8001", "--data=./data");
  }

  @Test
  void eachOptionHasOneOfOurs() throws Exception {
    assertThat(translate("-sharedDb -port 8001")).containsExactly("--port=8001");
    assertThat(translate("-inMemory")).containsExactly("--split-by-credentials");
    assertThat(translate("-sharedDb -cors *")).containsExactly("--cors=*");
    assertThat(translate("-sharedDb -cors app.example,https://b.example:81"))
        .containsExactly(
            "--cors=http://app.example",
            "--cors=https://app.example",
            "--cors=https://b.example:81");
    assertThat(translate("-sharedDb -delayTransientStatuses"))
        .containsExactly("--delay=create-index=5s", "--delay=delete-index=5s");
    assertThat(translate("-sharedDb -help -version")).containsExactly("--help", "--version");
  }

  @Test
  void ownOptionsMayBeMixedIn() throws Exception {
    assertThat(translate("--host 0.0.0.0 -jar DynamoDBLocal.jar -sharedDb --seed a.json"))
        .containsExactly("--host", "0.0.0.0", "--dynamodb-local", "--seed", "a.json");
  }

  @Test
  void theNameOfTheJarIsThatOfTheClassPath() {
    String[] line = {"-port", "8001"};
    assertThat(LocalArguments.named(line, "/opt/my tools/DynamoDBLocal.jar"))
        .containsExactly("-jar", "DynamoDBLocal.jar", "-port", "8001");
    assertThat(LocalArguments.named(new String[0], "DynamoDBLocal.jar"))
        .containsExactly("-jar", "DynamoDBLocal.jar");
    assertThat(LocalArguments.named(line, "/opt/monotable/monotable.jar")).isSameAs(line);
    assertThat(LocalArguments.named(line, "NotDynamoDBLocal.jar")).isSameAs(line);
    String[] command = {"export", "--help"};
    assertThat(LocalArguments.named(command, "DynamoDBLocal.jar")).isSameAs(command);
  }

  @Test
  void invalidCombinationsAreReported() {
    assertInvalid("-inMemory -dbPath ./data", "-inMemory cannot be combined with -dbPath");
    assertInvalid("-optimizeDbBeforeStartup", "-optimizeDbBeforeStartup needs -dbPath");
    assertInvalid("-sharedDb -port", "Missing value of option '-port'");
  }

  @Test
  void ownCommandLinesAreNotTranslated() {
    assertThat(LocalArguments.areUsed(new String[] {"--port", "8000", "-p", "1", "-h", "x"}))
        .isFalse();
    assertThat(LocalArguments.areUsed(new String[] {"--host=::", "-inMemory"})).isTrue();
  }

  private static void assertInvalid(String line, String message) {
    assertThatThrownBy(() -> translate(line))
        .isInstanceOf(InvalidOptionException.class)
        .hasMessage(message);
  }

  private static String[] translate(String line) throws InvalidOptionException {
    String[] arguments = line.split(" ");
    assertThat(LocalArguments.areUsed(arguments)).isTrue();
    return LocalArguments.translate(arguments);
  }
}
