package dev.monotable.formats.template;

import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.FileValue.Unresolved;
import dev.monotable.text.InvalidContentException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a template, with their values: those given, or their defaults. Values are
 * checked as CloudFormation checks them. See <a
 * href="https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/parameters-section-structure.html">Parameters
 * syntax</a>.
 */
final class TemplateParameters {
  private final @Nullable Mapping declared;
  private final Stack stack;

  /**
   * Reads the parameters.
   *
   * @param declared the Parameters section; null if the template has no parameters
   * @throws InvalidContentException if a value does not meet its constraints
   */
  TemplateParameters(@Nullable Mapping declared, Stack stack) {
    this.declared = declared;
    this.stack = stack;
    if (declared != null) {
      for (NamedValue parameter : declared.members()) {
        stack.use(parameter.name());
        check(parameter);
      }
    }
  }

  /** Returns the value of a parameter at the place where it is used, or null if it has no value. */
  @Nullable FileValue find(String name, FilePosition at) {
    NamedValue member = declared == null ? null : declared.findMember(name);
    if (member == null) {
      return null;
    }
    Unresolved unknown = stack.unknown().get(name);
    if (unknown != null) {
      return new Unresolved(at, unknown.reason());
    }
    Mapping parameter = mapping(member);
    String given = stack.parameters().get(name);
    FileValue defaultValue = parameter.findPresent("Default");
    if (given == null && defaultValue == null) {
      return new Unresolved(at, "the parameter '" + name + "' has no default; give it a value");
    }
    if (given == null && type(parameter).startsWith("AWS::SSM::")) {
      return new Unresolved(
          at, "the value of the parameter '" + name + "' lies in SSM; give it a value");
    }
    String text =
        given != null || defaultValue == null ? given : FileValue.text(defaultValue, name);
    return text == null ? null : value(text, parameter, at);
  }

  private static FileValue value(String text, Mapping parameter, FilePosition at) {
    if (!isList(type(parameter))) {
      return new Scalar(at, text);
    }
    List<FileValue> elements = new ArrayList<>();
    for (String element : text.split(",", -1)) {
      elements.add(new Scalar(at, element.trim()));
    }
    return new Sequence(at, elements);
  }

  private static Mapping mapping(NamedValue member) {
    return FileValue.mapping(member.value(), "the parameter '" + member.name() + "'");
  }

  private static String type(Mapping parameter) {
    return parameter.find("Type") instanceof Scalar scalar ? scalar.text() : "String";
  }

  private static boolean isList(String type) {
    return type.equals("CommaDelimitedList") || type.startsWith("List<");
  }

  private void check(NamedValue member) {
    Mapping parameter = mapping(member);
    String type = type(parameter);
    String text = stack.parameters().get(member.name());
    if (stack.unknown().containsKey(member.name())) {
      return;
    }
    if (text == null) {
      FileValue defaultValue = parameter.findPresent("Default");
      if (defaultValue == null || type.startsWith("AWS::SSM::")) {
        return;
      }
      text = FileValue.text(defaultValue, "Default of '" + member.name() + "'");
    }
    if (isList(type)) {
      for (String element : text.split(",", -1)) {
        check(member, parameter, element.trim());
      }
    } else {
      check(member, parameter, text);
    }
  }

  private static void check(NamedValue member, Mapping parameter, String value) {
    String type = type(parameter);
    if (type.equals("Number") || type.equals("List<Number>")) {
      BigDecimal number = number(value);
      require(number != null, member, "must be a number", value);
      BigDecimal least = bound(parameter, "MinValue");
      BigDecimal most = bound(parameter, "MaxValue");
      require(
          number == null || least == null || number.compareTo(least) >= 0,
          member,
          "must be a number not less than " + least,
          value);
      require(
          number == null || most == null || number.compareTo(most) <= 0,
          member,
          "must be a number not greater than " + most,
          value);
    }
    BigDecimal length = BigDecimal.valueOf(value.length());
    BigDecimal shortest = bound(parameter, "MinLength");
    BigDecimal longest = bound(parameter, "MaxLength");
    require(
        shortest == null || length.compareTo(shortest) >= 0,
        member,
        "must contain at least " + shortest + " characters",
        value);
    require(
        longest == null || length.compareTo(longest) <= 0,
        member,
        "must contain at most " + longest + " characters",
        value);
    checkPattern(member, parameter, value);
    checkAllowed(member, parameter, value);
  }

  private static void checkPattern(NamedValue member, Mapping parameter, String value) {
    FileValue given = parameter.findPresent("AllowedPattern");
    if (given == null) {
      return;
    }
    String pattern = FileValue.text(given, "AllowedPattern");
    try {
      require(
          Pattern.compile(pattern).matcher(new CountedText(value, given)).matches(),
          member,
          "must match pattern " + pattern,
          value);
    } catch (PatternSyntaxException e) {
      throw new InvalidContentException(
          given.at(), "AllowedPattern is not a regular expression: " + e.getDescription());
    }
  }

  /**
   * A text that a pattern reads in a bounded number of steps; some patterns need 2<sup>n</sup> for
   * n characters.
   */
  private static final class CountedText implements CharSequence {
    private static final int MAX_STEPS = 10_000_000;

    private final String text;
    private final FileValue pattern;
    private int steps;

    CountedText(String text, FileValue pattern) {
      this.text = text;
      this.pattern = pattern;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (++steps > MAX_STEPS) {
        throw new InvalidContentException(pattern.at(), "AllowedPattern takes too many steps");
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static void checkAllowed(NamedValue member, Mapping parameter, String value) {
    FileValue given = parameter.findPresent("AllowedValues");
    if (given == null) {
      return;
    }
    List<String> allowed = new ArrayList<>();
    for (FileValue each : FileValue.elements(given, "AllowedValues")) {
      allowed.add(FileValue.text(each, "an element of AllowedValues"));
    }
    require(allowed.contains(value), member, "must be one of " + String.join(", ", allowed), value);
  }

  private static void require(boolean met, NamedValue member, String constraint, String value) {
    if (met) {
      return;
    }
    String description =
        mapping(member).find("ConstraintDescription") instanceof Scalar text
            ? " (" + text.text() + ")"
            : "";
    throw new InvalidContentException(
        member.at(),
        "the parameter '"
            + member.name()
            + "' "
            + constraint
            + ", not '"
            + value
            + "'"
            + description);
  }

  private static @Nullable BigDecimal bound(Mapping parameter, String name) {
    FileValue given = parameter.findPresent(name);
    if (given == null) {
      return null;
    }
    BigDecimal number = number(FileValue.text(given, name));
    if (number == null) {
      throw new InvalidContentException(
          given.at(), name + " must be a number, not " + given.describe());
    }
    return number;
  }

  private static @Nullable BigDecimal number(String text) {
    try {
      return text.length() > 100 ? null : new BigDecimal(text.trim());
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
