package dev.monotable.formats.template;

import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Sequence;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The tables of Amplify Gen 2, {@code Custom::AmplifyDynamoDBTable}: custom resources with the
 * properties of {@code AWS::DynamoDB::Table}, whose names begin with lower case.
 */
final class AmplifyTable {
  static final String TYPE = "Custom::AmplifyDynamoDBTable";

  /** The property with the name of the table. */
  static final String NAME = "tableName";

  /** The settings for deploying and updating the resource. */
  private static final Set<String> OF_DEPLOYMENT =
      Set.of(
          "ServiceToken",
          "allowDestructiveGraphqlSchemaUpdates",
          "isImported",
          "replaceTableUponGsiUpdate");

  /** The names that differ in more than their first letters. */
  private static final Map<String, String> NAMES =
      Map.of(
          "kmsMasterKeyId", "KMSMasterKeyId",
          "sseEnabled", "SSEEnabled",
          "sseSpecification", "SSESpecification",
          "sseType", "SSEType");

  private AmplifyTable() {}

  static boolean isAmplifyTable(Mapping resource) {
    return resource.hasText("Type", TYPE);
  }

  /** Returns the properties as those of {@code AWS::DynamoDB::Table}. */
  static Mapping properties(Mapping given) {
    MappingBuilder properties = new MappingBuilder(given.at());
    for (NamedValue property : given.members()) {
      if (!OF_DEPLOYMENT.contains(property.name())) {
        properties.add(name(property.name()), property.at(), value(property.value()));
      }
    }
    return properties.build();
  }

  private static FileValue value(FileValue given) {
    if (given instanceof Sequence sequence) {
      return new Sequence(
          sequence.at(), sequence.elements().stream().map(AmplifyTable::value).toList());
    }
    if (!(given instanceof Mapping mapping)) {
      return given;
    }
    MappingBuilder members = new MappingBuilder(mapping.at());
    for (NamedValue member : mapping.members()) {
      members.add(name(member.name()), member.at(), value(member.value()));
    }
    return members.build();
  }

  private static String name(String name) {
    String other = NAMES.get(name);
    if (other != null) {
      return other;
    }
    return name.isEmpty()
        ? name
        : name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }
}
