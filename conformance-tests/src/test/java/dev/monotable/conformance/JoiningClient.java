package dev.monotable.conformance;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Adapts an asynchronous client to the interface of the synchronous one, so that the same test runs
 * with both. Each call waits for its result.
 */
final class JoiningClient implements InvocationHandler {
  private static final long SECONDS = 480;

  private final DynamoDbAsyncClient async;

  private JoiningClient(DynamoDbAsyncClient async) {
    this.async = async;
  }

  static DynamoDbClient of(DynamoDbAsyncClient async) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            JoiningClient.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            new JoiningClient(async));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    Method started;
    try {
      started = DynamoDbAsyncClient.class.getMethod(method.getName(), method.getParameterTypes());
    } catch (NoSuchMethodException e) {
      return InvocationHandler.invokeDefault(proxy, method, arguments);
    }
    if (!CompletableFuture.class.isAssignableFrom(started.getReturnType())) {
      // The interface implements paginators and waiters, which call other operations.
      return method.isDefault()
          ? InvocationHandler.invokeDefault(proxy, method, arguments)
          : call(started, arguments);
    }
    CompletableFuture<?> future = (CompletableFuture<?>) call(started, arguments);
    try {
      return future.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(async, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
