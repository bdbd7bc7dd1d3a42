package dev.monotable.text;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds files by name: resources of the class path first, also those inside jars, then ordinary
 * files. A name is, in this order,
 *
 * <ol>
 *   <li>relative to the package of a class, or of one of its superclasses and interfaces, unless it
 *       begins with a slash;
 *   <li>relative to the root of the class path;
 *   <li>the name of a file, relative to the working directory.
 * </ol>
 *
 * A file that was found can be read until this object is closed. Its neighbours can be read too, so
 * a resource may be a directory, or refer to other files. Not thread safe.
 */
public final class ResourceFiles implements AutoCloseable {
  private final @Nullable Class<?> origin;
  private final Map<Path, FileSystem> archives = new HashMap<>();
  private final Deque<Path> copies = new ArrayDeque<>();

  private ResourceFiles(@Nullable Class<?> origin) {
    this.origin = origin;
  }

  /** Finds names relative to the root of the class path of this thread, and files. */
  public static ResourceFiles ofClassPath() {
    return new ResourceFiles(null);
  }

  /** Finds names relative to the package of a class too, on its own class path. */
  public static ResourceFiles relativeTo(Class<?> origin) {
    return new ResourceFiles(origin);
  }

  /**
   * Returns the file with a name.
   *
   * @throws DataFileException if there is neither a resource nor a file, or the resource cannot be
   *     read
   */
  public Path require(String name) throws DataFileException {
    Path file;
    try {
      file = Path.of(name);
    } catch (InvalidPathException e) {
      file = Path.of("");
    }
    URL resource = find(name);
    if (resource != null) {
      try {
        return path(resource);
      } catch (IOException | URISyntaxException e) {
        throw new DataFileException(
            FilePosition.of(file), "the resource cannot be read: " + e.getMessage());
      }
    }
    if (Files.exists(file) && !name.isEmpty()) {
      return file;
    }
    throw new DataFileException(
        FilePosition.of(Path.of("").resolve(file)),
        "there is neither a resource '"
            + name
            + "' "
            + searched()
            + " nor a file "
            + file.toAbsolutePath());
  }

  /** Returns whether there is a resource or a file with a name. */
  public boolean has(String name) {
    try {
      return find(name) != null || Files.exists(Path.of(name));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private String searched() {
    return origin == null || origin.getPackageName().isEmpty()
        ? "at the root of the class path"
        : "in the package " + origin.getPackageName() + " or at the root of the class path";
  }

  private @Nullable URL find(String name) {
    if (name.isEmpty()) {
      return null;
    }
    boolean absolute = name.startsWith("/");
    if (origin != null && !absolute) {
      Set<Class<?>> types = new LinkedHashSet<>();
      addTypes(origin, types);
      for (Class<?> type : types) {
        URL resource = type.getResource(name);
        if (resource != null) {
          return resource;
        }
      }
    }
    return loader().getResource(absolute ? name.substring(1) : name);
  }

  /** Adds a class, its superclasses and its interfaces. */
  private static void addTypes(Class<?> type, Set<Class<?>> types) {
    if (type == Object.class || !types.add(type)) {
      return;
    }
    if (type.getSuperclass() != null) {
      addTypes(type.getSuperclass(), types);
    }
    for (Class<?> implemented : type.getInterfaces()) {
      addTypes(implemented, types);
    }
  }

  private ClassLoader loader() {
    ClassLoader loader =
        origin == null ? Thread.currentThread().getContextClassLoader() : origin.getClassLoader();
    return loader == null ? ClassLoader.getSystemClassLoader() : loader;
  }

  private Path path(URL resource) throws IOException, URISyntaxException {
    if (resource.getProtocol().equals("file")) {
      return Path.of(resource.toURI());
    }
    URLConnection connection = resource.openConnection();
    connection.setUseCaches(false);
    if (connection instanceof JarURLConnection jar
        && jar.getJarFileURL().getProtocol().equals("file")) {
      Path archive = Path.of(jar.getJarFileURL().toURI());
      FileSystem files = archives.get(archive);
      if (files == null) {
        files = FileSystems.newFileSystem(archive);
        archives.put(archive, files);
      }
      return files.getPath("/" + jar.getEntryName());
    }
    return copy(resource, connection);
  }

  /** Copies a resource that has no path, such as one inside a jar of a jar. */
  private Path copy(URL resource, URLConnection connection) throws IOException {
    Path directory = Files.createTempDirectory("monotable");
    copies.push(directory);
    String path = resource.getPath();
    Path copy = directory.resolve(path.substring(path.lastIndexOf('/') + 1));
    copies.push(copy);
    try (InputStream content = connection.getInputStream()) {
      Files.copy(content, copy);
    }
    return copy;
  }

  /**
   * Closes the jars, and deletes temporary copies.
   *
   * @throws IOException if one of them fails; the others are closed or deleted nevertheless
   */
  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (FileSystem archive : archives.values()) {
      try {
        archive.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    archives.clear();
    while (!copies.isEmpty()) {
      try {
        Files.deleteIfExists(copies.pop());
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
