package dev.monotable.generator;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.node.Node;

/**
 * The command line: {@code CompareModels SERVICE_MODEL OTHERS}. Compares the model that the
 * operations are generated from with those in the directory {@code OTHERS}: a botocore as pip
 * installs it and, if there is one, a jar of AWS's Smithy model. Prints what the model lacks or has
 * in addition, except for what {@code differences.txt} lists, and fails if there is anything to
 * print.
 */
public final class CompareModels {
  private CompareModels() {}

  /**
   * Prints the differences.
   *
   * @param arguments the directory of the service model, and that of the others
   * @throws IllegalStateException if there are any
   */
  public static void main(String[] arguments) throws IOException {
    Path module = Path.of(arguments[0]);
    Path smithy = module.resolve("src/main/smithy");
    Path others = Path.of(arguments[1]);
    Model model =
        ServiceModels.read(
            List.of(smithy.resolve("dynamodb-streams.smithy"), smithy.resolve("additions.smithy")));
    NavigableSet<String> ours = ModelFacts.of(model, ServiceModels.DYNAMODB, ServiceModels.STREAMS);
    NavigableSet<String> aws =
        ModelFacts.of(ServiceModels.readAll(ServiceModels.aws()), ServiceModels.DYNAMODB);
    ListedDifferences listed =
        ListedDifferences.parse(Files.readAllLines(module.resolve("differences.txt")));
    int reported = 0;
    try (DirectoryStream<Path> botocore =
        Files.newDirectoryStream(others, "botocore-*.dist-info")) {
      for (Path each : botocore) {
        String version = fileName(each).replaceAll("botocore-|\\.dist-info", "");
        reported +=
            print(
                System.out,
                "botocore " + version,
                withBotocore(ours, botocore(others.resolve("botocore/data")), listed));
      }
    }
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(others, "*.jar")) {
      for (Path jar : jars) {
        Model newest = ServiceModels.readAll(jar.toUri().toURL());
        reported +=
            print(
                System.out,
                fileName(jar),
                withSmithy(ours, aws, ModelFacts.of(newest, ServiceModels.DYNAMODB)));
      }
    }
    if (reported != 0) {
      throw new IllegalStateException("the service model: lines to consider: " + reported);
    }
  }

  private static String fileName(Path path) {
    return String.valueOf(path.getFileName());
  }

  private static int print(PrintStream out, String other, List<String> lines) {
    out.println("compared with " + other + ": " + (lines.isEmpty() ? "equal" : lines.size()));
    lines.forEach(line -> out.println("  " + line));
    return lines.size();
  }

  /** Returns the facts of both services of a botocore. */
  private static NavigableSet<String> botocore(Path data) throws IOException {
    NavigableSet<String> facts = new TreeSet<>();
    for (String service : List.of("dynamodb", "dynamodbstreams")) {
      Path file = data.resolve(service + "/2012-08-10/service-2.json.gz");
      try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
        String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        facts.addAll(ModelFacts.ofBotocore(Node.parse(json).expectObjectNode()));
      }
    }
    return facts;
  }

  /** Returns the differences that are not listed, and the listed ones that are none. */
  static List<String> withBotocore(
      NavigableSet<String> ours, NavigableSet<String> theirs, ListedDifferences listed) {
    List<String> differences = new ArrayList<>(without("missing ", theirs, ours));
    differences.addAll(without("extra ", ours, theirs));
    List<String> lines = new ArrayList<>(listed.unlisted(differences));
    listed.stale(differences).forEach(line -> lines.add("listed, but no difference: " + line));
    return lines;
  }

  /**
   * Returns what another model of AWS has and ours lacks, and which additions to ours it has, so
   * that they can be removed with the next version of it.
   *
   * @param aws the facts of our model without additions
   */
  static List<String> withSmithy(
      NavigableSet<String> ours, NavigableSet<String> aws, NavigableSet<String> newest) {
    List<String> lines = new ArrayList<>(without("missing ", newest, ours));
    NavigableSet<String> additions = new TreeSet<>(ours);
    additions.removeAll(aws);
    additions.retainAll(newest);
    additions.forEach(fact -> lines.add("removable from the additions: " + fact));
    return lines;
  }

  private static List<String> without(
      String prefix, NavigableSet<String> facts, NavigableSet<String> others) {
    NavigableSet<String> left = new TreeSet<>(facts);
    left.removeAll(others);
    return left.stream().map(fact -> prefix + fact).toList();
  }
}
