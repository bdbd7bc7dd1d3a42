package dev.monotable.formats.terraform;

import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A module with its managed resources and the modules that it calls. That of a plan also knows the
 * references of its configuration, by which the table of a resource is found whose ARN is known
 * only after apply. See <a
 * href="https://developer.hashicorp.com/terraform/internals/json-format">JSON output format</a>.
 */
final class TerraformModule {
  /** The references that are followed for one attribute. */
  private static final int MAX_REFERENCES = 1_000;

  /**
   * The parts of {@code var.x}, {@code module.x[0].output} and {@code aws_dynamodb_table.x.arn}.
   */
  private static final Pattern REFERENCE =
      Pattern.compile(
          "([A-Za-z0-9_-]+)\\.([A-Za-z0-9_-]+)(\\[[^\\]]*\\])?(?:\\.([A-Za-z0-9_-]+))?.*");

  private static final Pattern CHILD = Pattern.compile("module\\.([A-Za-z0-9_-]+)(\\[.*\\])?");

  private final @Nullable TerraformModule parent;
  private final Mapping configuration;

  /** The expressions with which the parent calls this module. */
  private final Mapping arguments;

  private final List<TerraformResource> resources = new ArrayList<>();
  private final List<Child> children = new ArrayList<>();

  /**
   * A module that this one calls.
   *
   * @param index as it is in an address; empty without one
   */
  private record Child(String name, String index, TerraformModule module) {}

  private TerraformModule(
      Mapping content, @Nullable TerraformModule parent, Mapping configuration, Mapping arguments) {
    this.parent = parent;
    this.configuration = configuration;
    this.arguments = arguments;
    Map<String, Mapping> configured = new HashMap<>();
    for (FileValue each : elements(configuration, "resources")) {
      if (each instanceof Mapping resource) {
        configured.putIfAbsent(key(resource), resource);
      }
    }
    for (FileValue each : elements(content, "resources")) {
      Mapping resource = FileValue.mapping(each, "a resource");
      boolean managed =
          !(resource.find("mode") instanceof Scalar mode) || mode.text().equals("managed");
      if (managed && resource.find("type") instanceof Scalar type) {
        Mapping known = configured.get(key(resource));
        resources.add(
            new TerraformResource(
                this,
                type.text(),
                resource,
                known == null ? new Mapping(resource.at(), List.of()) : known));
      }
    }
    for (FileValue each : elements(content, "child_modules")) {
      add(FileValue.mapping(each, "a module"), content);
    }
  }

  private void add(Mapping child, Mapping content) {
    String own = content.find("address") instanceof Scalar address ? address.text() + '.' : "";
    String address = child.find("address") instanceof Scalar text ? text.text() : "";
    Matcher matcher = CHILD.matcher(address.substring(address.startsWith(own) ? own.length() : 0));
    String name = matcher.matches() ? matcher.group(1) : "";
    String index = name.isEmpty() || matcher.group(2) == null ? "" : matcher.group(2);
    Mapping call = member(member(configuration, "module_calls"), name);
    children.add(
        new Child(
            name,
            index,
            new TerraformModule(child, this, member(call, "module"), member(call, "expressions"))));
  }

  /** Returns the root module of a plan or state. */
  static TerraformModule root(Mapping file) {
    Mapping values = member(file, "planned_values");
    if (values.members().isEmpty()) {
      values = member(file, "values");
    }
    Mapping none = new Mapping(file.at(), List.of());
    return new TerraformModule(
        TerraformState.isState(file) ? TerraformState.module(file) : member(values, "root_module"),
        null,
        member(member(file, "configuration"), "root_module"),
        none);
  }

  /** Returns the resources of this module, and those of the modules that it calls. */
  List<TerraformResource> all() {
    List<TerraformResource> all = new ArrayList<>(resources);
    children.forEach(child -> all.addAll(child.module().all()));
    return all;
  }

  private static String key(Mapping resource) {
    return text(resource.find("type")) + '.' + text(resource.find("name"));
  }

  private static String text(@Nullable FileValue value) {
    return value instanceof Scalar scalar ? scalar.text() : "";
  }

  /**
   * Returns the value that the configuration gives the Region of a resource's provider; null if it
   * is unknown.
   */
  static @Nullable String providerRegion(Mapping file, TerraformResource resource) {
    if (!(resource.configuration().find("provider_config_key") instanceof Scalar key)) {
      return null;
    }
    Mapping provider = member(member(member(file, "configuration"), "provider_config"), key.text());
    FileValue region = member(member(provider, "expressions"), "region").find("constant_value");
    return region instanceof Scalar text ? text.text() : null;
  }

  // ---- references

  /** Returns the references of an expression, or of the expressions in a block. */
  static List<String> references(FileValue expression) {
    List<String> references = new ArrayList<>();
    if (expression instanceof Sequence blocks) {
      blocks.elements().forEach(each -> references.addAll(references(each)));
    } else if (expression instanceof Mapping mapping) {
      for (NamedValue member : mapping.members()) {
        if (member.name().equals("references") && member.value() instanceof Sequence list) {
          list.elements().stream()
              .filter(Scalar.class::isInstance)
              .forEach(each -> references.add(((Scalar) each).text()));
        } else if (!member.name().equals("constant_value")) {
          references.addAll(references(member.value()));
        }
      }
    }
    return references;
  }

  /** Returns the resources of a type that references in this module lead to. */
  List<TerraformResource> find(List<String> references, String type) {
    List<TerraformResource> found = new ArrayList<>();
    int[] steps = new int[1];
    references.forEach(each -> find(each, type, found, steps));
    return found;
  }

  private void find(String reference, String type, List<TerraformResource> found, int[] steps) {
    Matcher parts = REFERENCE.matcher(reference);
    if (!parts.matches() || ++steps[0] > MAX_REFERENCES) {
      return;
    }
    String name = parts.group(2);
    String index = parts.group(3);
    if (parts.group(1).equals("var")) {
      TerraformModule caller = parent;
      FileValue argument = arguments.find(name);
      if (caller != null && argument != null) {
        references(argument).forEach(each -> caller.find(each, type, found, steps));
      }
    } else if (parts.group(1).equals("module")) {
      for (Child child : children) {
        if (child.name().equals(name) && (index == null || child.index().equals(index))) {
          child.module().findOutput(parts.group(4), type, found, steps);
        }
      }
    } else if (parts.group(1).equals(type)) {
      for (TerraformResource resource : resources) {
        if (resource.type().equals(type)
            && resource.name().equals(name)
            && (index == null || resource.index().equals(index))
            && !found.contains(resource)) {
          found.add(resource);
        }
      }
    }
  }

  private void findOutput(
      @Nullable String name, String type, List<TerraformResource> found, int[] steps) {
    if (name != null) {
      references(member(member(configuration, "outputs"), name))
          .forEach(each -> find(each, type, found, steps));
    }
  }

  private static Mapping member(Mapping mapping, String name) {
    return mapping.find(name) instanceof Mapping member
        ? member
        : new Mapping(mapping.at(), List.of());
  }

  private static List<FileValue> elements(Mapping mapping, String name) {
    FileValue list = mapping.findPresent(name);
    return list == null ? List.of() : FileValue.elements(list, name);
  }
}
