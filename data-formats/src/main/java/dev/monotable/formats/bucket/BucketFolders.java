package dev.monotable.formats.bucket;

import dev.monotable.engine.transfer.StoredObject;
import dev.monotable.engine.transfer.TransferException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Buckets that are folders: the object {@code KEY} of a bucket is the file {@code
 * FOLDER/BUCKET/KEY}. A bucket is created by creating its folder.
 *
 * <p>No key leaves the folder of its bucket: a key with the part {@code .} or {@code ..} is
 * rejected, and symbolic links are not followed. A file name has no empty part, so {@code /a//b} is
 * the same object as {@code a/b}.
 */
public final class BucketFolders implements ObjectStore {
  private final Path root;

  /** Creates buckets in a folder, which need not exist yet. */
  public BucketFolders(Path root) {
    this.root = root;
  }

  private Path folder(String bucket) throws TransferException {
    if (bucket.contains("/") || bucket.contains("\\") || bucket.startsWith(".")) {
      throw ObjectStore.noSuchBucket();
    }
    try {
      Path folder = root.resolve(bucket);
      if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        return folder;
      }
    } catch (InvalidPathException e) {
      // No folder has this name.
    }
    throw ObjectStore.noSuchBucket();
  }

  /** Returns the parts of a key. */
  private static List<String> parts(String key) throws TransferException {
    List<String> parts = new ArrayList<>();
    for (String part : key.split("/")) {
      if (part.equals(".") || part.equals("..") || part.contains("\\") || part.contains("\0")) {
        throw denied(key, new IOException("it has the part '" + part + "'"));
      }
      if (!part.isEmpty()) {
        parts.add(part);
      }
    }
    return parts;
  }

  private static TransferException denied(String key, IOException reason) {
    return ObjectStore.denied("the key '" + key + "' cannot be a file", reason);
  }

  @Override
  public List<StoredObject> list(String bucket, String prefix, int most) throws TransferException {
    Path folder = folder(bucket);
    String start = prefix.replaceAll("/+", "/").replaceFirst("^/", "");
    List<StoredObject> objects = new ArrayList<>();
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes read) {
              String key = key(folder, directory);
              boolean mayMatch =
                  key.isEmpty() || (key + "/").startsWith(start) || start.startsWith(key + "/");
              return mayMatch ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes read) {
              String key = key(folder, file);
              if (read.isRegularFile() && key.startsWith(start)) {
                objects.add(new StoredObject(key, read.size(), version(read)));
              }
              return objects.size() > most ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw ObjectStore.denied("the bucket '" + bucket + "' cannot be read", e);
    }
    objects.sort(Comparator.comparing(StoredObject::key));
    return objects;
  }

  private static String version(BasicFileAttributes file) {
    return String.valueOf(file.lastModifiedTime().to(TimeUnit.NANOSECONDS));
  }

  private static String key(Path folder, Path file) {
    String key = folder.relativize(file).toString();
    return File.separatorChar == '/' ? key : key.replace(File.separatorChar, '/');
  }

  @Override
  public InputStream read(String bucket, String key) throws TransferException {
    try {
      return open(file(bucket, key));
    } catch (IOException e) {
      throw unreadable(key, e);
    }
  }

  @Override
  public InputStream read(String bucket, StoredObject object) throws TransferException {
    String key = object.key();
    try {
      Path file = file(bucket, key);
      requireVersion(file, object);
      return new VersionedInput(open(file), file, object);
    } catch (NoSuchFileException e) {
      throw ObjectStore.failure(404, "NoSuchKey", "The specified key does not exist.");
    } catch (ObjectFailure e) {
      throw e.failure();
    } catch (IOException e) {
      throw unreadable(key, e);
    }
  }

  private Path file(String bucket, String key) throws TransferException, IOException {
    Path file = folder(bucket);
    try {
      for (String part : parts(key)) {
        requireNoLink(file);
        file = file.resolve(part);
      }
    } catch (InvalidPathException e) {
      throw new IOException(e);
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new NoSuchFileException(key);
    }
    return file;
  }

  private static InputStream open(Path file) throws IOException {
    return new BufferedInputStream(Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS), 1 << 16);
  }

  private static TransferException unreadable(String key, IOException reason) {
    return ObjectStore.denied("the object '" + key + "' cannot be read", reason);
  }

  private static void requireVersion(Path file, StoredObject object) throws IOException {
    BasicFileAttributes present =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (present.size() != object.size() || !version(present).equals(object.version())) {
      throw new ObjectFailure(ObjectStore.modified(object.key()));
    }
  }

  /** A file that must not have changed when its end is read. */
  private static final class VersionedInput extends FilterInputStream {
    private final Path file;
    private final StoredObject object;

    VersionedInput(InputStream in, Path file, StoredObject object) {
      super(in);
      this.file = file;
      this.object = object;
    }

    @Override
    public int read() throws IOException {
      return checked(in.read());
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      return checked(in.read(bytes, from, length));
    }

    private int checked(int result) throws IOException {
      if (result < 0) {
        requireVersion(file, object);
      }
      return result;
    }
  }

  @Override
  public OutputStream write(String bucket, String key) throws TransferException {
    Path file = folder(bucket);
    List<String> parts = parts(key);
    if (parts.isEmpty()) {
      throw denied(key, new IOException("it is empty"));
    }
    try {
      for (String part : parts.subList(0, parts.size() - 1)) {
        file = file.resolve(part);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectory(file);
        }
        requireNoLink(file);
      }
      file = file.resolve(parts.get(parts.size() - 1));
      return new BufferedOutputStream(
          Files.newOutputStream(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE,
              LinkOption.NOFOLLOW_LINKS),
          1 << 16);
    } catch (InvalidPathException | IOException e) {
      throw denied(key, e instanceof IOException io ? io : new IOException(e));
    }
  }

  private static void requireNoLink(Path directory) throws IOException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      throw new AccessDeniedException(directory.toString(), null, "not a directory");
    }
  }
}
