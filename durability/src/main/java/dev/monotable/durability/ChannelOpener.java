package dev.monotable.durability;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;

/** Opens files to write. Tests replace it, to fail as a full disk does. */
@FunctionalInterface
interface ChannelOpener {
  /** Opens files of the file system. Only their owner can read the files that it creates. */
  ChannelOpener STANDARD =
      (path, options) -> FileChannel.open(path, Set.of(options), OwnerOnly.file(path));

  FileChannel open(Path path, OpenOption... options) throws IOException;
}
