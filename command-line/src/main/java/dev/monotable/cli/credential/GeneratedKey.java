package dev.monotable.cli.credential;

import dev.monotable.access.signature.AccessKey;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * An access key that is generated for one run of a server, and the files {@code credentials} and
 * {@code config} by which the AWS CLI and the SDKs find it and the server.
 */
public final class GeneratedKey implements AutoCloseable {
  private static final String MARK = "# Written by Monotable for one run of a server.";
  private static final String ID_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final int ID_LENGTH = 16;
  private static final int SECRET_BYTES = 30;

  private final AccessKey key;
  private final @Nullable Path given;
  private @Nullable Path directory;

  /**
   * Generates a key.
   *
   * @param directory where the files are written; null for a temporary directory, which is deleted
   *     at the end
   */
  public GeneratedKey(@Nullable Path directory) {
    SecureRandom random = new SecureRandom();
    StringBuilder id = new StringBuilder("AKIA");
    for (int i = 0; i < ID_LENGTH; i++) {
      id.append(ID_CHARACTERS.charAt(random.nextInt(ID_CHARACTERS.length())));
    }
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(secret);
    this.key =
        new AccessKey(
            id.toString(), Base64.getEncoder().encodeToString(secret), null, null, "default");
    this.given = directory;
  }

  /** Returns the key. */
  public AccessKey key() {
    return key;
  }

  /**
   * Writes the files, which only this user can read.
   *
   * @param region the Region that requests are signed for
   * @param endpoint the address of the server
   * @return a line that makes a shell, and what it starts, use them
   * @throws IOException if they cannot be written, or others with their names exist
   */
  public String write(String region, URI endpoint) throws IOException {
    Path folder = given == null ? Files.createTempDirectory("monotable-keys-") : given;
    Files.createDirectories(folder);
    directory = folder;
    Path credentials = folder.resolve("credentials");
    Path config = folder.resolve("config");
    requireOwn(credentials);
    requireOwn(config);
    write(
        credentials,
        "[default]",
        "aws_access_key_id = " + key.id(),
        "aws_secret_access_key = " + key.secret());
    write(
        config,
        "[default]",
        "region = " + region,
        "services = monotable",
        "",
        "[services monotable]",
        "dynamodb =",
        "  endpoint_url = " + endpoint,
        "dynamodb_streams =",
        "  endpoint_url = " + endpoint);
    return "export AWS_CONFIG_FILE="
        + quoted(config)
        + " AWS_SHARED_CREDENTIALS_FILE="
        + quoted(credentials);
  }

  /** Protects the files of the AWS CLI, if somebody names its directory. */
  private static void requireOwn(Path file) throws IOException {
    if (Files.exists(file) && !Files.readString(file).startsWith(MARK)) {
      throw new FileAlreadyExistsException(
          file.toString(), null, "it was not written by Monotable, and is not replaced");
    }
  }

  private static void write(Path file, String... lines) throws IOException {
    Files.deleteIfExists(file);
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write((MARK + "\n" + String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String quoted(Path file) {
    String path = file.toAbsolutePath().toString();
    return path.matches("[A-Za-z0-9_./:@%+=,-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
  }

  /** Deletes the files, which nothing accepts any longer, and the temporary directory. */
  @Override
  public void close() throws IOException {
    Path folder = directory;
    if (folder != null) {
      Files.deleteIfExists(folder.resolve("credentials"));
      Files.deleteIfExists(folder.resolve("config"));
      if (given == null) {
        Files.deleteIfExists(folder);
      }
    }
  }
}
