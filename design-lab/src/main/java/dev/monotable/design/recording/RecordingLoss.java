package dev.monotable.design.recording;

import dev.monotable.design.relation.RequestOutline;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.text.FilePosition;
import dev.monotable.text.Notice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The requests that recordings do not contain, because they came faster than they could be written,
 * or because a file was full. Not thread-safe.
 */
public final class RecordingLoss {
  private long requests;
  private long tables;
  private long withoutItems;

  /** Creates a count of no loss. */
  public RecordingLoss() {}

  void count(ObservedRequest request) {
    withoutItems += RequestOutline.is(request) ? 1 : 0;
  }

  void add(long lostRequests, long lostTables) {
    requests += lostRequests;
    tables += lostTables;
  }

  void add(RecordingLoss other) {
    add(other.requests, other.tables);
    withoutItems += other.withoutItems;
  }

  /** Adds a sentence for each kind of loss. */
  public void addTo(List<String> omissions) {
    if (requests > 0 || tables > 0) {
      String lost =
          requests == 0
              ? count(tables, "table")
              : count(requests, "request") + (tables == 0 ? "" : " and " + count(tables, "table"));
      omissions.add(lost + (requests + tables == 1 ? " was" : " were") + " not recorded.");
    }
    if (withoutItems > 0) {
      omissions.add(
          count(withoutItems, "request")
              + (withoutItems == 1 ? " was" : " were")
              + " recorded without items, which were too large, and findings ignore "
              + (withoutItems == 1 ? "it." : "them."));
    }
  }

  private static String count(long number, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
  }

  void addTo(List<Notice> notices, Path file) {
    List<String> sentences = new ArrayList<>();
    addTo(sentences);
    for (String each : sentences) {
      notices.add(new Notice(FilePosition.of(file), each.substring(0, each.length() - 1)));
    }
  }
}
