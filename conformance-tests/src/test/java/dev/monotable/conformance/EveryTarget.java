package dev.monotable.conformance;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The targets of a test run, for tests that are made while it runs; others say {@link
 * OnEveryTarget}.
 */
public final class EveryTarget {
  private final ExtensionContext context;

  EveryTarget(ExtensionContext context) {
    this.context = context;
  }

  /** Gives a test the targets. */
  public static final class Resolver implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == EveryTarget.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return new EveryTarget(context);
    }
  }

  /** Those that this run reaches. */
  public static List<TargetKind> kinds() {
    List<TargetKind> kinds = new ArrayList<>();
    for (TargetKind kind : TargetKind.values()) {
      if (!(Server.isForeign() && kind.inProcess())) {
        kinds.add(kind);
      }
    }
    return kinds;
  }

  /** A database of that kind. */
  public Dynamo open(TargetKind kind) {
    return kind.inProcess() ? InProcess.open(kind.async()) : Server.of(context).open(kind.async());
  }
}
