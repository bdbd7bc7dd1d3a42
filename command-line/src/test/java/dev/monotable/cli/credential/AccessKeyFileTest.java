package dev.monotable.cli.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.access.signature.AccessKey;
import dev.monotable.text.DataFileException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessKeyFileTest {
  @TempDir private Path directory;

  private Path file(String text) throws Exception {
    return Files.writeString(directory.resolve("keys"), text);
  }

  private void assertRejects(String text, String message) throws Exception {
    Path file = file(text);
    assertThatThrownBy(() -> AccessKeyFile.read(file))
        .isInstanceOf(DataFileException.class)
        .hasMessage(file + message);
  }

  @Test
  void theProfilesOfACredentialsFileAreKeys() throws Exception {
    Path file =
        file(
            """
            # of the AWS CLI
            [default]
            aws_access_key_id = AKIDA
            aws_secret_access_key=abc/+= ; a comment

            [profile dev]
            aws_access_key_id = ASIAB
            aws_secret_access_key = def
            aws_session_token = token
            x_security_token_expires = 2026-10-10T12:00:00+02:00
            region = eu-west-1

            [with-role]
            role_arn = arn:aws:iam::123456789012:role/a
            source_profile = default
            """);

    assertThat(AccessKeyFile.read(file))
        .containsExactly(
            new AccessKey("AKIDA", "abc/+=", null, null, "default"),
            new AccessKey("ASIAB", "def", "token", Instant.parse("2026-10-10T10:00:00Z"), "dev"));
  }

  @Test
  void theFilesOfTheConsoleAreKeys() throws Exception {
    assertThat(
            AccessKeyFile.read(file("\uFEFFAccess key ID,Secret access key\r\nAKIDA,abc/+=\r\n")))
        .containsExactly(new AccessKey("AKIDA", "abc/+=", null, null, "AKIDA"));
    assertThat(
            AccessKeyFile.read(
                file(
                    "User name,Password,Access key ID,Secret access key,Console login link\n"
                        + "\"alice\",,\"AKIDA\",\"abc\",https://example.com\n\nbob,,AKIDB,def,\n")))
        .containsExactly(
            new AccessKey("AKIDA", "abc", null, null, "alice"),
            new AccessKey("AKIDB", "def", null, null, "bob"));
  }

  @Test
  void whatIsMissingIsReportedWithItsLine() throws Exception {
    assertRejects(
        "", ": it has no access key: no profile with aws_access_key_id and aws_secret_access_key");
    assertRejects(
        "[a]\n\n[b]\naws_access_key_id = A\n", ":3: the profile 'b' has no aws_secret_access_key");
    assertRejects(
        "[a]\naws_secret_access_key = A\n", ":1: the profile 'a' has no aws_access_key_id");
    assertRejects(
        "[a]\naws_access_key_id = A\naws_secret_access_key = b\nexpiration = soon",
        ":1: 'soon' is not a time such as 2026-01-31T23:59:59Z");
    assertRejects("Access key ID,Password\n", ":1: it has no column 'Secret access key'");
    assertRejects(
        "Access key ID,Secret access key\nA,b\nC,\n",
        ":3: an access key ID or its secret is missing");
    assertThatThrownBy(() -> AccessKeyFile.read(directory.resolve("missing")))
        .isInstanceOf(DataFileException.class)
        .hasMessage(directory.resolve("missing") + ": there is no such file");
  }
}
