package dev.monotable.formats.template;

import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.FileValue.Unresolved;
import java.util.ArrayList;
import java.util.List;

/**
 * Replaces the loops of a template by what they produce. What they produce counts with what
 * functions produce, because loops in loops multiply. See <a
 * href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-foreach.html">Fn::ForEach</a>.
 */
final class LoopExpansion {
  /** The sections that may contain loops. */
  private static final List<String> SECTIONS = List.of("Conditions", "Resources", "Outputs");

  private static final String LOOP = "Fn::ForEach::";

  private final Intrinsics intrinsics;

  /**
   * @param intrinsics resolves the collections
   */
  LoopExpansion(Intrinsics intrinsics) {
    this.intrinsics = intrinsics;
  }

  /** Returns whether a template has a loop in one of its sections. */
  static boolean hasLoop(Mapping template) {
    Expansion walk = new Expansion();
    for (String section : SECTIONS) {
      FileValue value = template.find(section);
      if (value != null && hasLoop(value, walk)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasLoop(FileValue value, Expansion walk) {
    walk.count(value.at());
    if (value instanceof Sequence sequence) {
      for (FileValue element : sequence.elements()) {
        if (hasLoop(element, walk)) {
          return true;
        }
      }
    }
    if (value instanceof Mapping mapping) {
      for (NamedValue member : mapping.members()) {
        if (member.name().startsWith(LOOP) || hasLoop(member.value(), walk)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns a template without loops. */
  Mapping expand(Mapping template) {
    MappingBuilder expanded = new MappingBuilder(template.at());
    for (NamedValue section : template.members()) {
      expanded.add(
          section.name(),
          section.at(),
          SECTIONS.contains(section.name()) ? expand(section.value()) : section.value());
    }
    return expanded.build();
  }

  private FileValue expand(FileValue value) {
    intrinsics.expansion().count(value.at());
    if (value instanceof Sequence sequence) {
      return new Sequence(sequence.at(), sequence.elements().stream().map(this::expand).toList());
    }
    if (!(value instanceof Mapping mapping)) {
      return value;
    }
    MappingBuilder expanded = new MappingBuilder(mapping.at());
    for (NamedValue member : mapping.members()) {
      if (member.name().startsWith(LOOP)) {
        repeat(member, expanded);
      } else {
        expanded.add(member.name(), member.at(), expand(member.value()));
      }
    }
    return expanded.build();
  }

  /** Adds what a loop produces. */
  private void repeat(NamedValue loop, MappingBuilder target) {
    List<FileValue> parts = Intrinsics.arguments(loop.value(), loop.name(), 3, 3);
    String identifier = FileValue.text(parts.get(0), "the identifier of " + loop.name());
    Mapping body = FileValue.mapping(parts.get(2), "the output of " + loop.name());
    String what = "the collection of " + loop.name();
    for (FileValue each : FileValue.elements(intrinsics.resolve(parts.get(1)), what)) {
      Replacement replacement =
          new Replacement(identifier, FileValue.text(each, "an element of " + what));
      Mapping produced =
          FileValue.mapping(expand(replacement.apply(body)), "the output of " + loop.name());
      for (NamedValue member : produced.members()) {
        target.add(member.name(), member.at(), member.value());
      }
    }
  }

  /** The replacement of an identifier by an element of the collection. */
  private final class Replacement {
    private final String identifier;
    private final String value;

    /** The value without what a logical ID cannot have. */
    private final String alphanumeric;

    Replacement(String identifier, String value) {
      this.identifier = identifier;
      this.value = value;
      this.alphanumeric = value.replaceAll("[^A-Za-z0-9]", "");
    }

    FileValue apply(FileValue part) {
      intrinsics.expansion().count(part.at());
      if (part instanceof Sequence sequence) {
        List<FileValue> elements = new ArrayList<>();
        for (FileValue element : sequence.elements()) {
          elements.add(apply(element));
        }
        return new Sequence(sequence.at(), elements);
      }
      if (part instanceof Scalar scalar) {
        return new Scalar(scalar.at(), text(scalar.text(), part), scalar.type());
      }
      if (!(part instanceof Mapping mapping)) {
        return part instanceof Unresolved ? part : new FileValue.Absent(part.at());
      }
      NamedValue only = mapping.findOnly();
      if (only != null
          && only.name().equals("Ref")
          && only.value() instanceof Scalar name
          && name.text().equals(identifier)) {
        return new Scalar(mapping.at(), value);
      }
      MappingBuilder replaced = new MappingBuilder(mapping.at());
      for (NamedValue member : mapping.members()) {
        replaced.add(text(member.name(), part), member.at(), apply(member.value()));
      }
      return replaced.build();
    }

    private String text(String text, FileValue part) {
      String replaced =
          text.replace("${" + identifier + "}", value)
              .replace("&{" + identifier + "}", alphanumeric);
      return intrinsics.expansion().counted(replaced, part.at());
    }
  }
}
