package dev.monotable.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenNamesTest {
  @Test
  void namesWithTheSameHashAreFoundInAFewProbes() {
    List<byte[]> colliding = Collisions.names(2_000, 14);
    OpenNames names = new OpenNames();
    names.clear();
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    written.write('{');
    int[] starts = new int[colliding.size()];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = written.size();
      written.writeBytes(colliding.get(i));
      assertThat(put(names, written, starts[i])).as("name %s", i).isEqualTo(-1);
      written.write(':');
    }
    assertThat(names.longestProbe()).isLessThan(200);
    for (int i = 0; i < starts.length; i += 100) {
      int again = written.size();
      written.writeBytes(colliding.get(i));
      assertThat(put(names, written, again)).as("name %s again", i).isEqualTo(starts[i]);
      written.write(':');
    }
  }

  /** Adds the name that ends the text, which needs eight more bytes. */
  private static int put(OpenNames names, ByteArrayOutputStream written, int start) {
    byte[] text = written.toByteArray();
    return names.put(Arrays.copyOf(text, text.length + 8), start, text.length);
  }
}
