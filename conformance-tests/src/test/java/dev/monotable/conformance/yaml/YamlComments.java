package dev.monotable.conformance.yaml;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.comments.CommentType;
import org.snakeyaml.engine.v2.events.CommentEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** The comments of a document in order. They are removed one by one as the document is written. */
final class YamlComments {
  /**
   * A comment.
   *
   * @param line the line number, starting at 0
   * @param text the text after the hash, including leading space
   * @param isApart whether an empty line follows
   */
  record Comment(int line, String text, boolean isApart) {}

  private final Deque<Comment> left = new ArrayDeque<>();

  YamlComments(String yaml) {
    List<String> lines = yaml.lines().toList();
    LoadSettings settings = LoadSettings.builder().setParseComments(true).build();
    ParserImpl events = new ParserImpl(settings, new StreamReader(settings, yaml));
    while (events.hasNext()) {
      Event event = events.next();
      // An empty line is a separate event.
      if (event instanceof CommentEvent comment
          && comment.getCommentType() != CommentType.BLANK_LINE) {
        int line = comment.getStartMark().orElseThrow().getLine();
        String text = comment.getValue().stripTrailing();
        left.add(
            new Comment(
                line,
                text.isEmpty() || text.startsWith(" ") ? text : ' ' + text,
                line + 1 < lines.size() && lines.get(line + 1).isBlank()));
      }
    }
  }

  /** Removes and returns the comments on the lines before a line. */
  List<Comment> takeBefore(int line) {
    List<Comment> taken = new ArrayList<>();
    while (!left.isEmpty() && left.getFirst().line() < line) {
      taken.add(left.removeFirst());
    }
    return taken;
  }
}
