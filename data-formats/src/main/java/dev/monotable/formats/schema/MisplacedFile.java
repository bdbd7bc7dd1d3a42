package dev.monotable.formats.schema;

import com.fasterxml.jackson.core.JsonToken;
import dev.monotable.formats.template.CdkAssembly;
import dev.monotable.formats.terraform.TerraformPlan;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.JsonTokens;
import dev.monotable.text.TextFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A file that was given as a seed but describes tables, or as a schema but has items. */
public final class MisplacedFile {
  /** The things with items, by a member that is an object or a list. */
  private static final Map<String, String> ITEMS =
      Map.of(
          "Items", "the output of Scan, Query or ExecuteStatement",
          "Item", "an item, such as the output of GetItem,",
          "Responses", "the output of BatchGetItem or TransactGetItems",
          "RequestItems", "a BatchWriteItem request",
          "PutRequest", "an element of a BatchWriteItem request",
          "DeleteRequest", "an element of a BatchWriteItem request",
          "Keys", "a line of an incremental export");

  private static final Set<String> TYPES =
      Set.of("S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS");

  private MisplacedFile() {}

  /**
   * Checks that a value of a seed file does not describe tables.
   *
   * @throws InvalidContentException if it does
   */
  public static void requireItems(FileValue value) {
    String what = value instanceof Mapping mapping ? findSchema(mapping) : null;
    if (what != null) {
      throw new InvalidContentException(
          value.at(),
          what + " describes tables and has no items; give it as a schema (--schema), not a seed");
    }
  }

  private static @Nullable String findSchema(Mapping file) {
    if (file.find("Resources") instanceof Mapping resources
        && resources.members().stream()
            .anyMatch(each -> each.value() instanceof Mapping one && one.find("Type") != null)) {
      return "a CloudFormation template";
    }
    if (CdkAssembly.isManifest(file)) {
      return "the manifest of a CDK application";
    }
    if (TerraformPlan.isPlan(file)) {
      return "a Terraform plan or state";
    }
    for (String wrapper : SchemaFiles.DESCRIPTIONS) {
      if (file.find(wrapper) instanceof Mapping table && table.find("TableName") != null) {
        return "the output of DescribeTable";
      }
    }
    return file.find("TableName") instanceof Scalar && file.find("KeySchema") instanceof Sequence
        ? "a CreateTable request"
        : null;
  }

  /**
   * Reads a schema file.
   *
   * @throws InvalidContentException if it has items, or cannot be read
   */
  static FileValue readSchema(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    if (name.matches(".*\\.(csv|tsv|ion)(\\..*)?")) {
      throw hasItems(FilePosition.of(file), "a CSV or Ion file");
    }
    if (name.endsWith(".tf")) {
      throw new InvalidContentException(
          FilePosition.of(file),
          "Terraform's language is not read; give the plan or state that 'terraform show -json'"
              + " prints");
    }
    FileValue content;
    try {
      content = FileReaders.read(file);
    } catch (InvalidContentException e) {
      if (Files.isRegularFile(file)) {
        requireTables(first(file));
      }
      throw e;
    }
    requireTables(content);
    return content;
  }

  /** Returns the first value of a file that may have several of them, or what precedes an error. */
  private static @Nullable FileValue first(Path path) {
    TextFile file = new TextFile(path);
    try (JsonTokens tokens = new JsonTokens(file, file.open())) {
      return tokens.next() == JsonToken.START_OBJECT ? tokens.value() : null;
    } catch (InvalidContentException e) {
      return null;
    }
  }

  private static void requireTables(@Nullable FileValue content) {
    FileValue first =
        content instanceof Sequence list && !list.elements().isEmpty()
            ? list.elements().get(0)
            : content;
    if (!(first instanceof Mapping mapping) || findSchema(mapping) != null) {
      return;
    }
    for (NamedValue member : mapping.members()) {
      String what = ITEMS.get(member.name());
      if (what != null && !(member.value() instanceof Scalar)) {
        throw hasItems(mapping.at(), what);
      }
    }
    if (!mapping.members().isEmpty()
        && mapping.members().stream().allMatch(each -> isTyped(each))) {
      throw hasItems(mapping.at(), "an item in DynamoDB JSON");
    }
  }

  private static boolean isTyped(NamedValue attribute) {
    NamedValue only = attribute.value() instanceof Mapping value ? value.findOnly() : null;
    return only != null && TYPES.contains(only.name());
  }

  private static InvalidContentException hasItems(FilePosition at, String what) {
    return new InvalidContentException(
        at, what + " describes no table; give it as a seed (--seed), not a schema");
  }
}
