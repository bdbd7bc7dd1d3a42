package dev.monotable.json.schema;

import dev.monotable.engine.EngineConfig;
import dev.monotable.json.schema.FileValue.Absent;
import dev.monotable.json.schema.FileValue.Mapping;
import dev.monotable.json.schema.FileValue.MappingBuilder;
import dev.monotable.json.schema.FileValue.Scalar;
import dev.monotable.json.schema.FileValue.Sequence;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.TimeToLiveSpecification;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads schema files, which describe tables. A file is one of
 *
 * <ul>
 *   <li>a CloudFormation or SAM template in YAML or JSON, as written or as printed by {@code cdk
 *       synth}: its {@code AWS::DynamoDB::Table}, {@code AWS::DynamoDB::GlobalTable} and {@code
 *       AWS::Serverless::SimpleTable} resources, with intrinsic functions resolved as far as
 *       possible without a deployment. A table without a {@code TableName} is named after its
 *       logical ID;
 *   <li>a CreateTable request, as printed by {@code aws dynamodb create-table
 *       --generate-cli-skeleton}, or the output of {@code aws dynamodb describe-table}; or a list
 *       of these. A request may also contain a {@code TimeToLiveSpecification}.
 * </ul>
 *
 * The format is detected by content, not by file name. Immutable.
 */
public final class SchemaFiles {
  private final Map<String, String> parameters;
  private final String region;
  private final String account;

  private SchemaFiles(Map<String, String> parameters, String region, String account) {
    this.parameters = Map.copyOf(parameters);
    this.region = region;
    this.account = account;
  }

  /**
   * Creates a reader without template parameters and with the engine's default Region and account.
   */
  public static SchemaFiles reader() {
    return new SchemaFiles(Map.of(), EngineConfig.DEFAULT.region(), EngineConfig.DEFAULT.account());
  }

  /** Returns a reader with values for the parameters of templates. */
  public SchemaFiles withParameters(Map<String, String> values) {
    return new SchemaFiles(values, region, account);
  }

  /** Returns a reader with a value of {@code AWS::Region}. */
  public SchemaFiles withRegion(String newRegion) {
    return new SchemaFiles(parameters, newRegion, account);
  }

  /** Returns a reader with a value of {@code AWS::AccountId}. */
  public SchemaFiles withAccount(String newAccount) {
    return new SchemaFiles(parameters, region, newAccount);
  }

  /**
   * Reads the tables of all files, in order.
   *
   * @throws SchemaException if a file cannot be read or is invalid, or if two tables have the same
   *     name
   */
  public List<SchemaTable> load(List<Path> files) throws SchemaException {
    List<SchemaTable> tables = new ArrayList<>();
    for (Path file : files) {
      tables.addAll(load(file));
    }
    Map<String, SchemaTable> byName = new HashMap<>();
    for (SchemaTable table : tables) {
      SchemaTable other = byName.putIfAbsent(table.request().tableName(), table);
      if (other != null) {
        throw new SchemaException(
            table.file(),
            table.line(),
            "the table '"
                + table.request().tableName()
                + "' is already described at "
                + other.file()
                + ":"
                + other.line());
      }
    }
    return tables;
  }

  private List<SchemaTable> load(Path file) throws SchemaException {
    try {
      return tables(file, FileReaders.read(text(file)));
    } catch (InvalidSchemaFileException e) {
      throw new SchemaException(file, e.line(), e.reason());
    } catch (StackOverflowError e) {
      throw new SchemaException(file, 0, "nested too deeply");
    }
  }

  private static String text(Path file) throws SchemaException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
          .toString();
    } catch (NoSuchFileException e) {
      throw new SchemaException(file, 0, "there is no such file");
    } catch (CharacterCodingException e) {
      throw new SchemaException(file, 0, "not UTF-8");
    } catch (IOException e) {
      throw new SchemaException(
          file,
          0,
          Files.isDirectory(file) ? "is a directory" : "cannot be read: " + e.getMessage());
    }
  }

  private List<SchemaTable> tables(Path file, FileValue root) {
    List<SchemaTable> tables = new ArrayList<>();
    if (root instanceof Sequence sequence) {
      for (FileValue element : sequence.elements()) {
        tables.add(request(file, FileValue.mapping(element, "an element of the list")));
      }
      return tables;
    }
    Mapping mapping = FileValue.mapping(root, "the file's content");
    if (mapping.find("Resources") == null) {
      tables.add(request(file, mapping));
      return tables;
    }
    Stack stack = new Stack(stackName(file), region, account, parameters);
    for (Mapping table : new TemplateTables(mapping, stack).read()) {
      tables.add(table(file, table, new RecordBinder(false)));
    }
    if (tables.isEmpty()) {
      throw new InvalidSchemaFileException(
          mapping.lineOf("Resources"), "the template has no DynamoDB table");
    }
    return tables;
  }

  private static SchemaTable request(Path file, Mapping mapping) {
    for (String wrapper : List.of("Table", "TableDescription")) {
      FileValue described = mapping.find(wrapper);
      if (described != null) {
        return table(
            file, fromDescription(FileValue.mapping(described, wrapper)), new RecordBinder(true));
      }
    }
    if (mapping.find("TableName") == null) {
      throw new InvalidSchemaFileException(
          mapping.line(),
          "neither a CloudFormation template (no Resources) nor a CreateTable request (no"
              + " TableName)");
    }
    boolean description = mapping.find("TableStatus") != null;
    return table(
        file,
        description ? fromDescription(mapping) : withoutEmptyTexts(mapping),
        new RecordBinder(description));
  }

  private static SchemaTable table(Path file, Mapping mapping, RecordBinder binder) {
    MappingBuilder request = new MappingBuilder(mapping.line());
    TimeToLiveSpecification timeToLive = null;
    for (Map.Entry<String, FileValue> member : mapping.members().entrySet()) {
      String name = member.getKey();
      if (name.equals(TemplateTables.TIME_TO_LIVE)) {
        timeToLive = timeToLive(member.getValue(), binder);
      } else {
        request.add(name, mapping.lineOf(name), member.getValue());
      }
    }
    CreateTableInput input = binder.bind(CreateTableInput.SCHEMA, request.build(), "CreateTable");
    return new SchemaTable(file, mapping.line(), input, timeToLive);
  }

  private static @Nullable TimeToLiveSpecification timeToLive(
      FileValue value, RecordBinder binder) {
    if (value instanceof Absent) {
      return null;
    }
    TimeToLiveSpecification specification =
        binder.bind(
            TimeToLiveSpecification.SCHEMA,
            FileValue.mapping(value, TemplateTables.TIME_TO_LIVE),
            TemplateTables.TIME_TO_LIVE);
    if (specification.enabled() == null) {
      throw new InvalidSchemaFileException(
          value.line(), TemplateTables.TIME_TO_LIVE + " needs Enabled");
    }
    return specification.enabled() ? specification : null;
  }

  /** Removes empty strings, which a generated skeleton contains for absent members. */
  private static Mapping withoutEmptyTexts(Mapping mapping) {
    MappingBuilder kept = new MappingBuilder(mapping.line());
    for (Map.Entry<String, FileValue> member : mapping.members().entrySet()) {
      FileValue value = member.getValue();
      boolean empty = value instanceof Scalar scalar && scalar.text().isEmpty();
      if (!empty) {
        kept.add(
            member.getKey(),
            mapping.lineOf(member.getKey()),
            value instanceof Mapping inner ? withoutEmptyTexts(inner) : value);
      }
    }
    return kept.build();
  }

  /** Converts a description of a table to the request that creates it. */
  private static Mapping fromDescription(Mapping description) {
    MappingBuilder request = new MappingBuilder(description.line());
    for (String name :
        List.of(
            "TableName",
            "AttributeDefinitions",
            "KeySchema",
            "StreamSpecification",
            "DeletionProtectionEnabled",
            "OnDemandThroughput",
            TemplateTables.TIME_TO_LIVE)) {
      request.addFrom(description, name, name);
    }
    if (description.find("TableClassSummary") instanceof Mapping summary) {
      request.addFrom(summary, "TableClass", "TableClass");
    }
    boolean onDemand = false;
    if (description.find("BillingModeSummary") instanceof Mapping summary) {
      request.addFrom(summary, "BillingMode", "BillingMode");
      onDemand =
          summary.find("BillingMode") instanceof Scalar mode
              && mode.text().equals("PAY_PER_REQUEST");
    }
    if (!onDemand) {
      request.addFrom(description, "ProvisionedThroughput", "ProvisionedThroughput");
    }
    for (String kind : List.of("LocalSecondaryIndexes", "GlobalSecondaryIndexes")) {
      FileValue indexes = description.find(kind);
      if (indexes == null || indexes instanceof Absent) {
        continue;
      }
      List<FileValue> turned = new ArrayList<>();
      for (FileValue each : FileValue.elements(indexes, kind)) {
        Mapping index = FileValue.mapping(each, "an element of " + kind);
        MappingBuilder builder = new MappingBuilder(index.line());
        for (String name : List.of("IndexName", "KeySchema", "Projection", "OnDemandThroughput")) {
          builder.addFrom(index, name, name);
        }
        if (!onDemand && kind.startsWith("Global")) {
          builder.addFrom(index, "ProvisionedThroughput", "ProvisionedThroughput");
        }
        turned.add(builder.build());
      }
      if (!turned.isEmpty()) {
        request.add(kind, description.lineOf(kind), new Sequence(indexes.line(), turned));
      }
    }
    return request.build();
  }

  /** Returns the name of the stack: the file name up to the first dot, as in CDK. */
  private static String stackName(Path file) {
    Path last = file.getFileName();
    String name = last == null ? "" : last.toString();
    int dot = name.indexOf('.');
    return dot > 0 ? name.substring(0, dot) : "stack";
  }
}
