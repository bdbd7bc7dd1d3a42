package dev.monotable.cli.endpoint;

import dev.monotable.cli.credential.ProfileFile;
import dev.monotable.cli.terminal.InvalidArgumentException;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.InvalidContentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds credentials and the Region where the AWS CLI and the SDKs find them: in the environment,
 * and in the profiles of the files {@code credentials} and {@code config}. A profile has keys, or a
 * {@code credential_process}, which covers IAM Identity Center and all other sources by {@code aws
 * configure export-credentials}.
 *
 * @see <a href="https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html">Shared config and
 *     credentials files</a>
 */
final class CredentialSources {
  private final Map<String, String> environment;
  private final @Nullable String profile;

  /**
   * Creates the sources.
   *
   * @param profile the profile whose keys are used before those in the environment; null for the
   *     one that {@code AWS_PROFILE} names
   */
  CredentialSources(Map<String, String> environment, @Nullable String profile) {
    this.environment = environment;
    this.profile = profile;
  }

  /** Returns the credentials; null if no source has any. */
  @Nullable Credentials find() {
    String accessKey = environment.get("AWS_ACCESS_KEY_ID");
    String secretKey = environment.get("AWS_SECRET_ACCESS_KEY");
    if (profile == null && accessKey != null && secretKey != null) {
      return new Credentials(accessKey, secretKey, environment.get("AWS_SESSION_TOKEN"));
    }
    Map<String, String> settings = settings();
    if (profile != null && settings.isEmpty()) {
      throw new InvalidArgumentException("there is no profile '" + profile + "'");
    }
    accessKey = settings.get("aws_access_key_id");
    secretKey = settings.get("aws_secret_access_key");
    if (accessKey != null && secretKey != null) {
      return new Credentials(accessKey, secretKey, settings.get("aws_session_token"));
    }
    String process = settings.get("credential_process");
    return process == null ? null : run(process);
  }

  /** Returns the Region of the profile, or null. */
  @Nullable String findRegion() {
    return settings().get("region");
  }

  /** Returns the settings of the profile; those in the file of credentials count first. */
  private Map<String, String> settings() {
    String name = profile == null ? environment.getOrDefault("AWS_PROFILE", "default") : profile;
    Path directory = Path.of(System.getProperty("user.home"), ".aws");
    Map<String, String> settings = new HashMap<>();
    String section = name.equals("default") ? name : "profile " + name;
    read(file("AWS_CONFIG_FILE", directory.resolve("config")), section, settings);
    read(file("AWS_SHARED_CREDENTIALS_FILE", directory.resolve("credentials")), name, settings);
    return settings;
  }

  private Path file(String variable, Path standard) {
    String given = environment.get(variable);
    return given == null ? standard : Path.of(given);
  }

  private static void read(Path file, String section, Map<String, String> settings) {
    if (!Files.isReadable(file)) {
      return;
    }
    try {
      for (ProfileFile.Section found : ProfileFile.read(file)) {
        if (found.name().equals(section)) {
          settings.putAll(found.settings());
        }
      }
    } catch (InvalidContentException e) {
      throw new InvalidArgumentException(e.at() + ": " + e.reason());
    }
  }

  /**
   * Runs the program of a profile, without a shell.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html">Process
   *     credential provider</a>
   */
  private static Credentials run(String command) {
    try {
      Process process =
          new ProcessBuilder(words(command)).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new EndpointException("", "the credential_process failed: " + command);
      }
      Path name = Path.of("credential_process");
      FileValue value = FileReaders.read(name, output);
      Mapping json = FileValue.mapping(value, "the output");
      String token = json.findText("SessionToken");
      return new Credentials(text(json, "AccessKeyId"), text(json, "SecretAccessKey"), token);
    } catch (InvalidContentException | IOException e) {
      throw new EndpointException("", "the credential_process failed: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EndpointException("", "interrupted");
    }
  }

  private static String text(Mapping json, String name) {
    if (json.find(name) instanceof Scalar scalar) {
      return scalar.text();
    }
    throw new InvalidContentException(FilePosition.of(Path.of("output")), "it has no " + name);
  }

  /** Returns the words of a command, in which quotes may enclose blanks. */
  private static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ' ' && !quoted) {
        if (word.length() > 0) {
          words.add(word.toString());
          word.setLength(0);
        }
      } else {
        word.append(c);
      }
    }
    if (word.length() > 0) {
      words.add(word.toString());
    }
    return words;
  }
}
