package dev.monotable.engine.validation;

import dev.monotable.engine.error.Violation;
import dev.monotable.schema.Member;
import dev.monotable.schema.StructureSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The constraints of a structure's members, in the order in which AWS checks them. */
final class StructureCheck {
  private record MemberCheck(
      Member member,
      boolean required,
      Violation.@Nullable Demand absentSentence,
      ValueCheck value) {}

  private final StructureSchema<Record> schema;
  private final MemberCheck[] checks;
  private final boolean terseMinimum;

  /** Whether violations in the form of {@link #terseMinimum} are reported together. */
  private final boolean terseTogether;

  private final boolean firstOnly;

  /** The older layer answers a request without one of these members. */
  private final List<Member> keyMembers;

  /** The older layer answers a request that nests deeper than this. */
  private final int maxNesting;

  /** The checks of the older layer if it may answer, otherwise null. */
  private final @Nullable StructureCheck older;

  @SuppressWarnings("unchecked") // only records of this schema are passed in
  StructureCheck(Overlay overlay, ArnScope scope, StructureSchema<?> schema) {
    this.schema = (StructureSchema<Record>) schema;
    this.terseTogether = overlay.has(schema.name(), Overlay.Change.TERSE_TOGETHER);
    this.terseMinimum = terseTogether || overlay.has(schema.name(), Overlay.Change.TERSE_MINIMUM);
    this.firstOnly = overlay.has(schema.name(), Overlay.Change.FIRST_ONLY);
    Overlay.Line olderWithout = overlay.find(schema.name(), Overlay.Change.OLDER_WITHOUT);
    this.keyMembers = olderWithout == null ? List.of() : members(schema, olderWithout.arguments());
    Overlay.Line olderBeyond = overlay.find(schema.name(), Overlay.Change.OLDER_BEYOND);
    this.maxNesting = olderBeyond == null ? Integer.MAX_VALUE : (int) olderBeyond.number(0);
    this.older =
        olderWithout == null && olderBeyond == null
            ? null
            : new StructureCheck(overlay.older(), scope, schema);
    List<MemberCheck> made = new ArrayList<>();
    for (Member member : order(overlay, schema)) {
      String target = schema.name() + '.' + member.wireName();
      boolean required =
          overlay.has(target, Overlay.Change.REQUIRED)
              || (member.required() && !overlay.has(target, Overlay.Change.OPTIONAL));
      Violation.Demand absentSentence =
          overlay.has(target, Overlay.Change.REQUIRED_SENTENCE)
              ? new Violation.Presence(member.wireName(), null)
              : null;
      ValueCheck value = ValueCheck.of(overlay, scope, schema.name(), member);
      if (required || !value.isVacuous()) {
        made.add(new MemberCheck(member, required, absentSentence, value));
      }
    }
    this.checks = made.toArray(MemberCheck[]::new);
  }

  private static List<Member> members(StructureSchema<?> schema, List<String> wireNames) {
    List<Member> named = new ArrayList<>();
    for (Member member : schema.members()) {
      if (wireNames.contains(member.wireName())) {
        named.add(member);
      }
    }
    if (named.size() < wireNames.size()) {
      throw new IllegalStateException(schema.name() + " does not have all of " + wireNames);
    }
    return List.copyOf(named);
  }

  /** Returns the members in the order in which AWS checks them. */
  static List<Member> order(Overlay overlay, StructureSchema<?> schema) {
    List<Member> order = MemberOrder.ofHashMap(schema.members());
    Overlay.Line exchanged = overlay.find(schema.name(), Overlay.Change.ORDER);
    return exchanged == null ? order : MemberOrder.rearranged(order, exchanged.arguments());
  }

  boolean isVacuous() {
    return checks.length == 0;
  }

  boolean holds(Record structure) {
    for (MemberCheck check : checks) {
      Object value = schema.value(structure, check.member.index());
      if (value == null ? check.required : !check.value.isVacuous() && !check.value.holds(value)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the violations that AWS reports for a request of this schema, in order. */
  List<Violation> violations(Record request) {
    if (older != null && (lacksKeyMember(request) || isBeyondNesting(request))) {
      return older.violations(request);
    }
    Violations found = new Violations(terseMinimum, terseTogether);
    collect(request, "", "", found);
    return found.reported(firstOnly);
  }

  private boolean lacksKeyMember(Record request) {
    for (Member member : keyMembers) {
      if (schema.value(request, member.index()) == null) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the values of a request nest so deep that the older layer reads it. */
  boolean isBeyondNesting(Record request) {
    return maxNesting < Integer.MAX_VALUE && Nesting.of(schema, request) > maxNesting;
  }

  void collect(Record structure, String path, String wirePath, Violations found) {
    for (MemberCheck check : checks) {
      Object value = schema.value(structure, check.member.index());
      String memberPath = join(path, check.member.messageName());
      String memberWirePath = join(wirePath, check.member.wireName());
      if (value != null) {
        check.value.collect(value, memberPath, memberWirePath, found);
      } else if (check.absentSentence != null) {
        found.add(
            new Violation(
                Violation.Form.SENTENCE, memberPath, memberWirePath, null, check.absentSentence));
      } else if (check.required) {
        found.add(memberPath, memberWirePath, null, Violation.PlainDemand.NOT_NULL);
      }
    }
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + '.' + name;
  }
}
