package dev.monotable.engine.partiql;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ItemFault;
import dev.monotable.engine.error.StatementFault;
import dev.monotable.engine.limits.Limits;
import dev.monotable.expression.partiql.Term;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.DynamoNumber;
import dev.monotable.value.InvalidValueException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values in a statement. A fault names the place of the value inside its literal, which begins
 * at {@code root}.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.data-types.html">PartiQL
 *     data types for DynamoDB</a>
 */
final class Literals {
  private static final String ROOT = "root";

  /** The maximum number of lists and maps around a value, as in items. */
  private static final int MAX_ENCLOSING = Limits.MAX_LEVELS - 1;

  private final List<AttributeValue> parameters;

  Literals(List<AttributeValue> parameters) {
    this.parameters = parameters;
  }

  /**
   * Returns the value of a literal or parameter, or null if the term is neither.
   *
   * @throws FaultException if it is not a valid DynamoDB value
   */
  @Nullable AttributeValue find(Term term) {
    if (term instanceof Term.Parameter parameter) {
      return parameters.get(parameter.index());
    }
    return term instanceof Term.Literal ? value(term, ROOT, 0) : null;
  }

  /**
   * Returns the attributes of an item to insert.
   *
   * @throws FaultException if a name or value is invalid, or a name occurs twice
   */
  Map<String, AttributeValue> attributes(Term.MapOf item) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    for (Term.Member member : item.members()) {
      AttributeValue value = find(member.value());
      String name = memberName(member, ROOT);
      if (attributes.put(name, value == null ? value(member.value(), ROOT, 0) : value) != null) {
        throw duplicate(name, ROOT, member.name());
      }
    }
    return attributes;
  }

  private static FaultException duplicate(String name, String place, Term where) {
    return new FaultException(
        StatementFault.Plain.DUPLICATE_MEMBER.with(name, place, where.position().toString()));
  }

  /**
   * Converts a term to a value.
   *
   * @param place the place of the value inside the literal
   * @param enclosing the number of lists and maps around it
   */
  private static AttributeValue value(Term term, String place, int enclosing) {
    if (enclosing > MAX_ENCLOSING) {
      throw new FaultException(
          StatementFault.Plain.INVALID_LITERAL.with(StatementFault.Plain.NESTING_TOO_DEEP, place));
    }
    if (term instanceof Term.Text text) {
      return AttributeValue.string(text.value());
    }
    if (term instanceof Term.Number number) {
      return AttributeValue.number(number(number, place));
    }
    if (term instanceof Term.Truth truth) {
      return AttributeValue.bool(truth.value());
    }
    if (term instanceof Term.Null) {
      return AttributeValue.nul();
    }
    if (term instanceof Term.ListOf list) {
      List<AttributeValue> elements = new ArrayList<>(list.elements().size());
      for (int i = 0; i < list.elements().size(); i++) {
        elements.add(value(list.elements().get(i), place + '[' + i + ']', enclosing + 1));
      }
      return AttributeValue.list(elements);
    }
    if (term instanceof Term.Bag bag) {
      if (bag.elements().isEmpty()) {
        throw new FaultException(StatementFault.Plain.EMPTY_BAG);
      }
      return bag.elements().get(0) instanceof Term.Number ? numberSet(bag, place) : stringSet(bag);
    }
    if (term instanceof Term.MapOf map) {
      Map<String, AttributeValue> members = new LinkedHashMap<>();
      for (Term.Member member : map.members()) {
        String name = memberName(member, place);
        if (members.put(name, value(member.value(), place + '.' + name, enclosing + 1)) != null) {
          throw duplicate(name, place, map);
        }
      }
      return AttributeValue.map(members);
    }
    throw unsupported(
        term instanceof Term.Call call ? call.function() : PartiqlOperationNames.of(term),
        term,
        place);
  }

  private static FaultException unsupported(String type, Term term, String place) {
    return new FaultException(
        StatementFault.Plain.UNSUPPORTED_VALUE.with(type, place, term.position().toString()));
  }

  private static DynamoNumber number(Term.Number term, String place) {
    try {
      return DynamoNumber.parse(term.text());
    } catch (InvalidValueException e) {
      throw new FaultException(
          StatementFault.Plain.INVALID_LITERAL.with(
              new StatementFault.InvalidStatementValue(e.fault()), place));
    }
  }

  /** Returns the name of a member of a map or an item. */
  private static String memberName(Term.Member member, String place) {
    Term name = member.name();
    if (name instanceof Term.Text text) {
      if (text.value().isEmpty()) {
        throw new FaultException(
            StatementFault.Plain.INVALID_LITERAL.with(ItemFault.Plain.EMPTY_ATTRIBUTE_NAME, place));
      }
      return text.value();
    }
    throw new FaultException(
        StatementFault.Plain.INVALID_MEMBER_NAME.with(
            typeName(name), place, name.position().toString()));
  }

  /** Returns AWS's name for the type of a term that is not a string. */
  private static String typeName(Term term) {
    if (term instanceof Term.Number number) {
      boolean isWhole = number.text().chars().allMatch(Character::isDigit);
      return isWhole ? "INT" : "DECIMAL";
    }
    if (term instanceof Term.Truth) {
      return "BOOL";
    }
    if (term instanceof Term.Null) {
      return "NULL";
    }
    return term instanceof Term.Path ? "VariableReference" : PartiqlOperationNames.of(term);
  }

  private static AttributeValue stringSet(Term.Bag term) {
    List<String> elements = new ArrayList<>(term.elements().size());
    for (Term element : term.elements()) {
      if (!(element instanceof Term.Text text)) {
        throw new FaultException(StatementFault.Plain.MIXED_BAG);
      }
      elements.add(text.value());
    }
    if (new HashSet<>(elements).size() < elements.size()) {
      throw new FaultException(StatementFault.Plain.DUPLICATE_STRINGS.with(elements));
    }
    return AttributeValue.stringSet(elements);
  }

  private static AttributeValue numberSet(Term.Bag term, String place) {
    List<String> texts = new ArrayList<>(term.elements().size());
    Set<DynamoNumber> elements = new HashSet<>();
    List<DynamoNumber> inOrder = new ArrayList<>(term.elements().size());
    for (int i = 0; i < term.elements().size(); i++) {
      if (!(term.elements().get(i) instanceof Term.Number element)) {
        throw new FaultException(StatementFault.Plain.MIXED_BAG);
      }
      DynamoNumber number = number(element, place + '[' + i + ']');
      texts.add(element.text());
      elements.add(number);
      inOrder.add(number);
    }
    if (elements.size() < texts.size()) {
      throw new FaultException(StatementFault.Plain.DUPLICATE_NUMBERS.with(texts, place));
    }
    return AttributeValue.numberSet(inOrder);
  }
}
