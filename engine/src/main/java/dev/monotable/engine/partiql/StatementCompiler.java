package dev.monotable.engine.partiql;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.StatementFault;
import dev.monotable.engine.expression.Bindings;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.expression.Columns;
import dev.monotable.engine.expression.CompiledCondition;
import dev.monotable.engine.expression.CompiledUpdate;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.limits.Limits;
import dev.monotable.expression.ConditionExpression;
import dev.monotable.expression.DocumentPath;
import dev.monotable.expression.Operand;
import dev.monotable.expression.PathElement;
import dev.monotable.expression.UpdateExpression;
import dev.monotable.expression.partiql.Statement;
import dev.monotable.expression.partiql.Term;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of one statement, and a compiler for its parts: its WHERE clause becomes a condition
 * and its SET and REMOVE clauses an update, with every literal and parameter as a bound value. Not
 * thread-safe.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-operators.html">PartiQL
 *     operators</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-functions.html">PartiQL
 *     functions</a>
 */
public final class StatementCompiler {
  private final Literals literals;
  private final Limits limits;
  private final List<AttributeValue> values = new ArrayList<>();

  /**
   * Creates a compiler for one statement.
   *
   * @param parameters at least as many as the statement has placeholders
   */
  public StatementCompiler(List<AttributeValue> parameters, Limits limits) {
    this.literals = new Literals(parameters);
    this.limits = limits;
  }

  /** Returns the value of a term, or null if it depends on an item. */
  @Nullable AttributeValue literal(Term term) {
    return literals.find(term);
  }

  /**
   * Returns the condition of a WHERE clause, or null if there is none.
   *
   * @throws FaultException if DynamoDB does not support the condition
   */
  public @Nullable BoundCondition where(@Nullable Term where) {
    return where == null ? null : bind(condition(where));
  }

  /**
   * Returns the condition of a DELETE, which an item that does not exist meets
   * (nubo-db/dynamodb-conformance {@code executeStatement.test.ts}).
   *
   * @param key an attribute that every item has
   * @throws FaultException if DynamoDB does not support the condition
   */
  public BoundCondition whereOrAbsent(Term where, String key) {
    Operand path = new Operand.Path(attribute(key));
    ConditionExpression absent =
        new ConditionExpression.Call("attribute_not_exists", List.of(path));
    return bind(new ConditionExpression.Or(absent, condition(where)));
  }

  private BoundCondition bind(ConditionExpression condition) {
    return CompiledCondition.of(ExpressionKind.STATEMENT_CONDITION, condition, limits)
        .bind(bindings());
  }

  /** Returns all values collected so far. */
  private Bindings bindings() {
    ItemWriter writer = new ItemWriter();
    writer.beginItem();
    for (int i = 0; i < values.size(); i++) {
      writer.name(placeholder(i));
      writer.copy(values.get(i));
    }
    return Bindings.internal(Map.of(), writer.endItem());
  }

  private static String placeholder(int value) {
    return ":" + value;
  }

  private Operand value(AttributeValue value) {
    values.add(value);
    return new Operand.Value(placeholder(values.size() - 1));
  }

  private ConditionExpression condition(Term term) {
    if (term instanceof Term.And and) {
      return joined(and.parts(), true);
    }
    if (term instanceof Term.Or or) {
      return joined(or.parts(), false);
    }
    if (term instanceof Term.Not not) {
      return new ConditionExpression.Not(condition(not.operand()));
    }
    if (term instanceof Term.Comparison comparison) {
      return comparison(comparison);
    }
    if (term instanceof Term.Between between) {
      Operand tested = operand(between.operand());
      Operand low = operand(between.low());
      return new ConditionExpression.Between(tested, low, operand(between.high()));
    }
    if (term instanceof Term.In in) {
      return in(in);
    }
    if (term instanceof Term.Is is) {
      return is(is);
    }
    if (term instanceof Term.Call call) {
      return new ConditionExpression.Call(call.function(), arguments(call));
    }
    if (term instanceof Term.Subselect subselect && subselect.exists()) {
      throw new FaultException(StatementFault.Plain.EXISTS_OUTSIDE);
    }
    throw unsupported(term);
  }

  /** Returns the error for a term that DynamoDB parses but does not support in its place. */
  public static FaultException unsupported(Term term) {
    return new FaultException(
        StatementFault.Plain.UNSUPPORTED_OPERATION.with(PartiqlOperationNames.of(term)));
  }

  /** Splits the operands in half, so that a long sequence does not become a deep tree. */
  private ConditionExpression joined(List<Term> parts, boolean all) {
    if (parts.size() == 1) {
      return condition(parts.get(0));
    }
    int middle = parts.size() / 2;
    ConditionExpression left = joined(parts.subList(0, middle), all);
    ConditionExpression right = joined(parts.subList(middle, parts.size()), all);
    return all ? new ConditionExpression.And(left, right) : new ConditionExpression.Or(left, right);
  }

  private ConditionExpression comparison(Term.Comparison term) {
    if (term.right() instanceof Term.Missing) {
      switch (term.operator()) {
        case EQUAL -> {
          return is(new Term.Is(term.left(), "MISSING"));
        }
        case NOT_EQUAL -> {
          return new ConditionExpression.Not(is(new Term.Is(term.left(), "MISSING")));
        }
        case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> throw unsupported(term.right());
      }
    }
    Operand left = operand(term.left());
    return new ConditionExpression.Comparison(term.operator(), left, operand(term.right()));
  }

  private ConditionExpression in(Term.In term) {
    Operand tested = operand(term.operand());
    List<Operand> candidates = new ArrayList<>();
    for (Term candidate : candidates(term)) {
      candidates.add(operand(candidate));
    }
    return new ConditionExpression.In(tested, candidates);
  }

  /** Returns the operands of an IN. */
  List<Term> candidates(Term.In term) {
    if (term.candidates() instanceof Term.ListOf list) {
      return list.elements();
    }
    if (term.candidates() instanceof Term.Bag bag) {
      return bag.elements();
    }
    throw unsupported(term.candidates());
  }

  private ConditionExpression is(Term.Is term) {
    if (term.typeName().equals("MISSING")) {
      return new ConditionExpression.Call("attribute_not_exists", List.of(operand(term.operand())));
    }
    ConditionExpression found = null;
    for (AttributeType type : types(term)) {
      Operand operand = operand(term.operand());
      Operand name = value(AttributeValue.string(type.name()));
      ConditionExpression one =
          new ConditionExpression.Call("attribute_type", List.of(operand, name));
      found = found == null ? one : new ConditionExpression.Or(found, one);
    }
    if (found == null) {
      throw unsupported(term);
    }
    return found;
  }

  /**
   * Returns the DynamoDB types of a PartiQL type. BOOL, STRING and NULL were recorded
   * (paritysuite/dynamodb-conformance {@code whereFunctions.test.ts}).
   */
  private static List<AttributeType> types(Term.Is term) {
    return switch (term.typeName()) {
      case "NULL" -> List.of(AttributeType.NULL);
      case "BOOL", "BOOLEAN" -> List.of(AttributeType.BOOL);
      case "STRING", "CHAR", "CHARACTER", "CHARACTER VARYING", "VARCHAR" ->
          List.of(AttributeType.S);
      case "NUMERIC",
          "DECIMAL",
          "DEC",
          "DOUBLE PRECISION",
          "FLOAT",
          "REAL",
          "INT",
          "INT2",
          "INT4",
          "INT8",
          "INTEGER",
          "INTEGER2",
          "INTEGER4",
          "INTEGER8",
          "SMALLINT" ->
          List.of(AttributeType.N);
      case "BLOB" -> List.of(AttributeType.B);
      case "LIST" -> List.of(AttributeType.L);
      case "STRUCT", "TUPLE" -> List.of(AttributeType.M);
      case "BAG" -> List.of(AttributeType.SS, AttributeType.NS, AttributeType.BS);
      default -> List.of();
    };
  }

  /** Returns the arguments of a function of conditions; throws if there is no such function. */
  private List<Operand> arguments(Term.Call term) {
    switch (term.function()) {
      case "attribute_exists",
          "attribute_not_exists",
          "attribute_type",
          "begins_with",
          "contains",
          "size" -> {}
      default ->
          throw new FaultException(
              StatementFault.Plain.UNRECOGNIZED_FUNCTION.with(
                  term.function(), term.position().toString()));
    }
    List<Operand> arguments = new ArrayList<>(term.arguments().size());
    for (Term argument : term.arguments()) {
      arguments.add(operand(argument));
    }
    if (term.function().equals("attribute_type") && term.arguments().size() == 2) {
      requireTypeName(literal(term.arguments().get(1)));
    }
    return arguments;
  }

  private static void requireTypeName(@Nullable AttributeValue name) {
    if (name == null || name.type() != AttributeType.S) {
      return;
    }
    for (AttributeType type : AttributeType.values()) {
      if (type.name().equals(name.string())) {
        return;
      }
    }
    throw new FaultException(StatementFault.Plain.UNKNOWN_STATEMENT_TYPE_NAME.with(name.string()));
  }

  private Operand operand(Term term) {
    AttributeValue literal = literal(term);
    if (literal != null) {
      return value(literal);
    }
    if (term instanceof Term.Path path) {
      return new Operand.Path(path(path));
    }
    if (term instanceof Term.Call call && call.function().equals("size")) {
      return new Operand.Call(call.function(), arguments(call));
    }
    return new Operand.Truth(condition(term));
  }

  private static DocumentPath attribute(String name) {
    return new DocumentPath(List.of(new PathElement.Name(name)));
  }

  /**
   * Returns the path of an attribute.
   *
   * @throws FaultException if a step is not a name or a list index
   */
  static DocumentPath path(Term.Path term) {
    List<PathElement> elements = new ArrayList<>(term.steps().size());
    for (Term.Step step : term.steps()) {
      elements.add(
          switch (step.kind()) {
            case NAME -> name(step);
            case INDEX -> index(step);
            case STAR ->
                throw new FaultException(
                    StatementFault.Plain.UNEXPECTED_PATH_COMPONENT.with(
                        step.position().toString()));
          });
    }
    return new DocumentPath(elements);
  }

  private static PathElement name(Term.Step step) {
    if (step.text().isEmpty()) {
      throw new FaultException(StatementFault.Plain.EMPTY_COMPONENT);
    }
    return new PathElement.Name(step.text());
  }

  /** Parses an index: {@code [-0]} is one, {@code [-1]} is not (floci-io/floci, from AWS). */
  private static PathElement index(Term.Step step) {
    long index;
    try {
      index = Long.parseLong(step.text());
    } catch (NumberFormatException e) {
      index = -1;
    }
    if (index < 0 || index > Integer.MAX_VALUE) {
      throw new FaultException(
          StatementFault.Plain.LITERAL_LIST_INDEX.with(step.text(), step.position().toString()));
    }
    return new PathElement.Index((int) index);
  }

  /**
   * Returns the columns of a SELECT, or null for all attributes.
   *
   * @throws FaultException if a column is not a path, or two columns have the same name
   */
  public @Nullable Columns columns(@Nullable List<Term> columns) {
    if (columns == null) {
      return null;
    }
    List<DocumentPath> paths = new ArrayList<>(columns.size());
    for (Term column : columns) {
      if (!(column instanceof Term.Path path)) {
        throw new FaultException(
            StatementFault.Plain.UNEXPECTED_PATH_COMPONENT.with(column.position().toString()));
      }
      paths.add(path(path));
    }
    return Columns.of(paths);
  }

  /**
   * Returns the item of an INSERT.
   *
   * @throws FaultException if the inserted value is not a valid item
   */
  public Item item(Statement.Insert insert) {
    if (!insert.single()) {
      throw new FaultException(StatementFault.Plain.UNSUPPORTED_OPERATION.with("InsertOp"));
    }
    if (!(insert.value() instanceof Term.MapOf map)) {
      throw new FaultException(
          StatementFault.Plain.NOT_AN_ITEM.with(insert.value().position().toString()));
    }
    return Item.of(literals.attributes(map));
  }

  /**
   * Returns the update of the SET and REMOVE clauses of an UPDATE.
   *
   * @throws FaultException if DynamoDB does not support the update
   */
  public BoundUpdate changes(List<Statement.Change> changes) {
    List<UpdateExpression.Set> sets = new ArrayList<>();
    List<DocumentPath> removes = new ArrayList<>();
    List<UpdateExpression.Add> adds = new ArrayList<>();
    List<UpdateExpression.Delete> deletes = new ArrayList<>();
    for (Statement.Change change : changes) {
      DocumentPath path = path(change.path());
      Term value = change.value();
      if (value == null) {
        removes.add(path);
      } else if (isSetFunction(value, "set_add")) {
        adds.add(new UpdateExpression.Add(path, setOperand(change.path(), (Term.Call) value)));
      } else if (isSetFunction(value, "set_delete")) {
        deletes.add(
            new UpdateExpression.Delete(path, setOperand(change.path(), (Term.Call) value)));
      } else {
        sets.add(new UpdateExpression.Set(path, setValue(value)));
      }
    }
    UpdateExpression update = new UpdateExpression(sets, removes, adds, deletes);
    return CompiledUpdate.of(ExpressionKind.STATEMENT_UPDATE, update, limits).bind(bindings());
  }

  private static boolean isSetFunction(Term term, String function) {
    return term instanceof Term.Call call && call.function().equals(function);
  }

  private Operand setOperand(Term.Path target, Term.Call call) {
    String function = call.function().toUpperCase(Locale.ROOT);
    String position = call.position().toString();
    if (call.arguments().size() != 2) {
      throw new FaultException(StatementFault.Plain.SET_FUNCTION_COUNT.with(function, position));
    }
    Term first = call.arguments().get(0);
    if (!(first instanceof Term.Path path) || !path(path).equals(path(target))) {
      throw new FaultException(StatementFault.Plain.SET_FUNCTION_TARGET.with(function, position));
    }
    AttributeValue members = literal(call.arguments().get(1));
    if (members == null || !members.type().isSet()) {
      throw new FaultException(
          StatementFault.Plain.SET_FUNCTION_VALUE.with(function, first.position().toString()));
    }
    return value(members);
  }

  private Operand setValue(Term term) {
    if (term instanceof Term.Arithmetic arithmetic) {
      Operand.Arithmetic.Operator operator =
          switch (arithmetic.operator()) {
            case "+" -> Operand.Arithmetic.Operator.PLUS;
            case "-" -> Operand.Arithmetic.Operator.MINUS;
            default -> throw unsupported(arithmetic);
          };
      Operand left = setOperand(arithmetic.left());
      return new Operand.Arithmetic(operator, left, setOperand(arithmetic.right()));
    }
    if (term instanceof Term.Call call) {
      if (!call.function().equals("list_append")) {
        throw new FaultException(
            StatementFault.Plain.UNRECOGNIZED_FUNCTION.with(
                call.function(), call.position().toString()));
      }
      List<Operand> arguments = new ArrayList<>(call.arguments().size());
      for (Term argument : call.arguments()) {
        arguments.add(setOperand(argument));
      }
      return new Operand.Call(call.function(), arguments);
    }
    return setOperand(term);
  }

  /** Returns a value or a path; nothing else can be stored or be an operand of arithmetic. */
  private Operand setOperand(Term term) {
    AttributeValue literal = literal(term);
    if (literal != null) {
      return value(literal);
    }
    if (term instanceof Term.Path path) {
      return new Operand.Path(path(path));
    }
    if (term instanceof Term.Call call) {
      throw new FaultException(
          StatementFault.Plain.UNRECOGNIZED_FUNCTION.with(
              call.function(), call.position().toString()));
    }
    throw unsupported(term);
  }
}
