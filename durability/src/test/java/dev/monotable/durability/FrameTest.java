package dev.monotable.durability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.testing.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what checksums say about the bytes behind invalid ones. */
@Tag("seeds")
class FrameTest {
  @TempDir private Path directory;

  @Test
  void aChecksumSaysWhereABlockWasWritten() {
    Random random = new Random(Seed.of(20261123));
    Frame frame = new Frame();
    for (int i = 0; i < 1000; i++) {
      byte[] bytes = new byte[1 + random.nextInt(300)];
      random.nextBytes(bytes);
      int from = random.nextInt(bytes.length);
      int length = bytes.length - from;
      int flags = random.nextInt(3);
      long upper = (long) random.nextInt(1 << 20) << Integer.SIZE;
      long written = upper | Integer.toUnsignedLong(random.nextInt());
      long now = upper | Integer.toUnsignedLong(random.nextInt());
      int checksum = frame.checksum(written, bytes, from, length, flags);
      assertThat(frame.writtenAt(now, checksum, bytes, from, length, flags)).isEqualTo(written);
    }
  }

  /** Half of these offsets could begin a frame of 64 KB, so checking all would take minutes. */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void theSearchBehindInvalidBytesIsBounded() throws IOException {
    byte[] bytes = new byte[32 << 20];
    for (int i = 1; i < bytes.length; i += 2) {
      bytes[i] = 1;
    }
    Path file = Files.write(directory.resolve("log"), bytes);
    try (FrameReader frames = new FrameReader(file)) {
      // The rest is not known, so that a copy of the whole file is kept.
      assertThat(frames.scan()).isEqualTo(new FrameReader.Whole(0, 0, false));
    }
  }
}
