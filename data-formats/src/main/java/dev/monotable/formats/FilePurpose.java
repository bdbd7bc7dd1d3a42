package dev.monotable.formats;

import com.fasterxml.jackson.core.JsonToken;
import dev.monotable.text.DataFileException;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.JsonTokens;
import dev.monotable.text.TextFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The content of a file: tables, or items. */
enum FilePurpose {
  /** A schema file, which describes tables. */
  SCHEMA,

  /** A seed file, which has items. A data model of NoSQL Workbench, which has both, is one too. */
  SEED;

  /** The names of objects by which a JSON object describes tables, at its first level. */
  private static final Set<String> SCHEMA_OBJECTS =
      Set.of("Resources", "Table", "TableDescription", "artifacts", "planned_values");

  /** The names of lists by which it does. */
  private static final Set<String> SCHEMA_LISTS = Set.of("AttributeDefinitions", "KeySchema");

  /** Detects the purpose by content; YAML describes tables, and other text is CSV. */
  static FilePurpose of(Path path) throws DataFileException {
    if (Files.isDirectory(path)) {
      return Files.exists(path.resolve("manifest.json")) ? SCHEMA : SEED;
    }
    if (String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT).contains(".ion")) {
      return SEED;
    }
    TextFile file = new TextFile(path);
    try (BufferedReader reader = file.open()) {
      int first = file.firstCharacter(reader);
      if (first == '{' || first == '[') {
        return ofJson(new JsonTokens(file, reader));
      }
      return isYaml(path, reader) ? SCHEMA : SEED;
    } catch (InvalidContentException e) {
      throw new DataFileException(e);
    } catch (IOException e) {
      throw new DataFileException(file.invalid(e));
    }
  }

  private static boolean isYaml(Path path, BufferedReader reader) throws IOException {
    String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
    if (name.contains(".csv") || name.contains(".tsv")) {
      return false;
    }
    if (name.contains(".yaml") || name.contains(".yml")) {
      return true;
    }
    String line;
    while ((line = reader.readLine()) != null) {
      String text = line.strip();
      if (!text.isEmpty() && !text.startsWith("#")) {
        return text.equals("---") || text.matches("[A-Za-z]+:( .*)?");
      }
    }
    return false;
  }

  private static FilePurpose ofJson(JsonTokens tokens) {
    @Nullable JsonToken token = tokens.next();
    if (token == JsonToken.START_ARRAY) {
      token = tokens.next();
    }
    if (token == JsonToken.START_OBJECT) {
      while (tokens.next() != JsonToken.END_OBJECT) {
        String name = tokens.name();
        token = tokens.next();
        if ((token == JsonToken.START_OBJECT && SCHEMA_OBJECTS.contains(name))
            || (token == JsonToken.START_ARRAY && SCHEMA_LISTS.contains(name))
            || name.equals("terraform_version")) {
          return SCHEMA;
        }
        tokens.skip();
      }
    }
    return SEED;
  }
}
