package dev.monotable.durability;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Files behind a cache, as an operating system has one: what was not synced is lost when power
 * fails. Like Linux, it drops what the disk could not keep, and reports that only once.
 */
final class CachingDisk implements ChannelOpener {
  /** By the beginning of its name, which does not change when a snapshot is renamed. */
  private final Map<String, CachedFile> files = new HashMap<>();

  /** The names of the files whose disk fails at the next {@link #failures} syncs. */
  private Predicate<String> failing = name -> false;

  private int failures;

  /** The names of the files that cannot be opened. */
  volatile Predicate<String> unopened = name -> false;

  /** Is called before each sync. */
  volatile Runnable onForce = () -> {};

  volatile boolean truncateFails;

  /** Lets the disk fail at the next syncs of some files. */
  synchronized void failForces(int times, Predicate<String> names) {
    failures = times;
    failing = names;
  }

  /** Returns whether the disk has failed as often as it should. */
  synchronized boolean hasFailed() {
    return failures == 0;
  }

  /** The part of a file that the disk has. */
  private final class CachedFile implements WatchedChannel.Watcher {
    private final String name;
    private final FileChannel channel;
    private byte[] synced = new byte[0];

    /** The offset of the bytes that the cache has dropped; -1 if it has kept all bytes. */
    private long droppedFrom = -1;

    private long droppedTo;

    CachedFile(String name, FileChannel channel) {
      this.name = name;
      this.channel = channel;
    }

    @Override
    public int write(int bytes) {
      return bytes;
    }

    @Override
    public void force() throws IOException {
      onForce.run();
      synchronized (CachingDisk.this) {
        if (failures > 0 && failing.test(name)) {
          failures--;
          droppedFrom = droppedFrom < 0 ? synced.length : droppedFrom;
          droppedTo = channel.size();
          throw new IOException("Input/output error");
        }
        synced = new byte[(int) channel.size()];
        ByteBuffer bytes = ByteBuffer.wrap(synced);
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
          // until there are enough
        }
        if (droppedFrom >= 0 && droppedFrom < synced.length) {
          Arrays.fill(
              synced, (int) droppedFrom, (int) Math.min(droppedTo, synced.length), (byte) 0);
        }
      }
    }

    @Override
    public void truncate() throws IOException {
      if (truncateFails) {
        throw new IOException("Input/output error");
      }
    }
  }

  @Override
  public FileChannel open(Path path, OpenOption... options) throws IOException {
    String name = nameOf(path);
    if (unopened.test(name)) {
      throw new IOException("Too many open files");
    }
    FileChannel channel = FileChannel.open(path, withRead(options));
    CachedFile file = new CachedFile(name, channel);
    synchronized (this) {
      files.put(name, file);
    }
    return new WatchedChannel(channel, file);
  }

  private static OpenOption[] withRead(OpenOption[] options) {
    OpenOption[] all = Arrays.copyOf(options, options.length + 1);
    all[options.length] = StandardOpenOption.READ;
    return all;
  }

  private static String nameOf(Path path) {
    String name = path.getFileName().toString();
    return name.endsWith(DataFile.UNFINISHED)
        ? name.substring(0, name.length() - DataFile.UNFINISHED.length())
        : name;
  }

  /** Copies a directory as it is after a failure of power. */
  synchronized void copySynced(Path from, Path to) throws IOException {
    for (Path file : list(from)) {
      Path copy = to.resolve(from.relativize(file));
      Files.createDirectories(copy.getParent());
      CachedFile cached = files.get(nameOf(file));
      Files.write(copy, cached == null ? Files.readAllBytes(file) : cached.synced);
    }
  }

  /**
   * Copies a directory as it is after the end of the process, except unfinished files. Begins again
   * if a file is deleted meanwhile, because a snapshot has replaced it.
   */
  static void copy(Path from, Path to) throws IOException {
    while (!copiesAll(from, to)) {
      for (Path file : list(to)) {
        Files.delete(file);
      }
    }
  }

  private static boolean copiesAll(Path from, Path to) throws IOException {
    for (Path file : list(from)) {
      if (!file.getFileName().toString().endsWith(DataFile.UNFINISHED)) {
        Path copy = to.resolve(from.relativize(file));
        Files.createDirectories(copy.getParent());
        try {
          Files.copy(file, copy);
        } catch (NoSuchFileException deleted) {
          return false;
        }
      }
    }
    return true;
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths.filter(Files::isRegularFile).toList();
    }
  }
}
