package dev.monotable.formats.schema;

import dev.monotable.engine.EngineConfig;
import dev.monotable.formats.resource.FileNotices;
import dev.monotable.formats.resource.SchemaRole;
import dev.monotable.formats.resource.TableRequest;
import dev.monotable.formats.template.CdkAssembly;
import dev.monotable.formats.template.ServerlessConfig;
import dev.monotable.formats.template.Stack;
import dev.monotable.formats.template.TemplateReader;
import dev.monotable.formats.terraform.TerraformPlan;
import dev.monotable.formats.terraform.TerraformRoles;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads schema files, which describe tables. A file is one of
 *
 * <ul>
 *   <li>a CloudFormation or SAM template in YAML or JSON, as written or as printed by {@code cdk
 *       synth}: its {@code AWS::DynamoDB::Table}, {@code AWS::DynamoDB::GlobalTable} and {@code
 *       AWS::Serverless::SimpleTable} resources, with intrinsic functions resolved as far as
 *       possible without a deployment. A table without a {@code TableName} is named after its
 *       logical ID;
 *   <li>the directory {@code cdk.out} of a CDK application, or its {@code manifest.json};
 *   <li>a configuration of the Serverless Framework, {@code serverless.yml}: its {@code resources},
 *       with their variables;
 *   <li>a Terraform plan or state as printed by {@code terraform show -json}, or a state file: its
 *       {@code aws_dynamodb_table} resources in all modules, with the indexes, replicas, items,
 *       tags, policies and settings that other resources add to these tables;
 *   <li>a data model of NoSQL Workbench;
 *   <li>a CreateTable request, as printed by {@code aws dynamodb create-table
 *       --generate-cli-skeleton}, or the output of {@code aws dynamodb describe-table}; or a list
 *       of these. A request may also contain a {@code TimeToLiveSpecification}, a {@code
 *       PointInTimeRecoverySpecification}, a {@code ContributorInsightsSpecification} of the table
 *       and of each global index, as in a template, and the {@code ReplicaUpdates}, {@code
 *       GlobalTableWitnessUpdates} and {@code MultiRegionConsistency} of an UpdateTable request.
 * </ul>
 *
 * Replicas of a table are created in other Regions, if the file describes one in the Region of this
 * reader. The format is detected by content, not by file name. A file may be compressed with gzip.
 * A member that has no effect here is reported as a {@link dev.monotable.text.Notice}; an unknown
 * one is an error. Immutable.
 */
public final class SchemaFiles {
  /** The members that hold a description of a table in the output of operations. */
  static final List<String> DESCRIPTIONS = List.of("Table", "TableDescription");

  private final Map<String, String> parameters;
  private final Map<String, String> environment;
  private final String region;
  private final String account;

  private SchemaFiles(
      Map<String, String> parameters,
      Map<String, String> environment,
      String region,
      String account) {
    this.parameters = Map.copyOf(parameters);
    this.environment = environment;
    this.region = region;
    this.account = account;
  }

  /**
   * Creates a reader without template parameters, with the engine's default Region and account, and
   * with the environment variables of this process.
   */
  public static SchemaFiles reader() {
    return new SchemaFiles(
        Map.of(), System.getenv(), EngineConfig.DEFAULT.region(), EngineConfig.DEFAULT.account());
  }

  /**
   * Returns a reader with values for the parameters of templates, and for the options and
   * parameters of the Serverless Framework, such as {@code stage}.
   */
  public SchemaFiles withParameters(Map<String, String> values) {
    return new SchemaFiles(values, environment, region, account);
  }

  /** Returns a reader with other values for {@code ${env:NAME}} of the Serverless Framework. */
  public SchemaFiles withEnvironment(Map<String, String> values) {
    return new SchemaFiles(parameters, Map.copyOf(values), region, account);
  }

  /** Returns a reader with a value of {@code AWS::Region}, in which the tables are created. */
  public SchemaFiles withRegion(String newRegion) {
    return new SchemaFiles(parameters, environment, newRegion, account);
  }

  /** Returns a reader with a value of {@code AWS::AccountId}. */
  public SchemaFiles withAccount(String newAccount) {
    return new SchemaFiles(parameters, environment, region, newAccount);
  }

  /**
   * Reads the tables of all files, in order.
   *
   * @throws DataFileException if a file cannot be read or is invalid, if two tables have the same
   *     name, or if no file has a parameter of a given name
   */
  public List<SchemaTable> load(List<Path> files) throws DataFileException {
    try {
      Set<String> used = new HashSet<>();
      List<SchemaTable> tables = new ArrayList<>();
      Set<Path> nested = new HashSet<>();
      List<List<SchemaTable>> byFile = new ArrayList<>();
      for (Path file : files) {
        List<SchemaTable> ofFile = new ArrayList<>();
        load(file, used, ofFile, nested);
        byFile.add(ofFile);
      }
      for (int i = 0; i < files.size(); i++) {
        // The stack that contains another one gives it its parameters.
        if (!nested.contains(real(files.get(i)))) {
          tables.addAll(byFile.get(i));
        }
      }
      requireDifferentNames(tables);
      Set<String> unknown = new TreeSet<>(parameters.keySet());
      unknown.removeAll(used);
      if (!unknown.isEmpty() && !files.isEmpty()) {
        String name = unknown.iterator().next();
        throw new InvalidContentException(
            FilePosition.of(files.get(0)),
            files.size() == 1
                ? "there is no parameter '" + name + "'"
                : "neither this nor another file has a parameter '" + name + "'");
      }
      return tables;
    } catch (InvalidContentException e) {
      throw new DataFileException(e);
    }
  }

  /**
   * Reads the roles and users of a file with their policies.
   *
   * @param notices receives what is known only after a deployment, and so has no effect
   * @return empty if the file defines none
   * @throws DataFileException if the file cannot be read or is invalid
   */
  public List<SchemaRole> loadRoles(Path file, List<Notice> notices) throws DataFileException {
    try {
      Path manifest = file.resolve(CdkAssembly.MANIFEST);
      Path read = Files.isDirectory(file) && Files.exists(manifest) ? manifest : file;
      Stack stack = new Stack(stackName(read), region, account, parameters, new HashSet<>());
      if (!(FileReaders.read(read) instanceof Mapping mapping)) {
        return List.of();
      }
      List<Notice> all = new ArrayList<>();
      List<SchemaRole> roles = roles(mapping, read, stack, all);
      FileNotices bounded = new FileNotices();
      all.forEach(notice -> bounded.add(notice.text(), notice.at(), notice.text()));
      notices.addAll(bounded.list());
      return roles;
    } catch (InvalidContentException e) {
      throw new DataFileException(e);
    }
  }

  private List<SchemaRole> roles(Mapping mapping, Path file, Stack stack, List<Notice> notices) {
    if (CdkAssembly.isManifest(mapping)) {
      return assembly(mapping, file, stack).readRoles(notices);
    }
    if (mapping.find("Resources") != null) {
      TemplateReader reader = new TemplateReader();
      reader.add(mapping, file, stack);
      return reader.readRoles(notices);
    }
    if (ServerlessConfig.isConfig(mapping)) {
      return new ServerlessConfig(mapping, file, stack, environment).roles(notices);
    }
    return TerraformPlan.isPlan(mapping) ? new TerraformRoles(mapping, notices).read() : List.of();
  }

  private static void requireDifferentNames(List<SchemaTable> tables) {
    Map<String, SchemaTable> byName = new HashMap<>();
    for (SchemaTable table : tables) {
      SchemaTable other = byName.putIfAbsent(table.name(), table);
      if (other != null) {
        throw new InvalidContentException(
            table.at(), "the table '" + table.name() + "' is already described at " + other.at());
      }
    }
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file;
    }
  }

  private void load(Path file, Set<String> used, List<SchemaTable> tables, Set<Path> nested) {
    Path manifest = file.resolve(CdkAssembly.MANIFEST);
    Path read = Files.isDirectory(file) && Files.exists(manifest) ? manifest : file;
    FileValue root = MisplacedFile.readSchema(read);
    Stack stack = new Stack(stackName(read), region, account, parameters, used);
    try {
      for (TableRequest table : requests(root, read, stack, nested)) {
        tables.add(SchemaTable.of(table));
      }
    } catch (StackOverflowError e) {
      throw new InvalidContentException(FilePosition.of(read), "nested too deeply");
    }
  }

  /** Returns a reader of the stacks of a CDK application. */
  private static TemplateReader assembly(Mapping manifest, Path file, Stack stack) {
    TemplateReader reader = new TemplateReader();
    for (Path template : CdkAssembly.templates(manifest, file)) {
      Mapping content = FileValue.mapping(FileReaders.read(template), "the template");
      reader.add(content, template, stack.named(stackName(template)));
    }
    return reader;
  }

  private List<TableRequest> requests(FileValue root, Path file, Stack stack, Set<Path> nested) {
    if (root instanceof Sequence sequence) {
      List<TableRequest> tables = new ArrayList<>();
      for (FileValue element : sequence.elements()) {
        tables.add(request(FileValue.mapping(element, "an element of the list")));
      }
      return tables;
    }
    Mapping mapping = FileValue.mapping(root, "the file's content");
    if (CdkAssembly.isManifest(mapping)) {
      // A stack may have no table, but not all of them.
      return tables(
          assembly(mapping, file, stack),
          mapping.positionOf("artifacts"),
          "no stack has a DynamoDB table",
          nested);
    }
    if (mapping.find("Resources") != null) {
      return template(mapping, mapping.positionOf("Resources"), stack, nested);
    }
    if (ServerlessConfig.isConfig(mapping)) {
      ServerlessConfig config = new ServerlessConfig(mapping, file, stack, environment);
      return template(
          config.template(),
          mapping.positionOf("resources"),
          stack.named(config.stackName()),
          nested);
    }
    if (TerraformPlan.isPlan(mapping)) {
      return new TerraformPlan(mapping, region).read();
    }
    if (WorkbenchModel.isModel(mapping)) {
      return new WorkbenchModel(mapping).tablesWithoutItems();
    }
    return List.of(request(mapping));
  }

  private static List<TableRequest> template(
      Mapping template, FilePosition at, Stack stack, Set<Path> nested) {
    TemplateReader reader = new TemplateReader();
    reader.add(template, at.file(), stack);
    return tables(reader, at, "the template has no DynamoDB table", nested);
  }

  private static List<TableRequest> tables(
      TemplateReader reader, FilePosition at, String missing, Set<Path> nested) {
    List<TableRequest> tables = reader.read(at, missing);
    nested.addAll(reader.nestedFiles());
    return tables;
  }

  private TableRequest request(Mapping mapping) {
    for (String wrapper : DESCRIPTIONS) {
      FileValue described = mapping.find(wrapper);
      if (described != null) {
        return DescribedTable.request(FileValue.mapping(described, wrapper), region);
      }
    }
    if (mapping.find("TableName") == null) {
      throw new InvalidContentException(
          mapping.at(),
          "not a schema: neither a CloudFormation template (Resources), nor a Serverless"
              + " configuration (service), a Terraform plan (planned_values), a Workbench model"
              + " (DataModel) or a CreateTable request (TableName); give a file with items as a seed"
              + " (--seed)");
    }
    return mapping.find("TableStatus") != null
        ? DescribedTable.request(mapping, region)
        : new TableRequest(withoutEmptyTexts(mapping), List.of());
  }

  /** Removes empty strings, which a generated skeleton contains for absent members. */
  private static Mapping withoutEmptyTexts(Mapping mapping) {
    MappingBuilder kept = new MappingBuilder(mapping.at());
    for (NamedValue member : mapping.members()) {
      FileValue value = member.value();
      boolean empty = value instanceof Scalar scalar && scalar.text().isEmpty();
      if (!empty) {
        kept.add(
            member.name(),
            member.at(),
            value instanceof Mapping inner ? withoutEmptyTexts(inner) : value);
      }
    }
    return kept.build();
  }

  /** Returns the name of the stack: the file name up to the first dot, as in CDK. */
  private static String stackName(Path file) {
    Path last = file.getFileName();
    String name = last == null ? "" : last.toString();
    int dot = name.indexOf('.');
    return dot > 0 ? name.substring(0, dot) : "stack";
  }
}
