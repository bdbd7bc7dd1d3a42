package dev.monotable.design.report;

import dev.monotable.value.AttributeValue;
import java.util.ArrayList;
import java.util.List;

/** Values of attributes as text for people, shortened. */
final class AttributeText {
  private static final int MAX_LENGTH = 120;

  private AttributeText() {}

  /** Returns a value: a string without quotes, lists and maps as in JSON without types. */
  static String of(AttributeValue value) {
    return shortened(value.type().name().equals("S") ? value.string() : nested(value));
  }

  /** Returns a text of at most 120 characters. */
  static String shortened(String text) {
    if (text.length() <= MAX_LENGTH) {
      return text;
    }
    int end = MAX_LENGTH - 1;
    end -= Character.isHighSurrogate(text.charAt(end - 1)) ? 1 : 0;
    return text.substring(0, end) + "…";
  }

  private static String nested(AttributeValue value) {
    return switch (value.type()) {
      case S -> '"' + value.string() + '"';
      case N -> value.numberText();
      case B -> value.binary().length + " bytes";
      case BOOL -> String.valueOf(value.bool());
      case NULL -> "null";
      case L -> joined("[", value.list().stream().map(AttributeText::nested).toList(), "]");
      case M -> {
        List<String> members = new ArrayList<>();
        value.map().forEach((name, member) -> members.add(name + ": " + nested(member)));
        yield joined("{", members, "}");
      }
      case SS ->
          joined("{", value.stringSet().stream().map(each -> '"' + each + '"').toList(), "}");
      case NS -> joined("{", value.numberSet().stream().map(String::valueOf).toList(), "}");
      case BS -> value.binarySet().size() + " binary values";
    };
  }

  private static String joined(String open, List<String> elements, String close) {
    return open + String.join(", ", elements) + close;
  }
}
