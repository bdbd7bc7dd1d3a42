package dev.monotable.generator.fault;

import dev.monotable.generator.Names;
import dev.monotable.generator.fault.FaultEntry.Component;
import dev.monotable.generator.fault.FaultFamily.Choice;
import dev.monotable.generator.fault.FaultFamily.Constant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes the sources of the families, of their phrases and of the texts in other wordings. */
final class FaultWriter {
  private static final Map<String, String> PACKAGES =
      Map.of(
          "AttributeType", "dev.monotable.value",
          "List", "java.util",
          "Nullable", "org.jspecify.annotations",
          "ValueFault", "dev.monotable.value");
  private static final Pattern TYPE = Pattern.compile("[A-Z][A-Za-z]*");

  /** The members of an enum whose constants have the error code of the family. */
  private static final String WITHOUT_CODES =
      """
          private final String text;

          Plain(String text) {
            this.text = text;
          }
      """;

  private final String packageName;
  private final FaultTable table;

  FaultWriter(String packageName, FaultTable table) {
    this.packageName = packageName;
    this.table = table;
  }

  /** Returns the sources by the names of their files. */
  Map<String, String> write() {
    Map<String, String> sources = new TreeMap<>();
    for (FaultFamily family : table.families()) {
      sources.put(family.name() + ".java", family(family));
    }
    sources.put("Phrases.java", phrases());
    sources.put("OtherWordings.java", otherWordings());
    return sources;
  }

  private String phrases() {
    StringBuilder constants = new StringBuilder();
    Map<String, String> texts = new TreeMap<>();
    table.phrases().forEach(phrase -> texts.put(phrase.head(), phrase.text()));
    for (TableStatement phrase : table.phrases()) {
      String source = phrase.field("source");
      String comment = phrase.field("about") + (source.isEmpty() ? "" : " Source: " + source + ".");
      constants
          .append(JavaText.comment(2, comment.strip()))
          .append(
              JavaText.argument(
                  2,
                  "static final String " + phrase.head() + " = ",
                  JavaText.literals(FaultTemplate.of(phrase, phrase.text(), texts).pattern()),
                  ";"));
    }
    return """
    package %s;

    /** Phrases that several messages share. Spelling and spacing are AWS's own. */
    final class Phrases {
    %s
      private Phrases() {}
    }
    """
        .formatted(packageName, constants);
  }

  /** Returns the source of a class with a method for each wording that has texts of its own. */
  private String otherWordings() {
    Map<String, StringBuilder> texts = new TreeMap<>();
    for (FaultFamily family : table.families()) {
      for (FaultEntry entry : family.entries()) {
        entry
            .otherTexts()
            .forEach(
                (wording, text) ->
                    texts
                        .computeIfAbsent(wording, key -> new StringBuilder())
                        .append(otherText(family, entry, text)));
      }
    }
    StringBuilder methods = new StringBuilder();
    texts.forEach(
        (wording, calls) ->
            methods.append(
                """

                  /** Returns the texts that differ in the wording {@code %1$s}. */
                  static OtherTexts %1$s(Wording wording) {
                    return OtherTexts.NONE%2$s;
                  }
                """
                    .formatted(wording, calls)));
    return """
    package %s;

    /** The texts of the table of faults that differ in some wordings. */
    final class OtherWordings {
      private OtherWordings() {}
    %s}
    """
        .formatted(packageName, methods);
  }

  private static String otherText(FaultFamily family, FaultEntry entry, FaultTemplate text) {
    return entry.isConstant()
        ? "\n        .with(\n            %s.Plain.%s,\n%s"
            .formatted(
                family.name(),
                entry.name(),
                JavaText.concatenation(12, "", JavaText.literals(text.pattern()), ")"))
            .stripTrailing()
        : "\n        .with(\n            %s.%s.class,\n            %s"
            .formatted(
                family.name(),
                entry.name(),
                JavaText.argument(
                        12,
                        "fault -> ",
                        operands(family, entry, text, name -> "fault." + name + "()"),
                        ")")
                    .strip());
  }

  private String family(FaultFamily family) {
    StringBuilder body = new StringBuilder();
    String source = family.source();
    body.append(
        JavaText.comment(
            0,
            family.about()
                + (source.isEmpty()
                    ? ""
                    : " The source is " + source + " unless noted otherwise.")));
    body.append("public sealed interface %s extends Fault".formatted(family.name()));
    if (!family.byHand().isEmpty()) {
      List<String> permitted = new ArrayList<>();
      if (!family.constants().isEmpty()) {
        permitted.add(family.name() + ".Plain");
      }
      family.records().forEach(entry -> permitted.add(family.name() + "." + entry.name()));
      permitted.addAll(family.byHand());
      body.append("\n    permits ").append(String.join(",\n        ", permitted));
    }
    body.append(" {");
    if (!family.code().equals("VALIDATION")) {
      body.append("\n").append(code("default ", "ErrorCode." + family.code(), 2));
    }
    if (!family.constants().isEmpty()) {
      body.append("\n").append(plain(family));
    }
    family.enums().forEach(choice -> body.append("\n").append(choice(choice)));
    family.records().forEach(entry -> body.append("\n").append(record(family, entry)));
    return "package %s;\n\n%s%s}\n".formatted(packageName, imports(family), body);
  }

  private static String imports(FaultFamily family) {
    TreeSet<String> imports = new TreeSet<>();
    for (FaultEntry entry : family.entries()) {
      for (Component component : entry.components()) {
        Matcher type = TYPE.matcher(component.type());
        while (type.find()) {
          String in = PACKAGES.get(type.group());
          if (in != null) {
            imports.add("import " + in + "." + type.group() + ";\n");
          }
        }
      }
    }
    return imports.isEmpty() ? "" : String.join("", imports) + "\n";
  }

  /** Returns the enum of the constants of a family. */
  private static String plain(FaultFamily family) {
    boolean hasCodes =
        family.constants().stream().anyMatch(entry -> !entry.code().equals(family.code()));
    StringBuilder constants = new StringBuilder();
    for (FaultEntry entry : family.constants()) {
      List<String> literals = JavaText.literals(entry.text().pattern());
      constants
          .append(constants.isEmpty() ? "" : ",\n")
          .append(JavaText.comment(4, entry.comment()))
          .append(
              entry.code().equals(family.code())
                  ? JavaText.argument(4, entry.name() + "(", literals, ")")
                  : JavaText.argument(
                      4, entry.name() + "(ErrorCode." + entry.code() + ", ", literals, ")"));
      constants.setLength(constants.length() - 1);
    }
    return """
      /** Faults that their text and the values in it describe. */
      enum Plain implements %1$s, FaultText {
    %2$s;

    %3$s
        @Override
        public String text(Wording wording) {
          return text;
        }
      }
    """
        .formatted(family.name(), constants, hasCodes ? withCodes(family) : WITHOUT_CODES);
  }

  private static String withCodes(FaultFamily family) {
    return """
        private final ErrorCode code;
        private final String text;

        Plain(String text) {
          this(ErrorCode.%s, text);
        }

        Plain(ErrorCode code, String text) {
          this.code = code;
          this.text = text;
        }

    %s\
    """
        .formatted(family.code(), code("public ", "code", 4));
  }

  private static String code(String modifier, String expression, int indent) {
    return """
    @Override
    %sErrorCode code() {
      return %s;
    }
    """
        .formatted(modifier, expression)
        .indent(indent);
  }

  private static String choice(Choice choice) {
    StringBuilder constants = new StringBuilder();
    for (Constant constant : choice.constants()) {
      constants
          .append(constants.isEmpty() ? "" : ",\n")
          .append(JavaText.comment(4, constant.about()))
          .append("    ")
          .append(constant.name())
          .append("(")
          .append(Names.literal(constant.text().pattern()))
          .append(")");
    }
    return """
    %1$s  enum %2$s {
    %3$s;

        private final String text;

        %2$s(String text) {
          this.text = text;
        }

        /** Returns the part of the message. */
        String text() {
          return text;
        }
      }
    """
        .formatted(JavaText.comment(2, choice.about()), choice.name(), constants);
  }

  private static String record(FaultFamily family, FaultEntry entry) {
    String components =
        entry.components().stream().map(Component::toString).collect(Collectors.joining(", "));
    List<String> implemented = List.of("implements " + family.name() + " {");
    String copies =
        entry.components().stream()
            .filter(Component::isList)
            .map(list -> "      %1$s = List.copyOf(%1$s);\n".formatted(list.name()))
            .collect(Collectors.joining());
    return """
    %1$s%2$s%3$s%4$s    @Override
        public String text(Wording wording) {
    %5$s    }
      }
    """
        .formatted(
            JavaText.comment(2, entry.comment()),
            JavaText.argument(
                2, "record " + entry.name() + "(" + components + ") ", implemented, ""),
            copies.isEmpty() ? "" : "    public " + entry.name() + " {\n" + copies + "    }\n\n",
            entry.code().equals(family.code())
                ? ""
                : code("public ", "ErrorCode." + entry.code(), 4) + "\n",
            JavaText.concatenation(
                6, "return ", operands(family, entry, entry.text(), name -> name), ";"));
  }

  /** Returns the operands of a text, in which the component of a name is read in some way. */
  private static List<String> operands(
      FaultFamily family, FaultEntry entry, FaultTemplate text, Function<String, String> read) {
    return text.operands(
        name -> shown(family, type(entry, name), read.apply(name)),
        name -> name.equals(FaultEntry.WORDING) ? name : read.apply(name));
  }

  private static String type(FaultEntry entry, String name) {
    return entry.components().stream()
        .filter(component -> component.name().equals(name))
        .map(Component::type)
        .findFirst()
        .orElse("");
  }

  private static String shown(FaultFamily family, String type, String expression) {
    return switch (type) {
      case "Fault" -> "wording.message(" + expression + ")";
      case "ValueFault" -> "wording.value(" + expression + ")";
      default -> family.hasEnum(type) ? expression + ".text()" : expression;
    };
  }
}
