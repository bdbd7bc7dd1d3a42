package dev.monotable.durability;

import dev.monotable.engine.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.NavigableMap;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * The directory of the files of a database, and their common parts.
 *
 * @param directory of the database, in the data directory
 * @param owner is written to each file
 * @param opener opens files to write
 * @param manifest of the data directory
 * @param lock of the data directory
 * @param reserve of the data directory
 */
record DatabaseFiles(
    Path directory,
    String owner,
    ChannelOpener opener,
    Manifest manifest,
    DirectoryLock lock,
    DiskReserve reserve) {
  FileHeader header(FileHeader.Kind kind, long number) {
    return new FileHeader(kind, number, owner);
  }

  LogFile createLog(long number) throws IOException {
    return LogFile.create(directory, header(FileHeader.Kind.LOG, number), opener);
  }

  /**
   * Writes a snapshot.
   *
   * @param canceled makes it end early, with an {@link java.io.InterruptedIOException}
   * @return its size
   */
  long writeSnapshot(Snapshot snapshot, long number, BooleanSupplier canceled) throws IOException {
    return SnapshotFile.write(
        directory, header(FileHeader.Kind.SNAPSHOT, number), snapshot, opener, canceled);
  }

  /** Returns the name of the directory, which is that of the database in the manifest. */
  String name() {
    return directory.getFileName().toString();
  }

  /** Returns what the files had at least; empty if that is not known. */
  Manifest.Entry known() {
    Manifest.Entry entry = manifest.find(name());
    return entry == null ? Manifest.Entry.EMPTY : entry;
  }

  /** Changes what the manifest says of these files, and waits until the disk has it. */
  void update(UnaryOperator<Manifest.Entry> change) throws IOException {
    lock.requireHeld();
    manifest.update(name(), change);
  }

  /** Returns a number that is higher than those of all files. */
  long nextNumber(long current) throws IOException {
    long highest = current;
    for (FileHeader.Kind kind : FileHeader.Kind.values()) {
      NavigableMap<Long, Path> files = DataFile.list(directory, kind);
      highest = files.isEmpty() ? highest : Math.max(highest, files.lastKey());
    }
    return highest + 1;
  }

  /** Deletes the files with lower numbers. */
  void deleteOlder(long number) throws IOException {
    DataFile.deleteOlder(directory, number, number);
  }

  /** Keeps the files with lower numbers under other names, since others have written them. */
  void setAsideOlder(long number) throws IOException {
    KeptFiles kept = new KeptFiles(directory, new ArrayList<>());
    for (FileHeader.Kind kind : FileHeader.Kind.values()) {
      for (Path file : DataFile.list(directory, kind).headMap(number).values()) {
        kept.move(file);
      }
    }
  }
}
