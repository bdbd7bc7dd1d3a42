package dev.monotable.explore.content;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The line of the user's code that sends a request on this thread. */
public final class CallerLine {
  /** The code of Monotable, of the SDKs and of Java, which is between the user's and a request. */
  private static final List<String> BETWEEN =
      List.of(
          "java.",
          "javax.",
          "jdk.",
          "sun.",
          "com.sun.",
          "software.amazon.awssdk.",
          "com.amazonaws.",
          "dev.monotable.client.",
          "dev.monotable.engine.",
          "dev.monotable.explore.",
          "dev.monotable.json.",
          "dev.monotable.testing.",
          "dev.monotable.Explored",
          "dev.monotable.OwnDatabase");

  private static final StackWalker WALKER = StackWalker.getInstance();

  private CallerLine() {}

  /** Returns the line as {@code File.java:12}; null if the user's code is not on this thread. */
  public static @Nullable String find() {
    StackWalker.StackFrame frame =
        WALKER.walk(frames -> frames.filter(CallerLine::isOfUser).findFirst().orElse(null));
    return frame == null ? null : frame.getFileName() + ":" + frame.getLineNumber();
  }

  private static boolean isOfUser(StackWalker.StackFrame frame) {
    String name = frame.getClassName();
    for (String prefix : BETWEEN) {
      if (name.startsWith(prefix)) {
        return false;
      }
    }
    return frame.getFileName() != null;
  }
}
