package dev.monotable.value;

import dev.monotable.api.Experimental;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a request that an error message repeats. A request has up to 16 MB, and some errors
 * quote the invalid value; a longer part is cut, so that the errors of parallel requests fit into
 * the heap.
 *
 * <p>No page or recording shows how AWS quotes values of megabytes. The bound leaves every recorded
 * message complete: the longest quote a name of 65,536 characters.
 */
@Experimental
public final class Echo {
  /** The maximum number of characters that a message repeats of one value. */
  public static final int MAX_CHARS = 66_000;

  /** Follows a part that was cut. */
  public static final String MORE = "...";

  private Echo() {}

  /** Returns the text, cut if it is too long. */
  public static String of(String text) {
    return text.length() <= MAX_CHARS ? text : text.substring(0, end(text, MAX_CHARS)) + MORE;
  }

  /** Returns as many of the texts as a message repeats, and {@link #MORE} if there are others. */
  public static List<String> of(List<String> texts) {
    long length = 0;
    int count = 0;
    while (count < texts.size() && length <= MAX_CHARS) {
      length += texts.get(count++).length();
    }
    if (length <= MAX_CHARS) {
      return List.copyOf(texts);
    }
    List<String> repeated = new ArrayList<>(count + 1);
    for (int i = 0; i < count; i++) {
      repeated.add(of(texts.get(i)));
    }
    if (count < texts.size()) {
      repeated.add(MORE);
    }
    return List.copyOf(repeated);
  }

  /** Returns the length to which a longer text is cut, which does not divide a character. */
  public static int end(CharSequence text, int length) {
    return Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
  }
}
