package dev.monotable.design.render;

import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The formats of reports. */
public enum ReportFormat {
  /** For a terminal. */
  TEXT("txt"),
  /** For programs, and to compare a later report with. */
  JSON("json"),
  /** For a pull request. */
  MARKDOWN("md"),
  /** One page for a browser, which needs no other files and no network. */
  HTML("html");

  private final String extension;

  ReportFormat(String extension) {
    this.extension = extension;
  }

  /** Returns the extension of files in this format, such as {@code md}. */
  public String extension() {
    return extension;
  }

  /** Returns the format that the name of a file asks for, or null. */
  public static @Nullable ReportFormat find(Path file) {
    Path last = file.getFileName();
    String name = last == null ? "" : last.toString().toLowerCase(Locale.ROOT);
    for (ReportFormat format : values()) {
      if (name.endsWith("." + format.extension)) {
        return format;
      }
    }
    return name.endsWith(".htm") ? HTML : name.endsWith(".markdown") ? MARKDOWN : null;
  }
}
