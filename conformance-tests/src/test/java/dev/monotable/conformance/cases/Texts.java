package dev.monotable.conformance.cases;

import dev.monotable.engine.error.Canceled;
import dev.monotable.engine.error.ChosenError;
import dev.monotable.engine.error.ConditionFailed;
import dev.monotable.engine.error.ConstraintFault;
import dev.monotable.engine.error.ExpressionFault;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultText;
import dev.monotable.engine.error.InUseFault;
import dev.monotable.engine.error.IndexFault;
import dev.monotable.engine.error.ReadFault;
import dev.monotable.engine.error.RequestFault;
import dev.monotable.engine.error.SchemaElement;
import dev.monotable.engine.error.SubstitutionFault;
import dev.monotable.engine.error.VectorFault;
import dev.monotable.engine.error.Violation;
import dev.monotable.engine.error.Wording;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import dev.monotable.value.ValueFault;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * All texts of the engine's wordings as patterns. A fault that its text describes is rendered once,
 * with placeholders for its values. Any other fault is created from placeholders, once for each
 * combination that can change the text: each wording, each constant of an enum, each kind of
 * invalid value, true and false, present and absent.
 */
final class Texts {
  private static final String STRING = "\u00a7";
  private static final int NUMBER = 777_777_777;

  /** The placeholder for any type, because the types that a message can contain differ. */
  private static final AttributeType TYPE = AttributeType.BOOL;

  /** The placeholder for a fault within another fault. */
  private static final Fault CAUSE = new RequestFault.MemberNotSupported(STRING, STRING);

  /** A placeholder for all constraints that a violation or another constraint contains. */
  private static final Violation.Match ANY_DEMAND = new Violation.Match("\u00a4");

  private static final Object ABSENT = new Object();

  /** The faults whose texts are those of their parts, or of a test's choice. */
  private static final Set<Class<?>> WITHOUT_TEXT =
      Set.of(FaultText.Filled.class, ConstraintFault.class, ChosenError.class);

  private Texts() {}

  /** Patterns by the name of the fault, with its variant. */
  static Map<String, Pattern> all() {
    Map<String, Pattern> texts = new TreeMap<>();
    addAll(texts, Fault.class);
    addViolations(texts);
    return texts;
  }

  private static void addAll(Map<String, Pattern> texts, Class<?> type) {
    if (type.isSealed()) {
      for (Class<?> permitted : type.getPermittedSubclasses()) {
        addAll(texts, permitted);
      }
    } else if (type.isEnum()) {
      for (Object constant : type.getEnumConstants()) {
        addTexts(
            texts,
            type.getEnclosingClass().getSimpleName() + '.' + constant,
            List.of(filled((Fault) constant)));
      }
    } else if (type.isRecord() && !WITHOUT_TEXT.contains(type)) {
      addTexts(texts, name(type), variants(type).stream().map(Fault.class::cast).toList());
    }
  }

  /** Returns a fault with a placeholder for each value of its text. */
  private static Fault filled(Fault fault) {
    int values = fault.text(Wording.usEast1()).split("%s", -1).length - 1;
    return values > 0 && fault instanceof FaultText text
        ? text.with(Collections.nCopies(values, STRING).toArray())
        : fault;
  }

  /** Returns the names of a family and its record, which can be a type of its own. */
  private static String name(Class<?> type) {
    return type.getInterfaces()[0].getSimpleName() + '.' + type.getSimpleName();
  }

  /** Adds each constraint of the service model, in each form in which a violation is reported. */
  private static void addViolations(Map<String, Pattern> texts) {
    List<Violation.Demand> demands = new ArrayList<>();
    for (Class<?> type : Violation.Demand.class.getPermittedSubclasses()) {
      if (type.isEnum()) {
        for (Object constant : type.getEnumConstants()) {
          demands.add((Violation.Demand) constant);
        }
      } else {
        variants(type).forEach(demand -> demands.add((Violation.Demand) demand));
      }
    }
    for (Violation.Demand demand : demands) {
      addTexts(
          texts,
          "Violation." + demand,
          List.of(
              new ConstraintFault(
                  List.of(
                      new Violation(Violation.Form.SENTENCE, STRING, STRING, STRING, demand)))));
    }
    for (Violation.Form form : Violation.Form.values()) {
      List<Fault> faults = new ArrayList<>();
      faults.add(
          new ConstraintFault(List.of(new Violation(form, STRING, STRING, STRING, ANY_DEMAND))));
      faults.add(
          new ConstraintFault(List.of(new Violation(form, STRING, STRING, null, ANY_DEMAND))));
      addTexts(texts, "Violation." + form, faults);
    }
  }

  private static void addTexts(Map<String, Pattern> texts, String name, List<Fault> faults) {
    Map<String, Set<String>> variants = new TreeMap<>();
    for (Fault fault : faults) {
      for (Wording wording : Wording.all()) {
        variants
            .computeIfAbsent(wording.message(fault), key -> new LinkedHashSet<>())
            .add(wording + " " + fault);
      }
    }
    variants.forEach(
        (text, variant) -> texts.put(name + " " + variant.iterator().next(), pattern(text)));
  }

  /** Returns a record for each combination of placeholders. */
  private static List<Object> variants(Class<?> type) {
    List<Object[]> calls = new ArrayList<>();
    calls.add(new Object[0]);
    for (RecordComponent component : type.getRecordComponents()) {
      List<Object[]> longer = new ArrayList<>();
      for (Object[] call : calls) {
        for (Object value : values(type, component)) {
          Object[] next = Arrays.copyOf(call, call.length + 1);
          next[call.length] = value == ABSENT ? null : value;
          longer.add(next);
        }
      }
      calls = longer;
    }
    List<Object> made = new ArrayList<>();
    for (Object[] call : calls) {
      try {
        made.add(type.getDeclaredConstructors()[0].newInstance(call));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(type.getName(), e);
      }
    }
    return made;
  }

  private static List<Object> values(Class<?> record, RecordComponent component) {
    Class<?> type = component.getType();
    boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    List<Object> values = new ArrayList<>();
    if (record == ExpressionFault.TooLong.class && type == String.class) {
      values.addAll(List.of("ConditionExpression", "ProjectionExpression"));
    } else if (record == SubstitutionFault.ValuesWithoutExpression.class) {
      values.add(List.of("ConditionExpression"));
      values.add(List.of("FilterExpression"));
    } else if (type == InUseFault.Change.class) {
      values.add(InUseFault.Change.THROUGHPUT);
    } else if (type == String.class) {
      values.add(STRING);
    } else if (type == int.class || type == Integer.class) {
      values.add(NUMBER);
    } else if (type == long.class) {
      values.add((long) NUMBER);
    } else if (type == boolean.class) {
      values.addAll(List.of(true, false));
    } else if (type == Boolean.class) {
      values.add(true);
    } else if (record == Canceled.class) {
      values.add(List.of(new ConditionFailed(null)));
    } else if (record == Violation.Each.class && type == List.class) {
      values.add(List.of(ANY_DEMAND));
    } else if (record == IndexFault.AttributeRedefined.class) {
      values.add(List.of(new SchemaElement(STRING, STRING, STRING)));
    } else if (record == VectorFault.AttributeRedefined.class && type == List.class) {
      values.add(List.of(new SchemaElement(STRING, STRING, STRING)));
      values.add(List.of());
    } else if (type == List.class) {
      values.add(List.of(STRING));
    } else if (type == AttributeType.class) {
      values.add(TYPE);
    } else if (type.isEnum()) {
      values.addAll(List.of(type.getEnumConstants()));
    } else if (type == AttributeValue.class) {
      values.add(AttributeValue.string(STRING));
    } else if (type == Item.class) {
      values.add(Item.EMPTY);
    } else if (type == Fault.class) {
      values.add(CAUSE);
    } else if (record == ReadFault.InvalidStartKeyValue.class) {
      // With and without the prefix; the rest of the text is the same for all values.
      values.add(new ValueFault(ValueFault.Kind.EMPTY_VALUE, STRING, List.of()));
      values.add(new ValueFault(ValueFault.Kind.NOT_A_NUMBER, STRING, List.of(STRING)));
    } else if (type == ValueFault.class) {
      values.addAll(invalidValues());
    } else {
      throw new IllegalStateException("no stand-in for " + component);
    }
    if (nullable) {
      values.add(ABSENT);
    }
    return values;
  }

  private static List<ValueFault> invalidValues() {
    List<ValueFault> values = new ArrayList<>();
    for (ValueFault.Kind kind : ValueFault.Kind.values()) {
      for (String set : List.of("SS", "NS", "BS")) {
        values.add(
            new ValueFault(
                kind,
                STRING,
                switch (kind) {
                  case EMPTY_SET, NULL_IN_SET -> List.of(set);
                  case DUPLICATES_IN_SET -> List.of(set, "AA==", "AA==");
                  case NUMBER_OVERFLOW -> List.of("1e126");
                  case NUMBER_UNDERFLOW -> List.of("1e-131");
                  default -> List.of(STRING);
                }));
      }
    }
    return values;
  }

  private static Pattern pattern(String text) {
    String quoted =
        Pattern.quote(
                text.replace(Wording.usEast1().message(CAUSE), STRING)
                    .replace("Member must satisfy regular expression pattern: \u00a4", STRING))
            .replaceAll("BOOLEAN|BOOL", "\\\\E[A-Z_]+\\\\Q") // a type's name
            .replace("{S:" + STRING, "{\\E[SNB]:.*\\Q")
            .replace(STRING, "\\E.*\\Q")
            .replace(Integer.toString(NUMBER + 1), "\\E\\d+\\Q")
            .replace(Integer.toString(NUMBER), "\\E-?\\d+\\Q")
            .replace("change table IOPS", "\\E.*\\Q") // what is to be changed
            .replace("AA==", "\\E.*\\Q");
    return Pattern.compile(quoted, Pattern.DOTALL);
  }
}
