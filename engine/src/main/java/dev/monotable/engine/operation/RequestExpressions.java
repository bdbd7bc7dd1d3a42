package dev.monotable.engine.operation;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RequestFault;
import dev.monotable.engine.error.SubstitutionFault;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.expression.Bindings;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.expression.ExpressionCompiler;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The expressions of one request and their substitutions. A request may use expressions or the
 * legacy parameters that they replaced, but not both.
 *
 * <p>Declare every {@link #legacy} parameter and {@link #expression} first and call {@link #open}.
 * Then compile the expressions, and call {@link #close} at the end. ExpressionAttributeNames and
 * ExpressionAttributeValues are checked when the first expression is compiled, so the checks that
 * AWS makes earlier can run in between.
 */
public final class RequestExpressions {
  /** The only kind that takes no values. */
  private static final int PROJECTION = ExpressionKind.PROJECTION.bit();

  private final ExpressionCompiler compiler;
  private final Wording wording;
  private final @Nullable Map<String, String> names;
  private final @Nullable Item values;
  private @Nullable List<String> legacy;

  /** A bit for the ordinal of each declared kind of expression, and of each that is present. */
  private byte declared;

  private byte given;

  private @Nullable Bindings bindings;

  public RequestExpressions(
      OperationContext context,
      Wording wording,
      @Nullable Map<String, String> names,
      @Nullable Item values) {
    this.compiler = context.expressions();
    this.wording = wording;
    this.names = names;
    this.values = values;
  }

  /**
   * Declares a legacy parameter.
   *
   * @param value null if the request does not have the parameter
   */
  public RequestExpressions legacy(String parameter, @Nullable Object value) {
    if (value != null) {
      if (legacy == null) {
        legacy = new ArrayList<>(2);
      }
      legacy.add(parameter);
    }
    return this;
  }

  /**
   * Declares an expression.
   *
   * @param text null if the request does not have the expression
   */
  public RequestExpressions expression(ExpressionKind kind, @Nullable String text) {
    declared = (byte) (declared | kind.bit());
    if (text != null) {
      given = (byte) (given | kind.bit());
    }
    return this;
  }

  /**
   * Checks the declared parameters against each other.
   *
   * @throws FaultException if expressions are combined with legacy parameters, or names or values
   *     are present without an expression that can use them
   */
  public RequestExpressions open() {
    if (legacy != null && given != 0) {
      throw new FaultException(
          RequestFault.Plain.EXPRESSIONS_BESIDE_LEGACY_PARAMETERS.with(legacy, parameters(given)));
    }
    if (given == 0 && names != null) {
      throw new FaultException(SubstitutionFault.Plain.NAMES_WITHOUT_EXPRESSION);
    }
    if ((given & ~PROJECTION) == 0 && values != null) {
      throw new FaultException(
          new SubstitutionFault.ValuesWithoutExpression(parameters(declared & ~PROJECTION)));
    }
    return this;
  }

  /**
   * Does the same as {@link #open} for an action of a transaction. AWS accepts names and values
   * without any expression there (ExtendDB/extenddb pull request 169, recorded in 2026).
   */
  public RequestExpressions openInTransaction() {
    return given == 0 ? this : open();
  }

  private static List<String> parameters(int kinds) {
    List<String> parameters = new ArrayList<>(2);
    for (ExpressionKind kind : ExpressionKind.values()) {
      if ((kinds & kind.bit()) != 0) {
        parameters.add(kind.parameter());
      }
    }
    return parameters;
  }

  private Bindings bindings() {
    Bindings present = bindings;
    if (present == null) {
      present = compiler.bindings(names, values, wording);
      bindings = present;
    }
    return present;
  }

  /** Compiles a condition or filter; null for null. */
  public @Nullable BoundCondition condition(ExpressionKind kind, @Nullable String text) {
    if (text == null) {
      return null;
    }
    Bindings substitutions = bindings();
    return compiler.condition(kind, text).bind(substitutions);
  }

  /** Compiles a projection; null for null. */
  public @Nullable BoundProjection projection(@Nullable String text) {
    if (text == null) {
      return null;
    }
    Bindings substitutions = bindings();
    return compiler.projection(text).bind(substitutions);
  }

  /** Compiles an update; null for null. */
  public @Nullable BoundUpdate update(@Nullable String text) {
    if (text == null) {
      return null;
    }
    Bindings substitutions = bindings();
    return compiler.update(text).bind(substitutions);
  }

  /**
   * Checks that the expressions use every name and every value.
   *
   * @throws FaultException naming the unused names or values
   */
  public void close() {
    Bindings present = bindings;
    if (present != null) {
      present.requireAllUsed();
    }
  }
}
