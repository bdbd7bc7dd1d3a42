package dev.monotable.conformance;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The targets of a test run, for tests that are created dynamically. Other tests use {@link
 * OnEveryTarget}.
 */
public final class EveryTarget {
  private final ExtensionContext context;

  EveryTarget(ExtensionContext context) {
    this.context = context;
  }

  /** Provides a test with the targets. */
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

  /** Returns the targets that this run can reach. */
  public static List<TargetKind> kinds() {
    List<TargetKind> kinds = new ArrayList<>();
    for (TargetKind kind : TargetKind.values()) {
      if (!(Server.isForeign() && kind.inProcess())) {
        kinds.add(kind);
      }
    }
    return kinds;
  }

  /** Returns a database of the given kind. */
  public Dynamo open(TargetKind kind) {
    return kind.inProcess() ? InProcess.open(kind.async()) : Server.of(context).open(kind.async());
  }
}
