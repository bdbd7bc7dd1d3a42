package dev.monotable.engine.expression;

import dev.monotable.engine.error.ExpressionFault;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.limits.Limits;
import dev.monotable.expression.ConditionExpression;
import dev.monotable.expression.ExpressionParser;
import dev.monotable.expression.ParseResult;
import dev.monotable.expression.ProjectionExpression;
import dev.monotable.expression.SyntaxProblem;
import dev.monotable.expression.UpdateExpression;
import dev.monotable.value.AttributeType;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the text of expressions, once per text, and reads the names and values of a request into
 * {@link Bindings}. Thread-safe.
 *
 * <p>An operation creates the bindings first, then compiles and binds its expressions in AWS's
 * order (update, condition, key condition, filter, projection), and finally checks that all names
 * and values were used.
 */
public final class ExpressionCompiler {
  private static final int CACHED_ENTRIES = 1024;
  private static final int CACHED_CHARACTERS = 256 * 1024;

  private final Limits limits;
  private final ExpressionCache<CompiledCondition> conditions = cache();
  private final ExpressionCache<CompiledCondition> filters = cache();
  private final ExpressionCache<CompiledCondition> keyConditions = cache();
  private final ExpressionCache<CompiledCondition> searchConditions = cache();
  private final ExpressionCache<CompiledUpdate> updates = cache();
  private final ExpressionCache<CompiledProjection> projections = cache();

  public ExpressionCompiler(Limits limits) {
    this.limits = limits;
  }

  private static <T> ExpressionCache<T> cache() {
    return new ExpressionCache<>(CACHED_ENTRIES, CACHED_CHARACTERS);
  }

  /**
   * Returns the names and values of one request after checking them on their own.
   *
   * @param names ExpressionAttributeNames
   * @param values ExpressionAttributeValues
   * @param wording the wording of the layer that reads the request
   * @throws FaultException if a name or value is malformed, a map is empty, or all together are too
   *     large
   */
  public Bindings bindings(
      @Nullable Map<String, String> names, @Nullable Item values, Wording wording) {
    return Bindings.of(names, values, wording, limits);
  }

  /**
   * Returns the compiled form of a condition, filter, key condition or search condition expression.
   *
   * @param kind CONDITION, FILTER, KEY_CONDITION or SEARCH_CONDITION
   * @throws FaultException if the text is not a valid expression of this kind
   */
  public CompiledCondition condition(ExpressionKind kind, String text) {
    return switch (kind) {
      case CONDITION -> conditions.get(text, t -> compileCondition(ExpressionKind.CONDITION, t));
      case FILTER -> filters.get(text, t -> compileCondition(ExpressionKind.FILTER, t));
      case KEY_CONDITION ->
          keyConditions.get(text, t -> compileCondition(ExpressionKind.KEY_CONDITION, t));
      case SEARCH_CONDITION ->
          searchConditions.get(text, t -> compileCondition(ExpressionKind.SEARCH_CONDITION, t));
      case UPDATE, PROJECTION, STATEMENT_CONDITION, STATEMENT_UPDATE ->
          throw new IllegalArgumentException(kind + " is not a condition");
    };
  }

  /**
   * Returns the compiled form of an update expression.
   *
   * @throws FaultException if the text is not a valid update expression
   */
  public CompiledUpdate update(String text) {
    return updates.get(text, this::compileUpdate);
  }

  /**
   * Returns the compiled form of a projection expression.
   *
   * @throws FaultException if the text is not a valid projection expression
   */
  public CompiledProjection projection(String text) {
    return projections.get(text, this::compileProjection);
  }

  private CompiledCondition compileCondition(ExpressionKind kind, String text) {
    checkLength(kind, text);
    ParseResult.Success<ConditionExpression> parsed =
        require(ExpressionParser.condition(text), kind, text);
    StructureChecks checks = StructureChecks.ofText(kind, limits, parsed);
    return CompiledCondition.of(kind, parsed.tree(), checks);
  }

  private CompiledUpdate compileUpdate(String text) {
    ExpressionKind kind = ExpressionKind.UPDATE;
    checkLength(kind, text);
    ParseResult.Success<UpdateExpression> parsed =
        require(ExpressionParser.update(text), kind, text);
    StructureChecks checks = StructureChecks.ofText(kind, limits, parsed);
    return CompiledUpdate.of(kind, parsed.tree(), checks);
  }

  private CompiledProjection compileProjection(String text) {
    ExpressionKind kind = ExpressionKind.PROJECTION;
    checkLength(kind, text);
    ParseResult.Success<ProjectionExpression> parsed =
        require(ExpressionParser.projection(text), kind, text);
    StructureChecks checks = StructureChecks.ofText(kind, limits, parsed);
    return CompiledProjection.of(parsed.tree().paths(), checks);
  }

  private <T> ParseResult.Success<T> require(
      ParseResult<T> result, ExpressionKind kind, String text) {
    if (result instanceof ParseResult.Success<T> success) {
      return success;
    }
    if (result instanceof ParseResult.Failure<T> failure) {
      throw syntaxError(kind, text, failure.problem());
    }
    throw new IllegalStateException("unknown result: " + result);
  }

  private void checkLength(ExpressionKind kind, String text) {
    if (text.length() * 3L > limits.expression().maxBytes()
        && text.getBytes(StandardCharsets.UTF_8).length > limits.expression().maxBytes()) {
      throw tooLong(kind, text);
    }
  }

  private static FaultException tooLong(ExpressionKind kind, String text) {
    int size = text.getBytes(StandardCharsets.UTF_8).length;
    return invalid(kind, new ExpressionFault.TooLong(kind.parameter(), size));
  }

  private static FaultException invalid(ExpressionKind kind, Fault problem) {
    return new FaultException(kind.invalid(problem));
  }

  private FaultException syntaxError(ExpressionKind kind, String text, SyntaxProblem problem) {
    return switch (problem.kind()) {
      case TOO_LONG -> tooLong(kind, text);
      case EMPTY -> invalid(kind, ExpressionFault.Plain.EMPTY);
      case SYNTAX_ERROR ->
          invalid(kind, ExpressionFault.Plain.SYNTAX_ERROR.with(problem.token(), problem.near()));
      case TOO_DEEP -> invalid(kind, tooDeep(problem.token()));
      case REDUNDANT_PARENTHESES -> invalid(kind, ExpressionFault.Plain.REDUNDANT_PARENTHESES);
      case INDEX_OUT_OF_RANGE ->
          invalid(kind, ExpressionFault.Plain.LIST_INDEX_OUT_OF_RANGE.with(problem.token()));
    };
  }

  /**
   * Returns the fault of an expression that nests too deep to be parsed. Such an expression exceeds
   * the maximum number of operators, or contains a call within a call, and no function of
   * conditions accepts its own result (scylladb/scylladb {@code test/alternator/test_limits.py}).
   *
   * @param name the function of the nested call, or empty if there is none
   */
  private Fault tooDeep(String name) {
    if (name.isEmpty()) {
      return ExpressionFault.Plain.TOO_MANY_OPERATORS.with(limits.expression().maxOperators() + 1);
    }
    ExpressionFunction function = ExpressionFunction.find(name);
    if (function == null) {
      return ExpressionFault.Plain.UNKNOWN_FUNCTION.with(name);
    }
    return function == ExpressionFunction.SIZE
        ? new ExpressionFault.OperandType(name, AttributeType.N)
        : ExpressionFault.Plain.FUNCTION_NOT_ALLOWED_HERE.with(name);
  }
}
