package dev.monotable.formats.terraform;

import dev.monotable.formats.resource.FileNotices;
import dev.monotable.formats.resource.Properties;
import dev.monotable.formats.resource.TableItem;
import dev.monotable.formats.resource.TableMentions;
import dev.monotable.formats.resource.TableRequest;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tables of a Terraform plan or state, in all modules: as {@code terraform show -json}
 * prints it, or a state as Terraform keeps it. A resource of any type is read, or gives a notice if
 * it has to do with DynamoDB; those of {@link dev.monotable.formats.resource.SilentTypes} give
 * none.
 */
public final class TerraformPlan {
  private static final String INDEX = "aws_dynamodb_global_secondary_index";
  private static final String TABLE_NAME = "table_name";
  private static final String RESOURCE_ARN = "resource_arn";
  private static final String GLOBAL_TABLE_ARN = "global_table_arn";

  private static final String UNKNOWN = " is known only after apply; give the state";

  /** The Region and the table of an ARN, and what follows. */
  private static final Pattern ARN =
      Pattern.compile("arn:[^:]*:dynamodb:([^:]*):[^:]*:table/([^/]+)(/.*)?");

  /** The members of a replica that have an effect, or that the provider computes. */
  private static final Set<String> REPLICA_USED =
      Set.of(
          "arn",
          GLOBAL_TABLE_ARN,
          "id",
          "kms_key_arn",
          "region",
          "table_class_override",
          "tags_all",
          "timeouts");

  private final Mapping file;
  private final String region;
  private final FileNotices notices = new FileNotices();
  private final Map<TerraformResource, TerraformTable> tables = new LinkedHashMap<>();
  private final Map<String, TerraformTable> byName = new LinkedHashMap<>();

  /**
   * @param region the Region in which the tables are created
   */
  public TerraformPlan(Mapping file, String region) {
    this.file = file;
    this.region = region;
  }

  /** Returns whether a file is a plan or a state. */
  public static boolean isPlan(Mapping root) {
    return TerraformState.isState(root)
        || (root.find("format_version") != null
            && (root.find("planned_values") != null
                || root.find("values") != null
                || root.find("terraform_version") != null));
  }

  /** Adds what a resource says of a table. Returns why it has no effect, or null. */
  @FunctionalInterface
  private interface Addition {
    @Nullable String addTo(TerraformTable table, TerraformResource resource);
  }

  /** Returns the tables of all modules, in the order of the file. */
  public List<TableRequest> read() {
    List<TerraformResource> others = new ArrayList<>();
    for (TerraformResource resource : TerraformModule.root(file).all()) {
      if (resource.type().equals(TerraformTable.TYPE)) {
        TerraformTable table = new TerraformTable(resource, region);
        tables.put(resource, table);
        byName.putIfAbsent(table.name(), table);
      } else if (resource.type().equals(INDEX)) {
        others.add(0, resource); // before what names the index
      } else {
        others.add(resource);
      }
    }
    TableMentions mentions = new TableMentions(Set.of(), byName.keySet());
    for (TerraformResource resource : others) {
      read(resource, mentions);
    }
    List<Notice> ofFile = notices.list();
    if (tables.isEmpty()) {
      String missing = "the plan has no " + TerraformTable.TYPE;
      throw new InvalidContentException(
          file.at(), ofFile.isEmpty() ? missing : missing + "; " + ofFile.get(0));
    }
    List<TableRequest> built = new ArrayList<>();
    for (TerraformTable table : tables.values()) {
      built.add(table.build(built.isEmpty() ? ofFile : List.of()));
    }
    return built;
  }

  private void read(TerraformResource resource, TableMentions mentions) {
    String reason =
        switch (resource.type()) {
          case INDEX -> add(resource, TABLE_NAME, TerraformPlan::addIndex);
          case "aws_dynamodb_contributor_insights" ->
              add(resource, TABLE_NAME, TerraformPlan::addInsights);
          case "aws_dynamodb_kinesis_streaming_destination" ->
              add(resource, TABLE_NAME, TerraformPlan::addKinesis);
          case "aws_dynamodb_resource_policy" ->
              add(resource, RESOURCE_ARN, TerraformPlan::addPolicy);
          case "aws_dynamodb_table_replica" -> add(resource, GLOBAL_TABLE_ARN, this::addReplica);
          case "aws_dynamodb_tag" -> add(resource, RESOURCE_ARN, TerraformPlan::addTag);
          case "aws_dynamodb_table_item" -> add(resource, TABLE_NAME, TerraformPlan::addItem);
          default -> {
            String mention = mentions.find(resource.type(), words(resource));
            if (mention != null) {
              notices.add(
                  resource.type(),
                  resource.at(),
                  resource.address() + " has no effect here; it " + mention);
            }
            yield null;
          }
        };
    if (reason != null) {
      notices.add(
          resource.type(), resource.at(), resource.address() + " has no effect here: " + reason);
    }
  }

  /** Returns the values of a resource, and what its expressions refer to. */
  private FileValue words(TerraformResource resource) {
    Set<String> references =
        new LinkedHashSet<>(TerraformModule.references(resource.expressions()));
    for (TerraformResource table :
        resource.referenced(List.copyOf(references), TerraformTable.TYPE)) {
      TerraformTable known = tables.get(table);
      if (known != null) {
        references.add(known.name());
      }
    }
    List<FileValue> words = new ArrayList<>(List.of(resource.values()));
    references.forEach(each -> words.add(new Scalar(resource.at(), each)));
    return new Sequence(resource.at(), words);
  }

  /**
   * Adds a resource to its table.
   *
   * @param attribute the attribute that names the table, or an ARN of it
   */
  private @Nullable String add(TerraformResource resource, String attribute, Addition addition) {
    String given = resource.text(attribute);
    if (given == null) {
      List<TerraformResource> found = resource.referenced(attribute, TerraformTable.TYPE);
      TerraformTable table = found.size() == 1 ? tables.get(found.get(0)) : null;
      return table == null ? "its table" + UNKNOWN : addition.addTo(table, resource);
    }
    Matcher arn = ARN.matcher(given);
    String name = arn.matches() ? arn.group(2) : given;
    TerraformTable table = byName.get(name);
    return table == null ? "the file has no table '" + name + "'" : addition.addTo(table, resource);
  }

  private static @Nullable String addIndex(TerraformTable table, TerraformResource resource) {
    table.indexes().add(resource.values());
    return null;
  }

  private static @Nullable String addInsights(TerraformTable table, TerraformResource resource) {
    FilePosition at = resource.at();
    Mapping setting =
        new MappingBuilder(at)
            .add("Enabled", at, "true")
            .addFrom(resource.values(), "mode", "Mode")
            .build();
    String index = resource.text("index_name");
    if (index != null) {
      return table.indexes().addInsights(index, setting)
          ? null
          : "the table has no index '" + index + "'";
    }
    return table.addSetting(TableRequest.INSIGHTS, at, setting) ? null : "another resource sets it";
  }

  private static @Nullable String addKinesis(TerraformTable table, TerraformResource resource) {
    Mapping values = resource.values();
    if (values.find("stream_arn") == null) {
      return "its stream" + UNKNOWN;
    }
    Mapping destination =
        new MappingBuilder(resource.at())
            .addFrom(values, "stream_arn", "StreamArn")
            .addFrom(values, "approximate_creation_date_time_precision", TableRequest.PRECISION)
            .build();
    return table.addSetting(TableRequest.KINESIS, resource.at(), destination)
        ? null
        : "the table has another destination";
  }

  private static @Nullable String addPolicy(TerraformTable table, TerraformResource resource) {
    String arn = resource.text(RESOURCE_ARN);
    Matcher parts = ARN.matcher(arn == null ? "" : arn);
    if (parts.matches() && parts.group(3) != null) {
      return "the policy of a stream is set when the stream exists";
    }
    FileValue policy = resource.values().find("policy");
    if (policy == null) {
      return "its policy" + UNKNOWN;
    }
    return table.addSetting("ResourcePolicy", resource.at(), policy)
        ? null
        : "another resource sets it";
  }

  private static @Nullable String addItem(TerraformTable table, TerraformResource resource) {
    if (!(resource.values().find("item") instanceof Scalar item)) {
      return "its item" + UNKNOWN;
    }
    table.addItem(
        new TableItem(resource.at(), FileValue.mapping(TerraformResource.json(item), "the item")));
    return null;
  }

  private @Nullable String addReplica(TerraformTable table, TerraformResource resource) {
    String replica = replicaRegion(resource);
    if (replica == null) {
      return "its Region" + UNKNOWN;
    }
    String arn = resource.text(GLOBAL_TABLE_ARN);
    Matcher home = ARN.matcher(arn == null ? "" : arn);
    if (home.matches() && !home.group(1).equals(region)) {
      return "its table is in another Region than " + region;
    }
    String reason = table.addReplica(replica, region, resource.values());
    if (reason == null) {
      for (NamedValue member : resource.values().members()) {
        if (!REPLICA_USED.contains(member.name())) {
          List<Notice> off = new ArrayList<>();
          Properties.notice(member, off);
          off.forEach(each -> notices.add(resource.type(), each.at(), each.text()));
        }
      }
    }
    return reason;
  }

  private @Nullable String replicaRegion(TerraformResource resource) {
    String given = resource.text("region");
    String arn = resource.text("arn");
    Matcher parts = ARN.matcher(arn == null ? "" : arn);
    if (given == null && parts.matches()) {
      return parts.group(1);
    }
    return given == null ? TerraformModule.providerRegion(file, resource) : given;
  }

  private static @Nullable String addTag(TerraformTable table, TerraformResource resource) {
    String key = resource.text("key");
    if (key == null) {
      return "its key" + UNKNOWN;
    }
    FileValue value = resource.allValues().find("value");
    if (value == null) {
      return "its value" + UNKNOWN;
    }
    table.addTag(resource.at(), key, FileValue.text(value, "value"));
    return null;
  }
}
