package dev.monotable.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Translates a command line of DynamoDB Local, such as {@code -jar DynamoDBLocal.jar -inMemory
 * -sharedDb}, so that a Compose file or a script keeps working. What Java itself takes before the
 * name of the jar is skipped. The name of the jar stands for {@code --dynamodb-local}.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.UsageNotes.html">DynamoDB
 *     local usage notes</a>
 */
public final class LocalArguments {
  private static final Set<String> FLAGS =
      Set.of(
          "-inMemory",
          "-sharedDb",
          "-delayTransientStatuses",
          "-optimizeDbBeforeStartup",
          "-disableTelemetry",
          "-help",
          "-version");
  private static final Set<String> WITH_VALUE = Set.of("-port", "-cors", "-dbPath");

  /**
   * The duration of a change with {@code -delayTransientStatuses}. DynamoDB Local delays only the
   * creation and the deletion of global secondary indexes; AWS does not document for how long.
   */
  private static final String DELAY = "5s";

  private static final String JAR = "DynamoDBLocal.jar";

  private final List<String> result = new ArrayList<>();
  private boolean inMemory;
  private boolean shared;
  private boolean optimize;
  private @Nullable String path;

  private LocalArguments() {}

  /**
   * Returns the command line of a JVM that was started by {@code java -jar}, with the name of the
   * jar if that is the name of DynamoDB Local's, and its options.
   *
   * @param classPath the class path of the JVM, which is then the path of the jar
   */
  public static String[] named(String[] arguments, String classPath) {
    boolean options = arguments.length == 0 || arguments[0].startsWith("-");
    if (!options || !isJar(classPath)) {
      return arguments;
    }
    String[] named = new String[arguments.length + 2];
    named[0] = "-jar";
    named[1] = JAR;
    System.arraycopy(arguments, 0, named, 2, arguments.length);
    return named;
  }

  private static boolean isJar(String path) {
    return path.endsWith(JAR) && Path.of(path).endsWith(JAR);
  }

  /** Returns whether a command line has an option of DynamoDB Local. */
  public static boolean areUsed(String[] arguments) {
    for (String argument : arguments) {
      if (argument.startsWith("-")
          && (FLAGS.contains(argument)
              || WITH_VALUE.contains(argument)
              || argument.equals("-jar")
              || argument.startsWith("-Djava.library.path="))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the command line with our own options.
   *
   * @throws InvalidOptionException if DynamoDB Local rejects the combination too
   */
  public static String[] translate(String[] arguments) throws InvalidOptionException {
    LocalArguments local = new LocalArguments();
    local.read(arguments);
    return local.result.toArray(String[]::new);
  }

  private void read(String[] arguments) throws InvalidOptionException {
    int i = 0;
    while (i < arguments.length) {
      String argument = arguments[i++];
      if (argument.equals("-jar") || WITH_VALUE.contains(argument)) {
        if (i == arguments.length) {
          throw new InvalidOptionException("Missing value of option '" + argument + "'");
        }
        withValue(argument, arguments[i++]);
      } else if (FLAGS.contains(argument)) {
        flag(argument);
      } else if (!isForJava(argument)) {
        result.add(argument);
      }
    }
    if (inMemory && path != null) {
      throw new InvalidOptionException("-inMemory cannot be combined with -dbPath");
    }
    if (optimize && path == null) {
      throw new InvalidOptionException("-optimizeDbBeforeStartup needs -dbPath");
    }
    if (path != null) {
      result.add("--data=" + path);
    }
    if (!shared) {
      result.add("--split-by-credentials");
    }
  }

  private void withValue(String name, String value) {
    switch (name) {
      case "-port" -> result.add("--port=" + value);
      case "-dbPath" -> path = value;
      case "-cors" -> {
        for (String domain : value.split(",")) {
          origin(domain.strip());
        }
      }
      default -> {
        if (isJar(value)) {
          result.add("--dynamodb-local");
        }
      }
    }
  }

  /** Adds the origins of a domain, which DynamoDB Local accepts without a scheme. */
  private void origin(String domain) {
    if (domain.equals("*") || domain.contains("://")) {
      result.add("--cors=" + domain);
    } else {
      result.add("--cors=http://" + domain);
      result.add("--cors=https://" + domain);
    }
  }

  private void flag(String name) {
    switch (name) {
      case "-inMemory" -> inMemory = true;
      case "-sharedDb" -> shared = true;
      case "-optimizeDbBeforeStartup" -> optimize = true;
      case "-delayTransientStatuses" -> {
        result.add("--delay=create-index=" + DELAY);
        result.add("--delay=delete-index=" + DELAY);
      }
      case "-help" -> result.add("--help");
      case "-version" -> result.add("--version");
      default -> {} // there is no telemetry
    }
  }

  /** Returns whether an argument is an option of Java, which is running already. */
  private static boolean isForJava(String argument) {
    return argument.startsWith("-D") || argument.startsWith("-X");
  }
}
