package dev.monotable.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** Runs a test once against each target. */
final class Targets implements TestTemplateInvocationContextProvider {
  private static final Namespace NAMESPACE = Namespace.create(Targets.class);

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return true;
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    List<TestTemplateInvocationContext> invocations = new ArrayList<>();
    for (TargetKind kind : TargetKind.reachable()) {
      invocations.add(new Invocation(kind));
    }
    return invocations.stream();
  }

  private record Invocation(TargetKind kind) implements TestTemplateInvocationContext {
    @Override
    public String getDisplayName(int index) {
      return kind.toString();
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(new DynamoResolver(kind));
    }
  }

  private record DynamoResolver(TargetKind kind) implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Dynamo.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getStore(NAMESPACE)
          .getOrComputeIfAbsent(context.getUniqueId(), id -> kind.open(), Dynamo.class);
    }
  }
}
