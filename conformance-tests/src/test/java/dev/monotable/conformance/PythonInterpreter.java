package dev.monotable.conformance;

import dev.monotable.conformance.Program.Result;
import java.nio.file.Path;

/** A Python with the libraries of a test. */
public final class PythonInterpreter {
  private PythonInterpreter() {}

  /**
   * Returns the installed Python if it has some modules, or else one in a virtual environment with
   * what is missing of {@code requirements.txt}.
   *
   * @param modules with commas between them
   */
  public static String find(Program python, String modules) throws Exception {
    if (python.run(240, "python3", "-c", "import " + modules).exitCode() == 0) {
      return "python3";
    }
    Result created =
        python.run(240, "python3", "-m", "venv", "--system-site-packages", "environment");
    String inside = Path.of("environment", "bin", "python").toString();
    if (created.exitCode() != 0) {
      Program.skip("Python cannot create a virtual environment:\n" + created.output());
    }
    Result installed =
        python.run(960, inside, "-m", "pip", "install", "-q", "-r", "requirements.txt");
    if (installed.exitCode() != 0) {
      Program.skip("Python could not install " + modules + ":\n" + installed.output());
    }
    return inside;
  }
}
