package dev.monotable.formats.template;

import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.InvalidContentException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The outputs that the stacks of an application export to each other. See <a
 * href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-importvalue.html">Fn::ImportValue</a>.
 */
final class Exports {
  private final List<Template> templates = new ArrayList<>();
  private final Map<String, Export> exports = new HashMap<>();
  private final Map<String, FileValue> values = new HashMap<>();
  private final Set<String> inProgress = new HashSet<>();

  /** An output under the name of its export. */
  private record Export(Template template, FileValue value) {}

  /** Adds the outputs of a stack. */
  void add(Template template) {
    templates.add(template);
  }

  /** Returns what a stack exports under a name; null if none does, or if it depends on itself. */
  @Nullable FileValue find(String name) {
    FileValue known = values.get(name);
    if (known != null || !inProgress.add(name)) {
      return known;
    }
    try {
      index();
      Export export = exports.get(name);
      FileValue value =
          export == null ? null : export.template().intrinsics().resolve(export.value());
      if (value != null) {
        values.put(name, value);
      }
      return value;
    } finally {
      inProgress.remove(name);
    }
  }

  /** Finds the names of the exports of the stacks that were added. */
  private void index() {
    List<Template> added = List.copyOf(templates);
    templates.clear();
    for (Template template : added) {
      if (template.content().find("Outputs") instanceof Mapping outputs) {
        for (NamedValue output : outputs.members()) {
          index(template, output.value());
        }
      }
    }
  }

  private void index(Template template, FileValue output) {
    if (!(output instanceof Mapping mapping)
        || !(mapping.find("Export") instanceof Mapping export)) {
      return;
    }
    FileValue name = export.find("Name");
    FileValue value = mapping.find("Value");
    try {
      if (name != null
          && value != null
          && template.intrinsics().resolve(name) instanceof Scalar text) {
        exports.putIfAbsent(text.text(), new Export(template, value));
      }
    } catch (InvalidContentException e) {
      // An output that nothing needs may be invalid; an import of it is reported.
    }
  }
}
