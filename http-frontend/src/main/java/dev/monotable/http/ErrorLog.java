package dev.monotable.http;

import io.netty.util.internal.logging.AbstractInternalLogger;
import io.netty.util.internal.logging.FormattingTuple;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.MessageFormatter;
import java.io.PrintStream;

/**
 * Prints Netty's warnings and errors. Nothing else in the runnable jar needs a logging framework,
 * and detecting one takes a tenth of the start.
 */
final class ErrorLog extends AbstractInternalLogger {
  private static final long serialVersionUID = 1L;

  private final transient PrintStream out;

  private ErrorLog(String name, PrintStream out) {
    super(name);
    this.out = out;
  }

  static final class Factory extends InternalLoggerFactory {
    private final PrintStream out;

    Factory(PrintStream out) {
      this.out = out;
    }

    @Override
    protected InternalLogger newInstance(String name) {
      return new ErrorLog(name, out);
    }
  }

  private void print(String level, FormattingTuple message) {
    out.println(level + " " + name() + ": " + message.getMessage());
    if (message.getThrowable() != null) {
      message.getThrowable().printStackTrace(out);
    }
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public void trace(String message) {}

  @Override
  public void trace(String format, Object argument) {}

  @Override
  public void trace(String format, Object first, Object second) {}

  @Override
  public void trace(String format, Object... arguments) {}

  @Override
  public void trace(String message, Throwable failure) {}

  @Override
  public boolean isDebugEnabled() {
    return false;
  }

  @Override
  public void debug(String message) {}

  @Override
  public void debug(String format, Object argument) {}

  @Override
  public void debug(String format, Object first, Object second) {}

  @Override
  public void debug(String format, Object... arguments) {}

  @Override
  public void debug(String message, Throwable failure) {}

  @Override
  public boolean isInfoEnabled() {
    return false;
  }

  @Override
  public void info(String message) {}

  @Override
  public void info(String format, Object argument) {}

  @Override
  public void info(String format, Object first, Object second) {}

  @Override
  public void info(String format, Object... arguments) {}

  @Override
  public void info(String message, Throwable failure) {}

  @Override
  public boolean isWarnEnabled() {
    return true;
  }

  @Override
  public void warn(String message) {
    print("WARN", new FormattingTuple(message, null));
  }

  @Override
  public void warn(String format, Object argument) {
    print("WARN", MessageFormatter.format(format, argument));
  }

  @Override
  public void warn(String format, Object first, Object second) {
    print("WARN", MessageFormatter.format(format, first, second));
  }

  @Override
  public void warn(String format, Object... arguments) {
    print("WARN", MessageFormatter.arrayFormat(format, arguments));
  }

  @Override
  public void warn(String message, Throwable failure) {
    print("WARN", new FormattingTuple(message, failure));
  }

  @Override
  public boolean isErrorEnabled() {
    return true;
  }

  @Override
  public void error(String message) {
    print("ERROR", new FormattingTuple(message, null));
  }

  @Override
  public void error(String format, Object argument) {
    print("ERROR", MessageFormatter.format(format, argument));
  }

  @Override
  public void error(String format, Object first, Object second) {
    print("ERROR", MessageFormatter.format(format, first, second));
  }

  @Override
  public void error(String format, Object... arguments) {
    print("ERROR", MessageFormatter.arrayFormat(format, arguments));
  }

  @Override
  public void error(String message, Throwable failure) {
    print("ERROR", new FormattingTuple(message, failure));
  }
}
