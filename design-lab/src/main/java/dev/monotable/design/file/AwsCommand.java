package dev.monotable.design.file;

import dev.monotable.formats.schema.RecordBinder;
import dev.monotable.model.Operations;
import dev.monotable.schema.Member;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.ShapeType;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.ScalarType;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of the AWS CLI, such as {@code aws dynamodb query --table-name Chat …}. See the <a
 * href="https://docs.aws.amazon.com/cli/latest/reference/dynamodb/">reference of its options</a>.
 */
final class AwsCommand {
  /** Options of the CLI itself that have a value. */
  private static final Set<String> VALUES =
      Set.of(
          "ca-bundle",
          "cli-binary-format",
          "cli-connect-timeout",
          "cli-read-timeout",
          "color",
          "endpoint-url",
          "output",
          "profile",
          "query",
          "region");

  /** Options of the CLI itself without a value. */
  private static final Set<String> FLAGS =
      Set.of(
          "cli-auto-prompt",
          "debug",
          "no-cli-auto-prompt",
          "no-cli-pager",
          "no-paginate",
          "no-sign-request",
          "no-verify-ssl");

  /** Options that say how many items the CLI prints; requests do not have them. */
  private static final Set<String> PAGING = Set.of("max-items", "starting-token");

  /** An attribute in shorthand syntax, {@code PK={S=a}}. */
  private static final Pattern ATTRIBUTE =
      Pattern.compile("\\s*([^=,{}\\s]+)=\\{\\s*(S|N|B)=([^{},]*)\\}\\s*(?:,|$)");

  /** A name and a text in shorthand syntax, {@code #n=name}. */
  private static final Pattern NAME = Pattern.compile("\\s*([^=,{}\\s]+)=([^=,{}]*)(?:,|$)");

  private final List<String> words;
  private final FilePosition at;
  private int next = 1;

  private AwsCommand(List<String> words, FilePosition at) {
    this.words = words;
    this.at = at;
  }

  /**
   * A request to DynamoDB.
   *
   * @param input the input of the operation
   */
  record AwsRequest<I extends Record>(OperationSchema<I, ?> operation, I input) {}

  /**
   * Reads a command.
   *
   * @param words the words of the command, {@code aws} first
   * @param at where the file has it
   * @throws IllegalArgumentException if it is not a command for DynamoDB, or has an unknown option
   *     or an invalid value
   */
  static AwsRequest<?> read(List<String> words, FilePosition at) {
    try {
      return new AwsCommand(words, at).call();
    } catch (InvalidContentException e) {
      throw new IllegalArgumentException(e.reason(), e);
    }
  }

  private AwsRequest<?> call() {
    String service = requirePositional();
    String command = requirePositional();
    OperationSchema<?, ?> operation =
        service.equals("dynamodb") ? Operations.find(pascalCase(command)) : null;
    if (!words.get(0).equals("aws") || operation == null) {
      throw new IllegalArgumentException(
          "'" + String.join(" ", words.subList(0, next)) + "' is not a command for DynamoDB");
    }
    return bound(operation);
  }

  private <I extends Record> AwsRequest<I> bound(OperationSchema<I, ?> operation) {
    MappingBuilder members = new MappingBuilder(at);
    while (next < words.size()) {
      String word = words.get(next);
      if (!word.startsWith("--")) {
        throw new IllegalArgumentException("'" + word + "' is not an option");
      }
      if (!skipCliOption()) {
        option(operation, members);
      }
    }
    return new AwsRequest<>(
        operation, RecordBinder.bind(operation.input(), members.build(), operation.name()));
  }

  /** Returns the next word that is neither an option of the CLI itself nor its value. */
  private String requirePositional() {
    while (next < words.size()) {
      if (!skipCliOption()) {
        String word = words.get(next++);
        if (word.startsWith("--")) {
          throw new IllegalArgumentException("'" + word + "' is not an option of the AWS CLI");
        }
        return word;
      }
    }
    return "";
  }

  /** Skips an option of the CLI itself with its value. */
  private boolean skipCliOption() {
    String word = words.get(next);
    int equals = word.indexOf('=');
    String name =
        word.startsWith("--") ? word.substring(2, equals < 0 ? word.length() : equals) : "";
    boolean valued = VALUES.contains(name) || PAGING.contains(name);
    if (valued || FLAGS.contains(name)) {
      next += valued && equals < 0 ? 2 : 1;
      return true;
    }
    return false;
  }

  private void option(OperationSchema<?, ?> operation, MappingBuilder members) {
    String word = words.get(next++);
    int equals = word.indexOf('=');
    String name = word.substring(2, equals < 0 ? word.length() : equals);
    Member member = operation.input().find(name.equals("page-size") ? "Limit" : pascalCase(name));
    boolean value = true;
    if (member == null && name.startsWith("no-")) {
      member = operation.input().find(pascalCase(name.substring(3)));
      value = false;
    }
    if (member == null) {
      throw new IllegalArgumentException(operation.name() + " has no option '--" + name + "'");
    }
    ShapeType type = member.schema().type();
    if (type == ShapeType.BOOLEAN) {
      members.add(member.wireName(), at, new Scalar(at, String.valueOf(value), ScalarType.BOOLEAN));
      return;
    }
    List<String> values = new ArrayList<>();
    if (equals >= 0) {
      values.add(word.substring(equals + 1));
    }
    while (next < words.size()
        && (values.isEmpty() || type == ShapeType.LIST)
        && !words.get(next).startsWith("--")) {
      values.add(words.get(next++));
    }
    if (values.isEmpty()) {
      throw new IllegalArgumentException("--" + name + " needs a value");
    }
    members.add(member.wireName(), at, value(type, values, name));
  }

  private FileValue value(ShapeType type, List<String> values, String option) {
    String text = values.get(0).strip();
    if (text.startsWith("file://") || text.startsWith("fileb://")) {
      throw new IllegalArgumentException("--" + option + " is in another file, " + text);
    }
    if (type == ShapeType.STRING || type == ShapeType.INTEGER || type == ShapeType.LONG) {
      return new Scalar(at, values.get(0));
    }
    if (text.startsWith("{") || text.startsWith("[")) {
      return json(text, option);
    }
    if (type == ShapeType.LIST) {
      return new Sequence(
          at, values.stream().<FileValue>map(each -> new Scalar(at, each)).toList());
    }
    return shorthand(text, option);
  }

  private FileValue json(String text, String option) {
    try {
      return FileReaders.read(at.file(), text);
    } catch (InvalidContentException e) {
      throw new IllegalArgumentException("--" + option + ": " + e.reason(), e);
    }
  }

  private FileValue shorthand(String text, String option) {
    MappingBuilder members = new MappingBuilder(at);
    Matcher attribute = ATTRIBUTE.matcher(text);
    Matcher name = NAME.matcher(text);
    int position = 0;
    while (position < text.length()) {
      if (attribute.find(position) && attribute.start() == position) {
        MappingBuilder value = new MappingBuilder(at);
        value.add(attribute.group(2), at, attribute.group(3));
        members.add(attribute.group(1), at, value.build());
        position = attribute.end();
      } else if (name.find(position) && name.start() == position) {
        members.add(name.group(1), at, name.group(2).strip());
        position = name.end();
      } else {
        throw new IllegalArgumentException("--" + option + " must be JSON, not '" + text + "'");
      }
    }
    return members.build();
  }

  /** Returns the name of an operation or member: {@code table-name} becomes {@code TableName}. */
  private static String pascalCase(String option) {
    StringBuilder name = new StringBuilder();
    for (String word : option.split("-", -1)) {
      if (!word.isEmpty()) {
        name.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
      }
    }
    return name.toString();
  }
}
