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
 * The expressions of one request beside the parameters that they replaced: either kind may be used,
 * not both. Tell it first of every parameter of either kind, then {@link #open} it, then take the
 * expressions, and {@link #close()} it at last. The names and values by themselves are checked when
 * the first expression is taken, which leaves room for the checks that AWS makes before.
 */
public final class RequestExpressions {
  private final ExpressionCompiler compiler;
  private final Wording wording;
  private final @Nullable Map<String, String> names;
  private final @Nullable Item values;
  private @Nullable List<String> legacy;
  private @Nullable List<String> given;
  private boolean takesValues;

  /** The bits of the kinds that a value could be used in. */
  private int valueKinds;

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

  /** Tells of a parameter of the old kind. */
  public RequestExpressions legacy(String parameter, @Nullable Object value) {
    if (value != null) {
      if (legacy == null) {
        legacy = new ArrayList<>(2);
      }
      legacy.add(parameter);
    }
    return this;
  }

  /** Tells of an expression. */
  public RequestExpressions expression(ExpressionKind kind, @Nullable String text) {
    if (kind != ExpressionKind.PROJECTION) {
      valueKinds |= 1 << kind.ordinal();
    }
    if (text != null) {
      if (given == null) {
        given = new ArrayList<>(2);
      }
      given.add(kind.parameter());
      takesValues |= kind != ExpressionKind.PROJECTION;
    }
    return this;
  }

  /** Checks the kinds against each other, and that there is an expression for names and values. */
  public RequestExpressions open() {
    if (legacy != null && given != null) {
      throw new FaultException(new RequestFault.ExpressionsBesideLegacyParameters(legacy, given));
    }
    if (given == null && names != null) {
      throw new FaultException(SubstitutionFault.Plain.NAMES_WITHOUT_EXPRESSION);
    }
    if (!takesValues && values != null) {
      throw new FaultException(new SubstitutionFault.ValuesWithoutExpression(valueParameters()));
    }
    return this;
  }

  /**
   * As {@link #open}, for an action of a transaction: names and values without any expression are
   * let pass there (ExtendDB/extenddb pull request 169, recorded in 2026).
   */
  public RequestExpressions openInTransaction() {
    return given == null ? this : open();
  }

  private List<String> valueParameters() {
    List<String> parameters = new ArrayList<>(2);
    for (ExpressionKind kind : ExpressionKind.values()) {
      if ((valueKinds & 1 << kind.ordinal()) != 0) {
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

  /** The condition or filter of that text, null for null. */
  public @Nullable BoundCondition condition(ExpressionKind kind, @Nullable String text) {
    if (text == null) {
      return null;
    }
    Bindings substitutions = bindings();
    return compiler.condition(kind, text).bind(substitutions);
  }

  /** The projection of that text, null for null. */
  public @Nullable BoundProjection projection(@Nullable String text) {
    if (text == null) {
      return null;
    }
    Bindings substitutions = bindings();
    return compiler.projection(text).bind(substitutions);
  }

  /** The update of that text, null for null. */
  public @Nullable BoundUpdate update(@Nullable String text) {
    if (text == null) {
      return null;
    }
    Bindings substitutions = bindings();
    return compiler.update(text).bind(substitutions);
  }

  /** Checks that every name and every value was used. */
  public void close() {
    Bindings present = bindings;
    if (present != null) {
      present.requireAllUsed();
    }
  }
}
