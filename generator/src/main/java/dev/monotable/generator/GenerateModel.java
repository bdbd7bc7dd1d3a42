package dev.monotable.generator;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.smithy.model.Model;

/**
 * The command line: {@code GenerateModel OUTPUT_DIRECTORY OPERATIONS_FILE SMITHY_FILE...}. Reads
 * AWS's model of DynamoDB from the class path, what each operation is and further models from
 * files, and writes the sources of {@code dev.monotable.model}. When nothing it reads has changed
 * since the last run, itself included, it writes nothing.
 */
public final class GenerateModel {
  private static final String PACKAGE = "dev.monotable.model";
  private static final String STAMP = "generated-from.sha256";

  private GenerateModel() {}

  /**
   * Writes the sources.
   *
   * @param arguments the directory of the sources, the table of operations, and further models
   */
  public static void main(String[] arguments) throws IOException {
    Path output = Path.of(arguments[0]);
    Path operations = Path.of(arguments[1]);
    List<Path> models = new ArrayList<>();
    for (int i = 2; i < arguments.length; i++) {
      models.add(Path.of(arguments[i]));
    }
    URL dynamoDb = ServiceModels.aws();
    String stamp = digest(dynamoDb, operations, models);
    Path stampFile = output.resolve(STAMP);
    if (Files.exists(stampFile) && Files.readString(stampFile).equals(stamp)) {
      return;
    }
    Model model = ServiceModels.read(models);
    Map<String, String> sources =
        new ModelGenerator(model, PACKAGE, OperationRows.parse(Files.readAllLines(operations)))
            .generate(ServiceModels.DYNAMODB, ServiceModels.STREAMS);
    SourceFiles.writeAll(output.resolve(PACKAGE.replace('.', '/')), sources);
    Files.writeString(stampFile, stamp);
  }

  /** Returns a digest of everything that is read, and of this program. */
  private static String digest(URL model, Path operations, List<Path> models) throws IOException {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    try (InputStream in = model.openStream()) {
      digest.update(in.readAllBytes());
    }
    List<Path> inputs = new ArrayList<>(models);
    inputs.add(operations);
    try (Stream<Path> program = Files.walk(programLocation())) {
      program.filter(Files::isRegularFile).sorted().forEach(inputs::add);
    }
    for (Path input : inputs) {
      digest.update(input.getFileName().toString().getBytes(StandardCharsets.UTF_8));
      digest.update(Files.readAllBytes(input));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static Path programLocation() {
    try {
      return Path.of(
          GenerateModel.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
