package dev.monotable.cli.credential;

import dev.monotable.access.signature.AccessKey;
import dev.monotable.cli.credential.ProfileFile.Section;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FilePosition;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.TextFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the access keys of a file in one of the forms in which users have them: the file {@code
 * credentials} of the AWS CLI, or a CSV file that the IAM console offers with a new key.
 */
public final class AccessKeyFile {
  private static final String ID = "aws_access_key_id";
  private static final String SECRET = "aws_secret_access_key";
  private static final List<String> TOKENS = List.of("aws_session_token", "aws_security_token");

  /** No standard: the names that tools for temporary credentials write. */
  private static final List<String> EXPIRATIONS =
      List.of("x_security_token_expires", "aws_expiration", "expiration");

  private AccessKeyFile() {}

  /**
   * Returns the keys of a file; at least one.
   *
   * @throws DataFileException if the file cannot be read, or is invalid
   */
  public static List<AccessKey> read(Path file) throws DataFileException {
    try {
      List<AccessKey> keys = isCsv(file) ? ofConsole(file) : ofProfiles(file);
      if (keys.isEmpty()) {
        throw new InvalidContentException(
            FilePosition.of(file),
            "it has no access key: no profile with " + ID + " and " + SECRET);
      }
      return keys;
    } catch (InvalidContentException e) {
      throw new DataFileException(e.at(), e.reason());
    }
  }

  private static boolean isCsv(Path file) {
    TextFile text = new TextFile(file);
    try (BufferedReader reader = text.open()) {
      String first = reader.readLine();
      return first != null && first.toLowerCase(Locale.ROOT).contains("access key id");
    } catch (IOException e) {
      throw text.invalid(e);
    }
  }

  // ---- profiles ----

  private static List<AccessKey> ofProfiles(Path file) {
    List<AccessKey> keys = new ArrayList<>();
    for (Section section : ProfileFile.read(file)) {
      FilePosition at = new FilePosition(file, section.line(), 0);
      Map<String, String> settings = section.settings();
      String id = value(settings, List.of(ID));
      String secret = value(settings, List.of(SECRET));
      if (id == null && secret == null) {
        continue; // such as a profile with a role
      }
      if (id == null || secret == null) {
        throw new InvalidContentException(
            at, "the profile '" + section.name() + "' has no " + (id == null ? ID : SECRET));
      }
      String name = section.name().replaceFirst("^profile\\s+", "");
      keys.add(new AccessKey(id, secret, value(settings, TOKENS), expiration(settings, at), name));
    }
    return keys;
  }

  /** Returns the first value that is set, without a comment behind it. */
  private static @Nullable String value(Map<String, String> settings, List<String> names) {
    for (String name : names) {
      String value = settings.get(name);
      if (value != null) {
        String plain = value.replaceFirst("\\s+[#;].*", "");
        if (!plain.isEmpty()) {
          return plain;
        }
      }
    }
    return null;
  }

  private static @Nullable Instant expiration(Map<String, String> settings, FilePosition at) {
    String text = value(settings, EXPIRATIONS);
    if (text == null) {
      return null;
    }
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException e) {
      throw new InvalidContentException(
          at, "'" + text + "' is not a time such as 2026-01-31T23:59:59Z");
    }
  }

  // ---- the console ----

  private static List<AccessKey> ofConsole(Path file) {
    TextFile text = new TextFile(file);
    List<AccessKey> keys = new ArrayList<>();
    try (BufferedReader reader = text.open()) {
      List<String> header = cells(reader.readLine());
      header.replaceAll(name -> name.toLowerCase(Locale.ROOT));
      int id = header.indexOf("access key id");
      int secret = header.indexOf("secret access key");
      int user = header.indexOf("user name");
      if (id < 0 || secret < 0) {
        throw new InvalidContentException(
            new FilePosition(file, 1, 0), "it has no column 'Secret access key'");
      }
      int number = 1;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (line.isBlank()) {
          continue;
        }
        List<String> cells = cells(line);
        if (cells.size() <= Math.max(id, secret)
            || cells.get(id).isEmpty()
            || cells.get(secret).isEmpty()) {
          throw new InvalidContentException(
              new FilePosition(file, number, 0), "an access key ID or its secret is missing");
        }
        String name = user < 0 || user >= cells.size() ? "" : cells.get(user);
        keys.add(
            new AccessKey(
                cells.get(id),
                cells.get(secret),
                null,
                null,
                name.isEmpty() ? cells.get(id) : name));
      }
    } catch (IOException e) {
      throw text.invalid(e);
    }
    return keys;
  }

  /** Returns the cells of a line. The console writes no commas, quotes or line breaks in them. */
  private static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    for (String cell : line.split(",", -1)) {
      cells.add(cell.strip().replaceFirst("^\"(.*)\"$", "$1"));
    }
    return cells;
  }
}
