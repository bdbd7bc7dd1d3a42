package dev.monotable.formats.template;

import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.FileValue.Unresolved;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the variables of a Serverless Framework configuration: {@code self}, {@code opt}, {@code
 * sls}, {@code env}, {@code param}, {@code file}, {@code aws:region} and {@code aws:accountId},
 * with their fallbacks. Others, such as {@code ssm} and {@code cf}, are known only after
 * deployment. References of CloudFormation, such as {@code ${AWS::Region}}, are left as they are.
 * See <a href="https://www.serverless.com/framework/docs/guides/variables">Serverless Framework
 * variables</a>.
 */
final class ServerlessVariables {
  private static final Pattern SOURCE =
      Pattern.compile("([a-zA-Z][a-zA-Z0-9_-]*)(\\(([^)]*)\\))?(?::(?!:)(.*))?", Pattern.DOTALL);

  private final Mapping root;
  private final Path file;
  private final Stack stack;
  private final Map<String, String> environment;
  private final Expansion expansion = new Expansion();
  private final Map<Path, FileValue> files = new HashMap<>();

  ServerlessVariables(Mapping root, Path file, Stack stack, Map<String, String> environment) {
    this.root = root;
    this.file = file;
    this.stack = stack;
    this.environment = environment;
  }

  /** Returns the value with each variable replaced. */
  FileValue resolve(FileValue value) {
    expansion.count(value.at());
    if (value instanceof Scalar scalar) {
      return scalar.text().contains("${") ? interpolate(scalar) : scalar;
    }
    if (value instanceof Sequence sequence) {
      List<FileValue> elements = new ArrayList<>();
      for (FileValue element : sequence.elements()) {
        elements.add(resolve(element));
      }
      return new Sequence(sequence.at(), elements);
    }
    if (value instanceof Mapping mapping) {
      MappingBuilder members = new MappingBuilder(mapping.at());
      for (NamedValue member : mapping.members()) {
        FileValue name = resolve(new Scalar(member.at(), member.name()));
        members.add(
            name instanceof Scalar scalar ? scalar.text() : member.name(),
            member.at(),
            resolve(member.value()));
      }
      return members.build();
    }
    return value;
  }

  /** Returns the stage: an option, else that of the provider, else {@code dev}. */
  FileValue stage(FilePosition at) {
    String option = option("stage");
    if (option != null) {
      return new Scalar(at, option);
    }
    FileValue stage = self("provider.stage");
    return stage == null ? new Scalar(at, "dev") : stage;
  }

  /** Returns a value of the configuration by its path, resolved; null if it is absent. */
  @Nullable FileValue self(String path) {
    return expansion.resolve(
        path,
        root.at(),
        "the variable ${self:" + path + "} depends on itself",
        () -> path.isEmpty() ? resolve(root) : descend(root, path));
  }

  /**
   * Replaces the variables of a text. A text that is one variable becomes its value, of any type.
   */
  private FileValue interpolate(Scalar scalar) {
    String text = scalar.text();
    StringBuilder result = new StringBuilder();
    int at = 0;
    while (true) {
      int open = text.indexOf("${", at);
      int close = open < 0 ? -1 : closing(text, open + 2);
      if (close < 0) {
        return new Scalar(scalar.at(), result.append(text, at, text.length()).toString());
      }
      String variable = text.substring(open + 2, close);
      result.append(text, at, open);
      at = close + 1;
      if (!isVariable(variable)) {
        result.append("${").append(variable).append('}');
        continue;
      }
      FileValue value = variable(variable, scalar.at());
      if (open == 0 && at == text.length()) {
        return value;
      }
      if (value instanceof Unresolved) {
        return value;
      }
      result.append(expansion.counted(FileValue.text(value, "${" + variable + "}"), scalar.at()));
    }
  }

  /** Returns the offset of the brace that closes a variable, or -1. */
  private static int closing(String text, int from) {
    int depth = 0;
    for (int i = from; i < text.length(); i++) {
      if (text.startsWith("${", i)) {
        depth++;
        i++;
      } else if (text.charAt(i) == '}' && depth-- == 0) {
        return i;
      }
    }
    return -1;
  }

  /** Returns whether this is a variable, and not a reference that CloudFormation resolves. */
  private static boolean isVariable(String text) {
    String first = sources(text).get(0);
    Matcher source = SOURCE.matcher(first);
    return first.contains("${")
        || (source.matches() && (source.group(2) != null || source.group(4) != null));
  }

  private FileValue variable(String text, FilePosition at) {
    FileValue missing = null;
    for (String each : sources(text)) {
      FileValue value = source(each, at);
      if (value instanceof Unresolved) {
        missing = value;
      } else if (value != null && !(value instanceof Absent)) {
        return value;
      }
    }
    return missing == null
        ? new Unresolved(at, "the variable ${" + text + "} has no value")
        : missing;
  }

  /** Splits a variable at its commas: a source, and fallbacks. */
  private static List<String> sources(String text) {
    List<String> sources = new ArrayList<>();
    int depth = 0;
    char quote = 0;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == '{' || c == '(') {
        depth++;
      } else if (c == '}' || c == ')') {
        depth--;
      } else if (c == ',' && depth == 0) {
        sources.add(text.substring(start, i).trim());
        start = i + 1;
      }
    }
    sources.add(text.substring(start).trim());
    return sources;
  }

  /** Returns the value of one source, or null if it has none. */
  private @Nullable FileValue source(String given, FilePosition at) {
    String text = given;
    if (text.contains("${")) {
      FileValue inner = interpolate(new Scalar(at, text));
      if (!(inner instanceof Scalar scalar)) {
        return inner;
      }
      text = scalar.text();
      if (given.startsWith("${") && closing(given, 2) == given.length() - 1) {
        return inner;
      }
    }
    if (text.length() >= 2
        && (text.charAt(0) == '\'' || text.charAt(0) == '"')
        && text.charAt(text.length() - 1) == text.charAt(0)) {
      return new Scalar(at, text.substring(1, text.length() - 1));
    }
    Matcher source = SOURCE.matcher(text);
    if (!source.matches() || (source.group(2) == null && source.group(4) == null)) {
      return text.equals("null") ? null : new Scalar(at, text);
    }
    String address = source.group(4) == null ? "" : source.group(4).trim();
    return switch (source.group(1)) {
      case "self" -> self(address);
      case "opt" -> scalar(option(address), at);
      case "env" -> scalar(environment.get(address), at);
      case "param" -> parameter(address, at);
      case "sls" -> address.equals("stage") ? stage(at) : unresolved(text, at);
      case "aws" ->
          switch (address) {
            case "region" -> new Scalar(at, stack.region());
            case "accountId" -> new Scalar(at, stack.account());
            default -> unresolved(text, at);
          };
      case "file" ->
          source.group(3) == null
              ? unresolved(text, at)
              : file(source.group(3).trim(), address, at);
      default -> unresolved(text, at);
    };
  }

  private static @Nullable Scalar scalar(@Nullable String text, FilePosition at) {
    return text == null ? null : new Scalar(at, text);
  }

  private static Unresolved unresolved(String text, FilePosition at) {
    return new Unresolved(at, "the variable ${" + text + "} cannot be resolved offline");
  }

  private @Nullable String option(String name) {
    stack.use(name);
    return stack.parameters().get(name);
  }

  /** Returns a parameter: given, or of the stage, or of all stages. */
  private @Nullable FileValue parameter(String name, FilePosition at) {
    String given = option(name);
    if (given != null) {
      return new Scalar(at, given);
    }
    FileValue stage = stage(at);
    if (stage instanceof Scalar scalar) {
      for (String section :
          List.of("stages." + scalar.text() + ".params", "params." + scalar.text())) {
        FileValue value = self(section + '.' + name);
        if (value != null) {
          return value;
        }
      }
    }
    FileValue value = self("stages.default.params." + name);
    return value == null ? self("params.default." + name) : value;
  }

  private @Nullable FileValue file(String name, String path, FilePosition at) {
    if (name.endsWith(".js") || name.endsWith(".cjs") || name.endsWith(".ts")) {
      return new Unresolved(at, "the script " + name + " is not run");
    }
    Path other = file.resolveSibling(name).normalize();
    return expansion.resolve(
        "file " + other + ':' + path,
        at,
        "the file " + name + " includes itself",
        () -> {
          FileValue content = files.computeIfAbsent(other, FileReaders::read);
          return path.isEmpty() ? resolve(content) : descend(content, path);
        });
  }

  /** Follows a path of names and indexes, with dots between them. */
  private @Nullable FileValue descend(FileValue start, String path) {
    FileValue value = start;
    for (String step : path.split("\\.")) {
      if (value instanceof Scalar) {
        value = resolve(value);
      }
      if (value instanceof Unresolved) {
        return value;
      }
      if (value instanceof Mapping mapping) {
        value = mapping.find(step);
      } else if (value instanceof Sequence sequence && step.matches("[0-9]{1,6}")) {
        int index = Integer.parseInt(step);
        value = index < sequence.elements().size() ? sequence.elements().get(index) : null;
      } else {
        value = null;
      }
      if (value == null) {
        return null;
      }
    }
    return resolve(value);
  }
}
