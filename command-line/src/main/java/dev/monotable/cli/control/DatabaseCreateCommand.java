package dev.monotable.cli.control;

import dev.monotable.formats.item.SeedFile;
import dev.monotable.text.TextFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code database create}. */
@Command(
    name = "create",
    description = "Creates a database and prints its ID, which is its access key.",
    sortOptions = false,
    footer = {"", ControlCommand.EXIT_CODES})
public final class DatabaseCreateCommand extends NewDatabaseCommand {
  private static final int MAX_FILE_BYTES = 64 << 20;

  @Option(
      order = 3,
      names = "--region",
      paramLabel = "REGION",
      description = "The Region in the ARNs of its tables. Default: that of the server.")
  private @Nullable String region;

  @Option(
      order = 7,
      names = "--regions",
      paramLabel = "REGION",
      split = ",",
      description = "Give these Regions tables of their own; can be repeated.")
  private List<String> regions = new ArrayList<>();

  @Option(
      order = 4,
      names = "--schema",
      paramLabel = "FILE",
      split = ",",
      description =
          "Create the tables of these files, instead of those of the server; can be repeated.")
  private List<Path> schemas = new ArrayList<>();

  @Option(
      order = 5,
      names = "--seed",
      paramLabel = "[TABLE=]FILE",
      split = ",",
      description =
          "Write the items of these files, instead of those of the server; can be repeated. TABLE"
              + " is needed if neither the content nor the name of a file names the table, and"
              + " there are several.")
  private List<String> seeds = new ArrayList<>();

  @Option(
      order = 6,
      names = "--parameter",
      paramLabel = "NAME=VALUE",
      description =
          "Set a parameter of the templates, or an option of serverless.yml such as stage; can be"
              + " repeated.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  /** Creates the command. */
  public DatabaseCreateCommand() {}

  @Override
  void addStart(Map<String, Object> body) throws IOException {
    if (region != null) {
      body.put("region", region);
    }
    if (!regions.isEmpty()) {
      body.put("regions", regions);
    }
    addFiles(body, "schema", schemas.stream().map(SeedFile::of).toList());
    addFiles(body, "seed", seeds.stream().map(SeedFile::parse).toList());
    if (!parameters.isEmpty()) {
      body.put("parameters", parameters);
    }
  }

  private void addFiles(Map<String, Object> body, String member, List<SeedFile> files)
      throws IOException {
    Map<String, String> contents = new LinkedHashMap<>();
    for (SeedFile file : files) {
      // An equals sign in the name of a file is none after the name of a table.
      String plain = String.valueOf(file.path().getFileName()).replace('=', '_');
      String name = file.table() == null ? plain : file.table() + "=" + plain;
      if (contents.put(name, content(file.path())) != null) {
        throw invalid("two files of --" + member + " are called " + name);
      }
    }
    if (!contents.isEmpty()) {
      body.put(member, contents);
    }
  }

  private String content(Path file) throws IOException {
    try (var in = TextFile.bytes(file)) {
      byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
      if (bytes.length > MAX_FILE_BYTES) {
        throw invalid(file + " has more than " + MAX_FILE_BYTES + " bytes; use 'monotable import'");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw invalid(file + " is not text in UTF-8");
    }
  }
}
