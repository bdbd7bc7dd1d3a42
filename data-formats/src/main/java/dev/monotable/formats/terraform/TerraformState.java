package dev.monotable.formats.terraform;

import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import java.util.ArrayList;
import java.util.List;

/**
 * Converts a state as Terraform keeps it, {@code terraform.tfstate}, to the form in which {@code
 * terraform show -json} prints it.
 */
final class TerraformState {
  private TerraformState() {}

  /** Returns whether a file is a state as Terraform keeps it. */
  static boolean isState(Mapping file) {
    return file.find("terraform_version") != null
        && file.find("version") instanceof Scalar
        && file.find("resources") instanceof Sequence;
  }

  /** Returns a module with the resources of all modules. */
  static Mapping module(Mapping file) {
    List<FileValue> resources = new ArrayList<>();
    for (FileValue each : list(file, "resources")) {
      Mapping resource = FileValue.mapping(each, "a resource");
      for (FileValue instance : list(resource, "instances")) {
        resources.add(resource(resource, FileValue.mapping(instance, "an instance")));
      }
    }
    return Mapping.of(file.at(), "resources", new Sequence(file.at(), resources));
  }

  private static Mapping resource(Mapping resource, Mapping instance) {
    MappingBuilder converted = new MappingBuilder(instance.at());
    converted.add("address", resource.at(), address(resource, instance));
    converted.addFrom(resource, "mode").addFrom(resource, "type").addFrom(resource, "name");
    converted.addFrom(instance, "index_key", "index").addFrom(instance, "attributes", "values");
    return converted.build();
  }

  private static String address(Mapping resource, Mapping instance) {
    String module = text(resource, "module");
    String address = text(resource, "type") + '.' + text(resource, "name");
    String index =
        instance.find("index_key") instanceof Scalar key
            ? key.type() == FileValue.ScalarType.NUMBER
                ? "[" + key.text() + "]"
                : "[\"" + key.text() + "\"]"
            : "";
    return (module.isEmpty() ? "" : module + '.') + address + index;
  }

  private static String text(Mapping mapping, String name) {
    return mapping.find(name) instanceof Scalar scalar ? scalar.text() : "";
  }

  private static List<FileValue> list(Mapping mapping, String name) {
    FileValue list = mapping.findPresent(name);
    return list == null ? List.of() : FileValue.elements(list, name);
  }
}
