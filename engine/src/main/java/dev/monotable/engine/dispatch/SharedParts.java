package dev.monotable.engine.dispatch;

import dev.monotable.engine.error.Wording;
import dev.monotable.engine.expression.ExpressionCompiler;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.partiql.StatementCache;
import dev.monotable.engine.validation.ArnScope;
import dev.monotable.engine.validation.ModelValidator;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The parts that are the same in all engines: the checks of requests, and compiled expressions and
 * statements. All engines with the same limits, wording, Region and account share it, so that a
 * fresh engine for each test does not build it again. Thread-safe.
 *
 * <p>Each part is bounded on its own. When too many combinations of settings are kept, all of them
 * are dropped; engines that use them keep theirs.
 */
public final class SharedParts {
  private static final int MAX_KEPT = 16;

  private static final ConcurrentMap<Settings, SharedParts> KEPT = new ConcurrentHashMap<>();

  /**
   * The settings on which the parts depend. Limits and wordings are compared by identity. The
   * methods of a map's key are written out here: generating them takes several milliseconds of each
   * start.
   */
  private record Settings(Limits limits, Wording wording, ArnScope scope) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Settings settings
          && limits.equals(settings.limits)
          && wording.equals(settings.wording)
          && scope.region().equals(settings.scope.region())
          && scope.account().equals(settings.scope.account());
    }

    @Override
    public int hashCode() {
      return 31 * (31 * limits.hashCode() + wording.hashCode()) + scope.region().hashCode();
    }
  }

  private final Settings settings;
  private final ExpressionCompiler expressions;
  private final StatementCache statements;
  private final ModelValidator validator;

  /**
   * The part that requests share while they are not observed, by the ordinal of the operation. A
   * call has only final fields, so a race only creates it twice.
   */
  private final @Nullable Call[] calls = new Call[Operations.all().size()];

  /** Created when the first request nests too deep; a race only creates it twice. */
  private volatile @Nullable ModelValidator olderValidator;

  private SharedParts(Settings settings) {
    this.settings = settings;
    this.expressions = new ExpressionCompiler(settings.limits());
    this.statements = new StatementCache();
    this.validator = new ModelValidator(settings.wording(), settings.scope());
  }

  /**
   * Returns the parts of engines with these settings.
   *
   * @param scope the Region and the account
   */
  public static SharedParts of(Limits limits, Wording wording, ArnScope scope) {
    Settings settings = new Settings(limits, wording, scope);
    SharedParts kept = KEPT.get(settings);
    if (kept != null) {
      return kept;
    }
    if (KEPT.size() >= MAX_KEPT) {
      KEPT.clear();
    }
    SharedParts made = new SharedParts(settings);
    SharedParts earlier = KEPT.putIfAbsent(settings, made);
    return earlier == null ? made : earlier;
  }

  /** Returns the number of combinations of settings that are kept. */
  static int kept() {
    return KEPT.size();
  }

  /** Returns the Region and the account of ARNs. */
  public ArnScope scope() {
    return settings.scope();
  }

  Wording wording() {
    return settings.wording();
  }

  /** Returns the compiler of expressions, with its cache. */
  public ExpressionCompiler expressions() {
    return expressions;
  }

  StatementCache statements() {
    return statements;
  }

  /** Returns the call that requests of an operation share while they are not observed. */
  Call call(OperationSchema<?, ?> operation) {
    Call known = calls[operation.ordinal()];
    if (known == null) {
      known = Call.plain(settings.wording().forOperation(operation.name()));
      calls[operation.ordinal()] = known;
    }
    return known;
  }

  /** Returns the checks of the wording. */
  ModelValidator validator() {
    return validator;
  }

  /** Returns the checks of the older layer of the service. */
  ModelValidator olderValidator() {
    ModelValidator known = olderValidator;
    if (known == null) {
      known = new ModelValidator(settings.wording().older(), settings.scope());
      olderValidator = known;
    }
    return known;
  }
}
