package dev.monotable.design.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.model.Design;
import dev.monotable.text.Notice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkbenchFacetsTest {
  @TempDir private Path directory;
  private final List<Notice> notices = new ArrayList<>();

  @Test
  void aFacetNamesTheEntityOfItsItems() throws Exception {
    Design design =
        read(
            """
            "NonKeyAttributes": [
              {"AttributeName": "email", "AttributeType": "S"},
              {"AttributeName": "age", "AttributeType": "N"}],
            "TableFacets": [
              {"FacetName": "Account",
               "KeyAttributeAlias": {"PartitionKeyAlias": "account id", "SortKeyAlias": "SK"},
               "NonKeyAttributes": ["email", "age"],
               "TableData": [
                 {"PK": {"S": "USER#1"}, "SK": {"S": "PROFILE"}, "email": {"S": "a@example.com"}},
                 {"PK": {"S": "USER#2"}, "SK": {"S": "PROFILE"}, "email": {"S": "b@example.com"}}]},
              {"FacetName": "Purchase",
               "KeyAttributeAlias": {"PartitionKeyAlias": "account", "SortKeyAlias": "account"},
               "NonKeyAttributes": ["total"],
               "TableData": [
                 {"PK": {"S": "USER#1"}, "SK": {"S": "ORDER#7"}, "total": {"N": "3"}}]}]
            """);

    assertThat(DesignWriter.yaml(design))
        .isEqualTo(
            """
            design: Shop
            tables:
              Shop:
                partitionKey: PK
                sortKey: SK
                entities:
                  Account:
                    keys:
                      PK: USER#{account_id}
                      SK: PROFILE
                    attributes:
                      email: S
                      age:
                        type: N
                        required: false
                    count: 2
                    bytes: 35
                  Purchase:
                    keys:
                      PK: USER#{account}
                      SK: ORDER#{orderId}
                    attributes:
                      total: N
                    count: 1
                    bytes: 24
            """);
    assertThat(notices).isEmpty();
  }

  @Test
  void aFacetWithoutItemsNamesTheEntityWithItsAttributes() throws Exception {
    Design design =
        read(
            """
            "TableFacets": [
              {"FacetName": "Account",
               "KeyAttributeAlias": {"PartitionKeyAlias": "login", "SortKeyAlias": "SK"},
               "NonKeyAttributes": ["email"]}],
            "TableData": [
              {"PK": {"S": "USER#1"}, "SK": {"S": "PROFILE"}, "email": {"S": "a@example.com"}},
              {"PK": {"S": "USER#1"}, "SK": {"S": "ORDER#7"}, "total": {"N": "3"}}]
            """);

    assertThat(DesignWriter.yaml(design))
        .isEqualTo(
            """
            design: Shop
            tables:
              Shop:
                partitionKey: PK
                sortKey: SK
                entities:
                  UserOrder:
                    keys:
                      PK: USER#{userId}
                      SK: ORDER#{orderId}
                    attributes:
                      total: N
                    count: 1
                    bytes: 24
                  Account:
                    keys:
                      PK: USER#{login}
                      SK: PROFILE
                    attributes:
                      email: S
                    count: 1
                    bytes: 35
            """);
    assertThat(notices).isEmpty();
  }

  @Test
  void aTableWithoutItemsHasAnEntityForEachFacet() throws Exception {
    Design design =
        read(
            """
            "NonKeyAttributes": [{"AttributeName": "email", "AttributeType": "S"}],
            "TableFacets": [
              {"FacetName": "Account",
               "KeyAttributeAlias": {"PartitionKeyAlias": "login", "SortKeyAlias": "since"},
               "NonKeyAttributes": ["email", "photo"]}]
            """);

    assertThat(DesignWriter.yaml(design))
        .isEqualTo(
            """
            design: Shop
            tables:
              Shop:
                partitionKey: PK
                sortKey: SK
                entities:
                  Account:
                    keys:
                      PK: '{login}'
                      SK: '{since}'
                    attributes:
                      email:
                        type: S
                        required: false
                      photo:
                        required: false
            """);
    assertThat(notices).isEmpty();
  }

  @Test
  void aFacetThatIsNotOneEntityIsReported() throws Exception {
    Design design =
        read(
            """
            "TableFacets": [
              {"FacetName": "Everything",
               "TableData": [
                 {"PK": {"S": "USER#1"}, "SK": {"S": "PROFILE"}},
                 {"PK": {"S": "USER#1"}, "SK": {"S": "ORDER#7"}}]},
              {"FacetName": "Account",
               "TableData": [{"PK": {"S": "USER#1"}, "SK": {"S": "PROFILE"}}]},
              {"FacetName": "Login",
               "TableData": [{"PK": {"S": "USER#1"}, "SK": {"S": "PROFILE"}}]},
              {"FacetName": "Session", "NonKeyAttributes": ["token"]}]
            """);

    assertThat(design.tables().get(0).entities())
        .extracting("name")
        .containsExactly("UserOrder", "Account");
    assertThat(notices)
        .extracting(
            notice -> notice.at().line() + ":" + notice.at().column() + ": " + notice.text())
        .containsExactly(
            "7:4: facet 'Everything' names no entity: it has items of several entities, UserOrder,"
                + " UserProfile",
            "13:4: facet 'Login' names no entity: another facet has the same items or name, those"
                + " of Account",
            "15:4: facet 'Session' names no entity: no items show its keys");
  }

  private Design read(String members) throws Exception {
    Path file = directory.resolve("model.json");
    Files.writeString(
        file,
        """
        {"ModelName": "Shop", "DataModel": [{
          "TableName": "Shop",
          "KeyAttributes": {
            "PartitionKey": {"AttributeName": "PK", "AttributeType": "S"},
            "SortKey": {"AttributeName": "SK", "AttributeType": "S"}},
        %s}]}
        """
            .formatted(members.stripTrailing()));
    return DesignFile.read(file, notices::add);
  }
}
