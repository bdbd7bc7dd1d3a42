package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.auth.AWSStaticCredentialsProvider;
import com.amazonaws.auth.BasicAWSCredentials;
import com.amazonaws.client.builder.AwsClientBuilder.EndpointConfiguration;
import com.amazonaws.services.dynamodbv2.AmazonDynamoDB;
import com.amazonaws.services.dynamodbv2.AmazonDynamoDBClientBuilder;
import com.amazonaws.services.dynamodbv2.datamodeling.DynamoDBHashKey;
import com.amazonaws.services.dynamodbv2.datamodeling.DynamoDBMapper;
import com.amazonaws.services.dynamodbv2.datamodeling.DynamoDBQueryExpression;
import com.amazonaws.services.dynamodbv2.datamodeling.DynamoDBRangeKey;
import com.amazonaws.services.dynamodbv2.datamodeling.DynamoDBTable;
import com.amazonaws.services.dynamodbv2.datamodeling.DynamoDBVersionAttribute;
import com.amazonaws.services.dynamodbv2.document.DynamoDB;
import com.amazonaws.services.dynamodbv2.document.PrimaryKey;
import com.amazonaws.services.dynamodbv2.model.ConditionalCheckFailedException;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Table;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Code that uses the AWS SDK for Java 1, of docs/testing.md. */
@Timeout(600)
@MonotableTest
@Table(Order.class)
class OldSdkTest {
  // guide: old-sdk
  private AmazonDynamoDB dynamo;

  @BeforeEach
  void connect(URI endpoint) {
    dynamo =
        AmazonDynamoDBClientBuilder.standard()
            .withEndpointConfiguration(new EndpointConfiguration(endpoint.toString(), "us-east-1"))
            .withCredentials(
                new AWSStaticCredentialsProvider(new BasicAWSCredentials("any", "any")))
            .build();
  }

  @AfterEach
  void disconnect() {
    dynamo.shutdown();
  }

  // end

  /** An order of the mapper. */
  @DynamoDBTable(tableName = "Order")
  public static class MappedOrder {
    private String customer;
    private String number;
    private Long version;

    static MappedOrder of(String customer, String number) {
      MappedOrder order = new MappedOrder();
      order.customer = customer;
      order.number = number;
      return order;
    }

    @DynamoDBHashKey
    public String getCustomer() {
      return customer;
    }

    public void setCustomer(String value) {
      customer = value;
    }

    @DynamoDBRangeKey
    public String getNumber() {
      return number;
    }

    public void setNumber(String value) {
      number = value;
    }

    @DynamoDBVersionAttribute
    public Long getVersion() {
      return version;
    }

    public void setVersion(Long value) {
      version = value;
    }
  }

  @RepeatedTest(2)
  void theMapperSavesQueriesAndChecksVersions() {
    DynamoDBMapper mapper = new DynamoDBMapper(dynamo);
    for (String number : List.of("1", "2", "3")) {
      mapper.save(MappedOrder.of("ada", number));
    }
    MappedOrder mine = mapper.load(MappedOrder.class, "ada", "2");
    mapper.save(mapper.load(MappedOrder.class, "ada", "2"));

    assertThatThrownBy(() -> mapper.save(mine)).isInstanceOf(ConditionalCheckFailedException.class);
    assertThat(
            mapper.query(
                MappedOrder.class,
                new DynamoDBQueryExpression<MappedOrder>()
                    .withHashKeyValues(MappedOrder.of("ada", null))))
        .extracting(MappedOrder::getNumber)
        .containsExactly("1", "2", "3");
  }

  @Test
  void theDocumentInterfaceReadsWhatItHasWritten() {
    com.amazonaws.services.dynamodbv2.document.Table orders =
        new DynamoDB(dynamo).getTable("Order");
    orders.putItem(
        new com.amazonaws.services.dynamodbv2.document.Item()
            .withPrimaryKey("customer", "ada", "number", "1")
            .withList("lines", "tea", 2));

    assertThat(orders.getItem(new PrimaryKey("customer", "ada", "number", "1")).toJSON())
        .isEqualTo("{\"number\":\"1\",\"lines\":[\"tea\",2],\"customer\":\"ada\"}");
  }
}
