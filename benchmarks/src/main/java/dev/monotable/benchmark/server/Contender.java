package dev.monotable.benchmark.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/**
 * A server that takes part in the comparison, and the command that starts it.
 *
 * @param command the command; {@code @PORT} is the placeholder for the port
 * @param directory the working directory of the process
 * @param isBare whether it is the {@link BareServer}, which has no tables
 */
public record Contender(String name, List<String> command, Path directory, boolean isBare) {
  private static final String LOCAL_VERSION = "3.3.1";
  private static final int MAVEN_MINUTES = 10;

  /** The version of all AWS SDK modules that DynamoDB Local depends on. */
  private static final String SDK_VERSION = "2.54.15";

  /** The JVM flags of {@code ./monotable}, so that both servers use the same garbage collector. */
  private static final List<String> FLAGS =
      List.of(
          "-Xms64m",
          "-Xmn40m",
          "-XX:MaxRAMPercentage=60",
          "-XX:-UsePerfData",
          "-XX:+UseSerialGC",
          "-Xshare:auto",
          "-Xlog:disable",
          "-Xlog:all=error:stderr");

  /**
   * Returns Monotable, started with {@code ./monotable}. Builds it and writes its class-data
   * archive.
   */
  public static Contender monotable(Path root) throws IOException {
    String script = root.resolve("monotable").toString();
    run(List.of(script, "--prepare"), root);
    return new Contender("Monotable", List.of(script, "--port", "@PORT"), root, false);
  }

  /** Returns the bare server, packaged as a jar with a class-data archive. */
  public static Contender bare(Path scratch) throws IOException {
    Path jar = scratch.resolve("bare.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      String folder = BareServer.class.getPackageName().replace('.', '/') + '/';
      for (String name : List.of("BareServer", "BareServer$1", "BareServer$Answering")) {
        String entry = folder + name + ".class";
        URL resource = BareServer.class.getResource('/' + entry);
        if (resource == null) {
          throw new IOException("no " + entry);
        }
        out.putNextEntry(new JarEntry(entry));
        try (InputStream in = resource.openStream()) {
          in.transferTo(out);
        }
      }
    }
    StringBuilder classPath = new StringBuilder(jar.toString());
    for (String entry : System.getProperty("java.class.path").split(":")) {
      if (entry.contains("netty") && entry.endsWith(".jar")) {
        classPath.append(':').append(entry);
      }
    }
    Path archive = scratch.resolve("bare.jsa");
    List<String> making = java();
    making.add("-XX:ArchiveClassesAtExit=" + archive);
    making.addAll(List.of("-cp", classPath.toString(), BareServer.class.getName(), "0", "--exit"));
    run(making, scratch);
    List<String> command = java();
    command.add("-XX:SharedArchiveFile=" + archive);
    command.addAll(List.of("-cp", classPath.toString(), BareServer.class.getName(), "@PORT"));
    return new Contender("bare", command, scratch, true);
  }

  /** Returns this server with additional arguments. */
  public Contender with(String... arguments) {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of(arguments));
    return new Contender(name, words, directory, isBare);
  }

  /**
   * Returns Monotable with a Java runtime of its own, as {@code mvn -Pdist package} has made it.
   *
   * @throws IOException if it has not been made
   */
  public static Contender distribution(Path root) throws IOException {
    Path directory = root.resolve("command-line/target/distribution");
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> made = Files.newDirectoryStream(directory, "monotable-*")) {
        for (Path distribution : made) {
          String script = distribution.resolve("monotable").toString();
          return new Contender(
              "Monotable, distribution", List.of(script, "--port", "@PORT"), directory, false);
        }
      }
    }
    throw new IOException("no distribution in " + directory);
  }

  /**
   * Returns Dynoxide.
   *
   * @param program the program that {@code cargo install dynoxide-rs} installs
   * @throws IOException if there is no such program
   */
  public static Contender dynoxide(Path program, Path scratch) throws IOException {
    if (!Files.isExecutable(program)) {
      throw new IOException("no program " + program);
    }
    return new Contender(
        "Dynoxide", List.of(program.toString(), "serve", "--port", "@PORT"), scratch, false);
  }

  private static List<String> java() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    return command;
  }

  /**
   * Returns DynamoDB Local, which Maven downloads into the scratch directory. It is not part of the
   * build.
   *
   * @throws IOException if the download fails
   */
  public static Contender local(Path scratch) throws IOException {
    Path jars = localLibraries(scratch);
    return new Contender(
        "DynamoDB Local " + LOCAL_VERSION,
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.library.path=" + jars,
            "-cp",
            jars + "/*",
            "software.amazon.dynamodb.services.local.main.ServerRunner",
            "-inMemory",
            "-sharedDb",
            "-disableTelemetry",
            "-port",
            "@PORT"),
        scratch,
        false);
  }

  /**
   * Returns the directory of the libraries of DynamoDB Local, which Maven downloads there.
   *
   * @throws IOException if the download fails
   */
  private static Path localLibraries(Path scratch) throws IOException {
    Path directory = Files.createDirectories(scratch.resolve("local"));
    Path jars = directory.resolve("lib");
    if (!Files.isDirectory(jars)) {
      Files.writeString(
          directory.resolve("pom.xml"),
          "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">"
              + "<modelVersion>4.0.0</modelVersion><groupId>compare</groupId>"
              + "<artifactId>local</artifactId><version>1</version><dependencies><dependency>"
              + "<groupId>software.amazon.dynamodb</groupId><artifactId>DynamoDBLocal</artifactId>"
              + "<version>"
              + LOCAL_VERSION
              + "</version></dependency></dependencies><dependencyManagement><dependencies>"
              + "<dependency><groupId>software.amazon.awssdk</groupId><artifactId>bom</artifactId>"
              + "<version>"
              + SDK_VERSION
              + "</version><type>pom</type><scope>import</scope></dependency>"
              + "</dependencies></dependencyManagement></project>");
      run(
          List.of("mvn", "-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=" + jars),
          directory);
    }
    return jars;
  }

  private static void run(List<String> command, Path directory) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      if (!process.waitFor(MAVEN_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new IOException(command.get(0) + " did not finish in " + MAVEN_MINUTES + " minutes");
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    if (process.exitValue() != 0) {
      throw new IOException(command.get(0) + " failed with exit code " + process.exitValue());
    }
  }

  /** Starts the server without waiting until it accepts connections. */
  public ServerProcess start() throws IOException {
    return start("");
  }

  /** Starts the server with additional JVM options, which only Monotable supports. */
  public ServerProcess start(String javaOptions) throws IOException {
    return ServerProcess.start(command, directory, javaOptions);
  }
}
