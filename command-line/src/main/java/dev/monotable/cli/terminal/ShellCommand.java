package dev.monotable.cli.terminal;

import dev.monotable.text.DataFileException;
import dev.monotable.text.FileFailure;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.OneLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command that runs once and ends with an exit code. What fails is one line on standard error,
 * which begins with {@code monotable:}.
 */
public abstract class ShellCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Mixin
  @SuppressWarnings("UnusedVariable") // read by picocli
  private final HelpOptions help = new HelpOptions();

  /** Creates a command. */
  protected ShellCommand() {}

  /**
   * Runs the command, after its options were parsed.
   *
   * @return the exit code
   */
  protected abstract int run() throws IOException, DataFileException;

  @Override
  public final Integer call() {
    int code = ExitCode.INVALID;
    try {
      return run();
    } catch (CommandException e) {
      warn(e.getMessage());
      code = e.exitCode();
    } catch (InvalidContentException e) {
      warn(e.at() + ": " + e.reason());
    } catch (DataFileException | UncheckedIOException e) {
      warn(e.getMessage());
    } catch (FileSystemException e) {
      warn(e.getFile() + ": " + FileFailure.reason(e));
    } catch (IOException e) {
      warn(FileFailure.reason(e));
    } catch (OutOfMemoryError e) {
      warn("it needs more memory; set JAVA_OPTS=-Xmx8g, for example");
    }
    fails();
    // A command may have a code of its own for everything that is invalid.
    return code == ExitCode.INVALID ? spec.exitCodeOnInvalidInput() : code;
  }

  /** Handles a failure that was reported; does nothing by default. */
  protected void fails() {}

  /** Returns the description of the command, with its parser. */
  protected final CommandSpec spec() {
    return spec;
  }

  /** Returns standard output. */
  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Prints a line on standard error. */
  protected final void warn(@Nullable Object message) {
    spec.commandLine().getErr().println("monotable: " + OneLine.all(String.valueOf(message)));
  }

  /**
   * Ends the command with a line about an invalid option and the exit code 2, unless it is valid.
   */
  protected final void require(boolean valid, String message) {
    if (!valid) {
      throw invalid(message);
    }
  }

  /** Returns the exception that ends the command with a line and the exit code 2. */
  protected final ParameterException invalid(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
