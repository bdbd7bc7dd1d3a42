package dev.monotable.formats.terraform;

import dev.monotable.formats.resource.Properties;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A managed resource of a plan or state. */
final class TerraformResource {
  private static final List<String> TAGS = List.of("tags", "tags_all");

  private final TerraformModule module;
  private final String type;
  private final Mapping content;
  private final Mapping configuration;

  /**
   * @param module the module that has it
   * @param type such as {@code aws_dynamodb_table}
   * @param content the resource in the file
   * @param configuration the resource in the configuration of a plan; empty in a state
   */
  TerraformResource(TerraformModule module, String type, Mapping content, Mapping configuration) {
    this.module = module;
    this.type = type;
    this.content = content;
    this.configuration = configuration;
  }

  String type() {
    return type;
  }

  Mapping configuration() {
    return configuration;
  }

  FilePosition at() {
    return content.at();
  }

  /** Returns the address, such as {@code module.chat.aws_dynamodb_table.chat[0]}. */
  String address() {
    return content.find("address") instanceof Scalar address ? address.text() : type;
  }

  /** Returns the name in the configuration, which resources with {@code count} share. */
  String name() {
    return content.find("name") instanceof Scalar name ? name.text() : "";
  }

  /** Returns the index as it is in an address, such as {@code [0]}; empty without one. */
  String index() {
    if (!(content.find("index") instanceof Scalar index)) {
      return "";
    }
    return index.type() == FileValue.ScalarType.NUMBER
        ? "[" + index.text() + "]"
        : "[\"" + index.text() + "\"]";
  }

  /**
   * Returns the values as they are in the file. Those that are known only after apply are absent.
   *
   * @throws InvalidContentException if the resource has no values
   */
  Mapping allValues() {
    return FileValue.mapping(Properties.require(content, "values", address()), "values");
  }

  /** Returns the values without those that the provider writes for what is not set. */
  Mapping values() {
    return content.find("values") instanceof Mapping values
        ? set(values)
        : new Mapping(content.at(), List.of());
  }

  /** Returns the text of a value; null if it is not set, or known only after apply. */
  @Nullable String text(String attribute) {
    return values().findText(attribute);
  }

  /** Returns the resources of a type that the expression of an attribute refers to. */
  List<TerraformResource> referenced(String attribute, String other) {
    FileValue expression = expressions().find(attribute);
    return expression == null
        ? List.of()
        : referenced(TerraformModule.references(expression), other);
  }

  /** Returns the resources of a type that references lead to. */
  List<TerraformResource> referenced(List<String> references, String other) {
    List<TerraformResource> found = module.find(references, other);
    return found.size() > 1 && !index().isEmpty()
        ? found.stream().filter(each -> each.index().equals(index())).toList()
        : found;
  }

  /** Returns the expressions of the configuration by attribute. */
  Mapping expressions() {
    return configuration.find("expressions") instanceof Mapping expressions
        ? expressions
        : new Mapping(content.at(), List.of());
  }

  private static Mapping set(Mapping values) {
    List<NamedValue> members = new ArrayList<>();
    for (NamedValue member : values.members()) {
      FileValue value = member.value();
      if (TAGS.contains(member.name()) && value instanceof Mapping) {
        members.add(member);
      } else if (isSet(value)) {
        members.add(new NamedValue(member.name(), member.at(), set(value)));
      }
    }
    return new Mapping(values.at(), members);
  }

  private static FileValue set(FileValue value) {
    if (value instanceof Mapping mapping) {
      return set(mapping);
    }
    return value instanceof Sequence list
        ? new Sequence(
            list.at(),
            list.elements().stream()
                .filter(TerraformResource::isSet)
                .map(TerraformResource::set)
                .toList())
        : value;
  }

  private static boolean isSet(FileValue value) {
    return !(value instanceof Absent)
        && !(value instanceof Scalar scalar && scalar.text().isEmpty())
        && !(value instanceof Mapping mapping
            && mapping.members().stream().noneMatch(each -> isSet(each.value())))
        && !(value instanceof Sequence list
            && list.elements().stream().noneMatch(TerraformResource::isSet));
  }

  /** Returns the JSON in a text, with the position of the text. */
  static FileValue json(Scalar text) {
    try {
      return placed(FileReaders.read(text.at().file(), text.text()), text.at());
    } catch (InvalidContentException e) {
      throw new InvalidContentException(text.at(), e.reason());
    }
  }

  private static FileValue placed(FileValue value, FilePosition at) {
    if (value instanceof Mapping mapping) {
      return new Mapping(
          at,
          mapping.members().stream()
              .map(each -> new NamedValue(each.name(), at, placed(each.value(), at)))
              .toList());
    }
    if (value instanceof Sequence list) {
      return new Sequence(at, list.elements().stream().map(each -> placed(each, at)).toList());
    }
    return value instanceof Scalar scalar
        ? new Scalar(at, scalar.text(), scalar.type())
        : new Absent(at);
  }
}
