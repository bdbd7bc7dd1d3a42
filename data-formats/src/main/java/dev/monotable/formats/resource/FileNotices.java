package dev.monotable.formats.resource;

import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.Notice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The notices of a file, grouped by kind and bounded: the first ones of a kind have a line each,
 * and one more line counts the others. Kinds are in the order of their first notices. Not thread
 * safe.
 */
public final class FileNotices {
  /** The notices of a kind that have a line of their own. */
  static final int MAX_OF_KIND = 10;

  /** The kinds that have lines of their own. */
  static final int MAX_KINDS = 100;

  private final Map<String, Kind> kinds = new LinkedHashMap<>();
  private final Kind ofOtherKinds = new Kind(0);

  /** The notices of a kind. */
  private static final class Kind {
    private final int maximum;
    private final List<Notice> first = new ArrayList<>();
    private @Nullable FilePosition next;
    private int more;

    Kind(int maximum) {
      this.maximum = maximum;
    }

    void add(FilePosition at, String text) {
      if (first.size() < maximum) {
        first.add(new Notice(at, text));
        return;
      }
      if (next == null) {
        next = at;
      }
      more++;
    }

    void addTo(List<Notice> all, String what) {
      all.addAll(first);
      if (next != null) {
        all.add(new Notice(next, "there are " + more + " more notices " + what));
      }
    }
  }

  /**
   * Adds a notice.
   *
   * @param kind what it is about, such as the type of a resource
   */
  public void add(String kind, FilePosition at, String text) {
    Kind known = kinds.get(kind);
    if (known == null && kinds.size() < MAX_KINDS) {
      known = new Kind(MAX_OF_KIND);
      kinds.put(kind, known);
    }
    (known == null ? ofOtherKinds : known).add(at, text);
  }

  /**
   * Adds a notice for a resource that has no effect, if it has to do with DynamoDB and its type is
   * not one of {@link SilentTypes}.
   *
   * @param name the name of the resource in the file
   * @param at where the resource begins
   * @param properties what the file says of the resource
   */
  public void addResource(
      String type,
      String name,
      FilePosition at,
      @Nullable FileValue properties,
      TableMentions mentions) {
    String mention = mentions.find(type, properties);
    if (mention != null) {
      add(type, at, name + " (" + type + ") has no effect here; it " + mention);
    }
  }

  /** Returns the notices. */
  public List<Notice> list() {
    List<Notice> all = new ArrayList<>();
    kinds.forEach((kind, notices) -> notices.addTo(all, "of " + kind));
    ofOtherKinds.addTo(all, "of other kinds");
    return all;
  }
}
