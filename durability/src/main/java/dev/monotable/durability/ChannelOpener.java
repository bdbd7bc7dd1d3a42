package dev.monotable.durability;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/** Opens files to write. Tests replace it, to fail as a full disk does. */
@FunctionalInterface
interface ChannelOpener {
  /** Opens files of the file system. */
  ChannelOpener STANDARD = (path, options) -> FileChannel.open(path, options);

  FileChannel open(Path path, OpenOption... options) throws IOException;
}
