package dev.monotable.design.recording;

import dev.monotable.text.FilePosition;
import dev.monotable.text.Notice;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The names of members of a recording that this version does not know, and that it ignores. */
final class IgnoredMembers {
  /** The most names that are kept. */
  static final int MOST = 20;

  private final Set<String> names = new TreeSet<>();
  private boolean hasMore;

  void add(String name) {
    if (names.size() < MOST || names.contains(name)) {
      names.add(name);
    } else {
      hasMore = true;
    }
  }

  /** Adds a notice that names the members, if there are any. */
  void addTo(List<Notice> notices, Path file) {
    if (!names.isEmpty()) {
      notices.add(
          new Notice(
              FilePosition.of(file),
              "written by a later version of Monotable; its members "
                  + String.join(", ", names)
                  + (hasMore ? " and others" : "")
                  + " were ignored"));
    }
  }
}
