package dev.monotable.durability;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A file whose writes are watched, and may fail. */
final class WatchedChannel extends FileChannel {
  /** Is asked before each change of a file. */
  interface Watcher {
    /**
     * Called before a write.
     *
     * @return how many of the bytes are written; if fewer than there are, the rest fails as on a
     *     full disk
     */
    int write(int bytes) throws IOException;

    /** Called before the disk is waited for. */
    void force() throws IOException;

    /** Called before a file is cut. */
    void truncate() throws IOException;
  }

  private final FileChannel channel;
  private final Watcher watcher;

  WatchedChannel(FileChannel channel, Watcher watcher) {
    this.channel = channel;
    this.watcher = watcher;
  }

  @Override
  public int write(ByteBuffer source, long position) throws IOException {
    int wanted = source.remaining();
    int allowed = watcher.write(wanted);
    if (allowed == wanted) {
      return channel.write(source, position);
    }
    if (allowed == 0) {
      throw new IOException("No space left on device");
    }
    int limit = source.limit();
    source.limit(source.position() + allowed);
    int written = channel.write(source, position);
    source.limit(limit);
    return written;
  }

  @Override
  public void force(boolean metaData) throws IOException {
    watcher.force();
    channel.force(metaData);
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    watcher.truncate();
    channel.truncate(size);
    return this;
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    return channel.read(target);
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
    return channel.read(targets, offset, length);
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    return channel.read(target, position);
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    throw new UnsupportedOperationException("writes have a position");
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
    throw new UnsupportedOperationException("writes have a position");
  }

  @Override
  public long position() throws IOException {
    return channel.position();
  }

  @Override
  public FileChannel position(long newPosition) throws IOException {
    channel.position(newPosition);
    return this;
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
    return channel.transferTo(position, count, target);
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count)
      throws IOException {
    throw new UnsupportedOperationException("not watched");
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
    throw new UnsupportedOperationException("not watched");
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) throws IOException {
    return channel.lock(position, size, shared);
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) throws IOException {
    return channel.tryLock(position, size, shared);
  }

  @Override
  protected void implCloseChannel() throws IOException {
    channel.close();
  }
}
