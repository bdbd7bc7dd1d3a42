package dev.monotable.conformance.yaml;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.CollectionNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Writes YAML in the canonical form of the files of cases:
 *
 * <ul>
 *   <li>no line is longer than {@link #WIDTH} columns;
 *   <li>the upper levels and each step are in block style; below them, values that fit on one line
 *       are written on one line, in braces or brackets;
 *   <li>strings are plain if possible, otherwise quoted; long strings are folded;
 *   <li>there is an empty line before each member of the document, and between its entries if these
 *       are mappings.
 * </ul>
 *
 * <p>Values, their order and all comments are kept. A comment is on the line of its entry if it
 * fits, otherwise above it.
 */
public final class YamlFormat {
  static final int WIDTH = 120;

  /** Mappings at this depth and above are in block style. */
  private static final int BLOCK_DEPTH = 2;

  /** Lists of steps, each of which is in block style. */
  private static final Set<String> STEPS = Set.of("steps", "before", "then");

  private final YamlComments comments;
  private final StringBuilder out = new StringBuilder();

  private YamlFormat(YamlComments comments) {
    this.comments = comments;
  }

  /**
   * Returns the document in its canonical form.
   *
   * @throws IllegalArgumentException if it is not a mapping, or if something does not fit on a line
   *     and cannot be broken: a key, a word of a comment, a value within too many others
   */
  public static String format(String yaml) {
    Node root =
        new Compose(LoadSettings.builder().build())
            .composeString(yaml)
            .orElseThrow(() -> new IllegalArgumentException("the document is empty"));
    if (!(root instanceof MappingNode mapping)) {
      throw new IllegalArgumentException("the document is not a mapping");
    }
    return format(mapping, new YamlComments(yaml));
  }

  static String format(MappingNode root, YamlComments comments) {
    YamlFormat format = new YamlFormat(comments);
    format.mapping(root, 0, 0, false);
    List<YamlComments.Comment> last = format.comments.takeBefore(Integer.MAX_VALUE);
    if (!last.isEmpty()) {
      format.out.append('\n');
      format.comments(last, 0);
    }
    String text = format.out.toString().stripTrailing() + '\n';
    text.lines()
        .filter(line -> YamlScalar.columns(line) > WIDTH)
        .findFirst()
        .ifPresent(
            line -> {
              throw new IllegalArgumentException("too deep for a line, use $nested: " + line);
            });
    return text;
  }

  private void mapping(MappingNode mapping, int depth, int indent, boolean afterHyphen) {
    boolean first = true;
    for (NodeTuple entry : mapping.getValue()) {
      Node key = entry.getKeyNode();
      Node value = entry.getValueNode();
      List<YamlComments.Comment> above = comments.takeBefore(line(key));
      List<YamlComments.Comment> beside = beside(key, value);
      String name = name(key);
      int column = indent + YamlScalar.columns(name) + 1;
      boolean isApart = depth == 0 || (depth == 1 && isBlock(value, depth + 1, name));
      if (!hasRoom(value, name, depth + 1, column, beside)) {
        above.addAll(beside);
        beside = List.of();
      }
      if (first && afterHyphen) {
        if (!above.isEmpty()) {
          throw new IllegalArgumentException("no room for a comment: " + above);
        }
      } else {
        out.append(!first && isApart ? "\n" : "");
        comments(above, indent);
        out.append(" ".repeat(indent));
      }
      first = false;
      out.append(name).append(':');
      value(value, name, depth + 1, indent, beside);
    }
  }

  private void sequence(SequenceNode sequence, String name, int depth, int indent) {
    boolean first = true;
    for (Node element : sequence.getValue()) {
      out.append(!first && depth == 1 && element instanceof MappingNode ? "\n" : "");
      first = false;
      comments(comments.takeBefore(line(element)), indent);
      out.append(" ".repeat(indent)).append('-');
      boolean isBlock = isBlock(element, depth + 1, name) || inline(element, indent + 2) == null;
      if (isBlock && element instanceof MappingNode mapping) {
        out.append(' ');
        mapping(mapping, depth + 1, indent + 2, true);
      } else {
        value(element, "", depth + 1, indent, beside(element, element));
      }
    }
  }

  /** Writes a value after a key or a hyphen, and ends its line. */
  private void value(
      Node value, String name, int depth, int indent, List<YamlComments.Comment> beside) {
    int column = out.length() - out.lastIndexOf("\n") - 1;
    String line = isBlock(value, depth, name) ? null : inline(value, column + 1);
    if (line != null) {
      out.append(' ').append(line).append(text(beside)).append('\n');
    } else if (value instanceof ScalarNode scalar) {
      List<String> lines =
          YamlScalar.lines(scalar.getValue(), WIDTH - column - 1, WIDTH - indent - 2);
      out.append(' ').append(lines.get(0)).append('\n');
      for (String next : lines.subList(1, lines.size())) {
        out.append(" ".repeat(indent + 2)).append(next).append('\n');
      }
    } else {
      out.append(text(beside)).append('\n');
      if (value instanceof MappingNode mapping) {
        mapping(mapping, depth, indent + 2, false);
      } else {
        sequence((SequenceNode) value, name, depth, indent + 2);
      }
    }
  }

  /** Returns whether a node is in block style even if it fits on one line. */
  private static boolean isBlock(Node node, int depth, String list) {
    if (node instanceof MappingNode mapping) {
      return !mapping.getValue().isEmpty() && (depth <= BLOCK_DEPTH || STEPS.contains(list));
    }
    return node instanceof SequenceNode sequence
        && !sequence.getValue().isEmpty()
        && (STEPS.contains(list)
            || (depth == 1 && sequence.getValue().get(0) instanceof MappingNode));
  }

  /** Returns a node on one line that begins in a column, or null if it does not fit. */
  private static @Nullable String inline(Node node, int column) {
    StringBuilder line = new StringBuilder();
    inline(node, line, false, WIDTH - column);
    boolean isEmpty =
        node instanceof CollectionNode<?> collection && collection.getValue().isEmpty();
    return isEmpty || YamlScalar.columns(line) <= WIDTH - column ? line.toString() : null;
  }

  private static void inline(Node node, StringBuilder line, boolean inFlow, int room) {
    if (line.length() > 2 * room) {
      return; // it does not fit, so its end does not matter
    }
    if (node instanceof ScalarNode scalar) {
      line.append(text(scalar, inFlow));
    } else if (node instanceof SequenceNode sequence) {
      line.append('[');
      String comma = "";
      for (Node element : sequence.getValue()) {
        line.append(comma);
        inline(element, line, true, room);
        comma = ", ";
      }
      line.append(']');
    } else {
      line.append('{');
      String comma = "";
      for (NodeTuple entry : ((MappingNode) node).getValue()) {
        line.append(comma).append(name(entry.getKeyNode())).append(": ");
        inline(entry.getValueNode(), line, true, room);
        comma = ", ";
      }
      line.append('}');
    }
  }

  private static String text(ScalarNode scalar, boolean inFlow) {
    String value = scalar.getValue();
    if (scalar.getScalarStyle() == ScalarStyle.PLAIN) {
      if (value.isEmpty() || value.equals("~")) {
        return "null";
      }
      if (YamlScalar.isJson(value)) {
        return value;
      }
    }
    return YamlScalar.oneLine(value, inFlow);
  }

  private static String name(Node key) {
    if (!(key instanceof ScalarNode scalar)) {
      throw new IllegalArgumentException("a key is not a scalar: " + key);
    }
    String name = YamlScalar.oneLine(scalar.getValue(), true);
    if (YamlScalar.columns(name) > WIDTH / 2) {
      throw new IllegalArgumentException("a key is too long, use a template: " + name);
    }
    return name;
  }

  private static int line(Node node) {
    return node.getStartMark().orElseThrow().getLine();
  }

  /**
   * Removes the comments on the lines of an entry, or on its first line if it is in block style.
   */
  private List<YamlComments.Comment> beside(Node key, Node value) {
    boolean isBlock =
        value instanceof CollectionNode<?> collection
            && collection.getFlowStyle() == FlowStyle.BLOCK;
    Node last = isBlock ? key : value;
    int end = last.getEndMark().orElseThrow().getLine();
    boolean isBlockScalar =
        last instanceof ScalarNode scalar
            && (scalar.getScalarStyle() == ScalarStyle.FOLDED
                || scalar.getScalarStyle() == ScalarStyle.LITERAL);
    return comments.takeBefore(isBlockScalar ? line(last) + 1 : end + 1);
  }

  /** Returns whether comments fit on the line of a value that begins after a column. */
  private static boolean hasRoom(
      Node value, String name, int depth, int column, List<YamlComments.Comment> beside) {
    if (beside.isEmpty()) {
      return true;
    }
    String line = isBlock(value, depth, name) ? null : inline(value, column + 1);
    if (line == null && value instanceof ScalarNode) {
      return false;
    }
    int end = column + (line == null ? 0 : 1 + YamlScalar.columns(line));
    return beside.size() == 1 && end + YamlScalar.columns(text(beside)) <= WIDTH;
  }

  private static String text(List<YamlComments.Comment> beside) {
    StringBuilder text = new StringBuilder();
    beside.forEach(comment -> text.append(" #").append(comment.text()));
    return text.toString();
  }

  /** Writes comments on separate lines. */
  private void comments(List<YamlComments.Comment> all, int indent) {
    for (YamlComments.Comment comment : all) {
      comment(comment.text(), indent);
      out.append(comment.isApart() ? "\n" : "");
    }
  }

  private void comment(String text, int indent) {
    String start = " ".repeat(indent) + '#';
    String rest = text;
    while (start.length() + YamlScalar.columns(rest) > WIDTH) {
      int space = rest.lastIndexOf(' ', WIDTH - start.length());
      if (space <= 0) {
        throw new IllegalArgumentException("a word of a comment is too long: " + rest);
      }
      out.append(start).append(rest, 0, space).append('\n');
      rest = rest.substring(space);
    }
    out.append(start).append(rest).append('\n');
  }
}
