package dev.monotable.formats.resource;

import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Absent;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.FileValue.Unresolved;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The steps of readers of different schema formats with the properties of a table. */
public final class Properties {
  private Properties() {}

  /**
   * Reports every property that is unknown, as an error, and every property without an effect here,
   * as a notice unless it turns something off.
   *
   * @param type the type that has the properties, for messages
   */
  public static void check(
      String type,
      Mapping properties,
      Set<String> used,
      Set<String> ignored,
      List<Notice> notices) {
    for (NamedValue property : properties.members()) {
      if (ignored.contains(property.name())) {
        notice(property, notices);
      } else if (!used.contains(property.name())) {
        throw new InvalidContentException(
            property.at(), type + " has no property '" + property.name() + "'");
      }
    }
  }

  /** Reports that a property has no effect, unless it is absent or turns something off. */
  public static void notice(NamedValue property, List<Notice> notices) {
    if (!isOff(property.value())) {
      notices.add(new Notice(property.at(), property.name() + " has no effect here"));
    }
  }

  private static boolean isOff(FileValue value) {
    if (value instanceof Absent) {
      return true;
    }
    if (value instanceof Scalar scalar) {
      return scalar.text().isEmpty() || scalar.text().equalsIgnoreCase("false");
    }
    if (value instanceof Sequence sequence) {
      return sequence.elements().stream().allMatch(Properties::isOff);
    }
    if (value instanceof Mapping mapping) {
      for (NamedValue member : mapping.members()) {
        if (member.name().toLowerCase(Locale.ROOT).endsWith("enabled")
            && member.value() instanceof Scalar) {
          return isOff(member.value());
        }
      }
      return mapping.members().stream().allMatch(member -> isOff(member.value()));
    }
    return false;
  }

  /**
   * Returns an SSESpecification as a request has it.
   *
   * @param names the names in the format of {@code Enabled}, {@code SSEType} and {@code
   *     KMSMasterKeyId}; other names are errors
   */
  public static @Nullable Mapping encryption(
      Mapping given, Map<String, String> names, List<Notice> notices) {
    MappingBuilder request = new MappingBuilder(given.at());
    for (NamedValue member : given.members()) {
      String name = names.get(member.name());
      if (name == null) {
        throw new InvalidContentException(
            member.at(), "SSESpecification has no member '" + member.name() + "'");
      }
      if (member.value() instanceof Unresolved unresolved) {
        notices.add(
            new Notice(
                member.at(),
                member.name() + " is replaced by the AWS managed key: " + unresolved.reason()));
      } else if (!(member.value() instanceof Absent)) {
        request.add(name, member.at(), member.value());
      }
    }
    Mapping specification = request.build();
    if (specification.members().isEmpty()) {
      return null;
    }
    boolean off =
        specification.find("Enabled") instanceof Scalar enabled
            && enabled.text().equalsIgnoreCase("false");
    if (off) {
      return new MappingBuilder(given.at()).addFrom(specification, "Enabled").build();
    }
    // In a template the type may be missing beside a key; a request needs it.
    return specification.find("KMSMasterKeyId") == null || specification.find("SSEType") != null
        ? specification
        : request.add("SSEType", given.at(), "KMS").build();
  }

  /** Returns tags in the form of a request from a map of names to values. */
  public static Sequence tags(Mapping tags) {
    return new Sequence(
        tags.at(),
        tags.members().stream()
            .<FileValue>map(
                tag ->
                    new MappingBuilder(tag.at())
                        .add("Key", tag.at(), tag.name())
                        .add("Value", tag.at(), tag.value())
                        .build())
            .toList());
  }

  /** Returns an element of a KeySchema. */
  public static Mapping key(FileValue name, String type) {
    return new MappingBuilder(name.at())
        .add("AttributeName", name.at(), name)
        .add("KeyType", name.at(), type)
        .build();
  }

  /** Returns an element of AttributeDefinitions. */
  public static Mapping definition(FileValue name, FileValue type) {
    return new MappingBuilder(name.at())
        .add("AttributeName", name.at(), name)
        .add("AttributeType", type.at(), type)
        .build();
  }

  /** Returns the value of a required member. */
  public static FileValue require(Mapping mapping, String name, String what) {
    FileValue value = mapping.findPresent(name);
    if (value == null) {
      throw new InvalidContentException(mapping.at(), what + " needs " + name);
    }
    return value;
  }
}
