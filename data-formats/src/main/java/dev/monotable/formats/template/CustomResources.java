package dev.monotable.formats.template;

import dev.monotable.formats.resource.TableItem;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The custom resources that do something known to a table: {@code Custom::DynamoDBReplica}, which
 * the CDK makes of {@code replicationRegions}, and those that call an operation of an SDK, such as
 * {@code Custom::AWS} of the CDK, if the operation puts items. See <a
 * href="https://docs.aws.amazon.com/cdk/api/v2/docs/aws-cdk-lib.custom_resources.AwsCustomResource.html">AwsCustomResource</a>.
 */
final class CustomResources {
  private static final String REPLICA = "Custom::DynamoDBReplica";

  /** The members of requests that say what is returned. */
  private static final Set<String> RETURNED =
      Set.of("ReturnConsumedCapacity", "ReturnItemCollectionMetrics", "ReturnValues");

  private final Map<String, TemplateTable> tables;

  /**
   * @param tables the tables of all templates, by name
   */
  CustomResources(Map<String, TemplateTable> tables) {
    this.tables = tables;
  }

  /** Does what a resource does; returns false if that is not known, and changes nothing then. */
  boolean apply(String type, Mapping properties, FilePosition at) {
    if (type.equals(REPLICA)) {
      return addReplica(properties, at);
    }
    return (type.startsWith("Custom::") || type.equals("AWS::CloudFormation::CustomResource"))
        && properties.find("Create") instanceof Scalar call
        && putItems(call, at);
  }

  private boolean addReplica(Mapping properties, FilePosition at) {
    TemplateTable table = find(properties.find("TableName"));
    if (table == null || !(properties.find("Region") instanceof Scalar region)) {
      return false;
    }
    table.addReplica(at, region);
    return true;
  }

  private @Nullable TemplateTable find(@Nullable FileValue name) {
    return name instanceof Scalar text ? tables.get(text.text()) : null;
  }

  /** Puts the items of a call, which is JSON. */
  private boolean putItems(Scalar call, FilePosition at) {
    FileValue parsed;
    try {
      parsed = FileReaders.read(at.file(), call.text());
    } catch (InvalidContentException e) {
      return false;
    }
    if (!(parsed instanceof Mapping sdkCall)
        || !isDynamo(sdkCall.find("service"))
        || !(sdkCall.find("action") instanceof Scalar action)
        || !(sdkCall.find("parameters") instanceof Mapping parameters)) {
      return false;
    }
    Map<TemplateTable, List<TableItem>> items = new LinkedHashMap<>();
    boolean known =
        switch (action.text().toLowerCase(Locale.ROOT).replaceFirst("command$", "")) {
          case "putitem" -> put(parameters, at, items);
          case "batchwriteitem" -> putBatch(parameters, at, items);
          case "transactwriteitems" -> putTransaction(parameters, at, items);
          default -> false;
        };
    if (known) {
      items.forEach((table, ofTable) -> ofTable.forEach(table::addItem));
    }
    return known;
  }

  /** Returns whether a service is DynamoDB, under its name in version 2 or 3 of the SDK. */
  private static boolean isDynamo(@Nullable FileValue service) {
    return service instanceof Scalar name
        && Set.of("dynamodb", "client-dynamodb", "@aws-sdk/client-dynamodb")
            .contains(name.text().toLowerCase(Locale.ROOT));
  }

  private boolean put(Mapping request, FilePosition at, Map<TemplateTable, List<TableItem>> items) {
    return hasOnly(request, "TableName", "Item")
        && add(request.find("TableName"), request.find("Item"), at, items);
  }

  private boolean putBatch(
      Mapping request, FilePosition at, Map<TemplateTable, List<TableItem>> items) {
    if (!hasOnly(request, "RequestItems", "RequestItems")
        || !(request.find("RequestItems") instanceof Mapping tablesOfRequest)) {
      return false;
    }
    for (NamedValue table : tablesOfRequest.members()) {
      if (!(table.value() instanceof Sequence requests)) {
        return false;
      }
      for (FileValue each : requests.elements()) {
        NamedValue only = each instanceof Mapping mapping ? mapping.findOnly() : null;
        if (only == null
            || !only.name().equals("PutRequest")
            || !(only.value() instanceof Mapping put)
            || !add(new Scalar(at, table.name()), put.find("Item"), at, items)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean putTransaction(
      Mapping request, FilePosition at, Map<TemplateTable, List<TableItem>> items) {
    if (!hasOnly(request, "TransactItems", "ClientRequestToken")
        || !(request.find("TransactItems") instanceof Sequence actions)) {
      return false;
    }
    for (FileValue each : actions.elements()) {
      NamedValue only = each instanceof Mapping mapping ? mapping.findOnly() : null;
      if (only == null
          || !only.name().equals("Put")
          || !(only.value() instanceof Mapping put)
          || !put(put, at, items)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a request has no member with another effect. */
  private static boolean hasOnly(Mapping request, String first, String second) {
    return request.members().stream()
        .map(NamedValue::name)
        .allMatch(name -> name.equals(first) || name.equals(second) || RETURNED.contains(name));
  }

  private boolean add(
      @Nullable FileValue table,
      @Nullable FileValue item,
      FilePosition at,
      Map<TemplateTable, List<TableItem>> items) {
    TemplateTable found = find(table);
    if (found == null || !(item instanceof Mapping attributes)) {
      return false;
    }
    items.computeIfAbsent(found, key -> new ArrayList<>()).add(new TableItem(at, attributes));
    return true;
  }
}
