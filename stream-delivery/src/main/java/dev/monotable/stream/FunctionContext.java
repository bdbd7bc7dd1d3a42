package dev.monotable.stream;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import dev.monotable.engine.EngineConfig;
import java.lang.System.Logger;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The context of an invocation. Its logger is {@code System.getLogger("lambda.NAME")}. */
final class FunctionContext implements Context {
  private static final int TIMEOUT_MILLIS = 900_000;
  private static final int MEMORY_MB = 128;

  private final String functionName;
  private final EngineConfig config;
  private final String requestId;

  FunctionContext(String functionName, EngineConfig config, String requestId) {
    this.functionName = functionName;
    this.config = config;
    this.requestId = requestId;
  }

  @Override
  public String getAwsRequestId() {
    return requestId;
  }

  @Override
  public String getLogGroupName() {
    return "/aws/lambda/" + functionName;
  }

  @Override
  public String getLogStreamName() {
    return "[$LATEST]" + requestId;
  }

  @Override
  public String getFunctionName() {
    return functionName;
  }

  @Override
  public String getFunctionVersion() {
    return "$LATEST";
  }

  @Override
  public String getInvokedFunctionArn() {
    return "arn:aws:lambda:"
        + config.region()
        + ":"
        + config.account()
        + ":function:"
        + functionName;
  }

  @Override
  public @Nullable CognitoIdentity getIdentity() {
    return null;
  }

  @Override
  public @Nullable ClientContext getClientContext() {
    return null;
  }

  /** Returns the longest time-out of a function: time does not run out in a test. */
  @Override
  public int getRemainingTimeInMillis() {
    return TIMEOUT_MILLIS;
  }

  @Override
  public int getMemoryLimitInMB() {
    return MEMORY_MB;
  }

  @Override
  public LambdaLogger getLogger() {
    Logger logger = System.getLogger("lambda." + functionName);
    return new LambdaLogger() {
      @Override
      public void log(String message) {
        logger.log(Logger.Level.INFO, message);
      }

      @Override
      public void log(byte[] message) {
        logger.log(Logger.Level.INFO, new String(message, StandardCharsets.UTF_8));
      }
    };
  }
}
