package dev.monotable.cli.serve;

import dev.monotable.access.signature.AccessKey;
import dev.monotable.access.signature.AccessKeys;
import dev.monotable.access.signature.IssuedSecrets;
import dev.monotable.access.signature.KeyVerifier;
import dev.monotable.cli.credential.AccessKeyFile;
import dev.monotable.cli.credential.GeneratedKey;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.database.Region;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FilePosition;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The access keys of a server that verifies signatures: those of the files, or one that is
 * generated; that of AWS's documentation; and those that lead to databases of the control API.
 */
final class ServerKeys implements AccessKeys {
  private final Map<String, AccessKey> keys = new HashMap<>();
  private final IssuedSecrets secrets = new IssuedSecrets();
  private final @Nullable GeneratedKey generated;
  private final Databases databases;

  /**
   * Reads the keys.
   *
   * @throws DataFileException if a file with keys is invalid
   */
  ServerKeys(ServeOptions options, Databases databases) throws DataFileException {
    this.databases = databases;
    for (Path file : options.keys) {
      for (AccessKey key : AccessKeyFile.read(file)) {
        add(key, file);
      }
    }
    if (options.exampleKey) {
      keys.putIfAbsent(AccessKey.EXAMPLE.id(), AccessKey.EXAMPLE);
    }
    generated = keys.isEmpty() ? new GeneratedKey(options.keysDirectory) : null;
    if (generated != null) {
      keys.put(generated.key().id(), generated.key());
    }
  }

  private void add(AccessKey key, Path file) throws DataFileException {
    if (key.id().startsWith(Databases.KEY_PREFIX)) {
      throw new DataFileException(
          FilePosition.of(file),
          "access keys that begin with "
              + Databases.KEY_PREFIX
              + " lead to databases of the control API: "
              + key.id());
    }
    AccessKey known = keys.putIfAbsent(key.id(), key);
    if (known != null
        && !(known.secret().equals(key.secret())
            && Objects.equals(known.sessionToken(), key.sessionToken()))) {
      throw new DataFileException(
          FilePosition.of(file), "the access key " + key.id() + " has two secrets");
    }
  }

  /**
   * Returns what verifies the signatures of requests.
   *
   * @param clock of the machine
   */
  KeyVerifier verifier(InstantSource clock) {
    return new KeyVerifier(this, databases::isServed, clock);
  }

  @Override
  public @Nullable AccessKey find(String id) {
    AccessKey known = keys.get(id);
    if (known == null && id.startsWith(Databases.KEY_PREFIX)) {
      Region region = databases.findKey(id);
      if (region != null) {
        String name = region.identity().name();
        return new AccessKey(id, secrets.of(id), null, null, name == null ? id : name);
      }
    }
    return known;
  }

  /** Returns the secret access key of a database's access key. */
  String secret(String accessKey) {
    return secrets.of(accessKey);
  }

  /**
   * Writes the files of the generated key.
   *
   * @return the line that makes a shell use them; null if no key was generated
   */
  @Nullable String write(String region, URI endpoint) throws IOException {
    return generated == null ? null : generated.write(region, endpoint);
  }

  /** Deletes the files of the generated key. */
  void close() throws IOException {
    if (generated != null) {
      generated.close();
    }
  }
}
