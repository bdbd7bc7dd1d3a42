package dev.monotable.json;

import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.database.DatabaseFactory;
import dev.monotable.engine.database.DatabaseIdentity;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.database.NewDatabase;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.model.Operations;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that each request gets to the database of its credentials. */
class ExchangeDatabasesTest extends ExchangeFixture {
  private final Databases separate = Databases.separate(new Named(), 2, EngineConfig.DEFAULT);
  private final Databases shared = Databases.share(new Named(), 3, EngineConfig.DEFAULT);

  @AfterEach
  void close() {
    separate.close();
    shared.close();
  }

  /** Databases with a table that is named after them. */
  private static final class Named implements DatabaseFactory {
    @Override
    public EngineConfig config(DatabaseIdentity identity) {
      return EngineConfig.DEFAULT;
    }

    @Override
    public void fill(Region region, NewDatabase settings) {
      region
          .engine()
          .call(Operations.CREATE_TABLE, table(region.id().replace('/', '.'), "PK").build());
    }
  }

  private static TestRequest list(String key, String region) {
    return TestRequest.call("ListTables", "{}")
        .header(
            "Authorization",
            "AWS4-HMAC-SHA256 Credential="
                + key
                + "/20240101/"
                + region
                + "/dynamodb/aws4_request, SignedHeaders=host;x-amz-date, Signature=b");
  }

  private void assertLists(Databases databases, String key, String region, String table) {
    HttpReply answer = send(new Exchange(databases, ExchangeConfig.standard()), list(key, region));
    assertAnswer(answer, 200, JSON, "{\"TableNames\":[\"" + table + "\"]}");
  }

  private void assertFails(Databases databases, String key, String error) {
    HttpReply answer =
        send(new Exchange(databases, ExchangeConfig.standard()), list(key, "us-east-1"));
    assertAnswer(answer, 400, JSON, error);
  }

  @Test
  void eachAccessKeyAndRegionHasItsOwnDatabaseUpToALimit() {
    assertLists(separate, "k", "us-east-1", "k.us-east-1");
    assertLists(separate, "k", "eu-west-1", "k.eu-west-1");
    assertLists(separate, "k", "us-east-1", "k.us-east-1");
    assertFails(
        separate,
        "l",
        "{\"__type\":\"com.amazon.coral.validate#ValidationException\",\"message\":"
            + "\"Monotable keeps a database for each access key and region, and has the maximum"
            + " of 2. Use fewer credentials, or start it with a larger --max-databases\"}");
    assertLists(separate, "k", "eu-west-1", "k.eu-west-1");
  }

  @Test
  void anIssuedAccessKeyLeadsToItsDatabaseUntilThatEnds() {
    String key = shared.create(NewDatabase.DEFAULT).id();
    assertLists(shared, "any", "us-east-1", "default");
    assertLists(shared, key, "us-east-1", key);
    assertLists(shared, key, "eu-west-1", key);
    shared.drop(key);
    assertFails(
        shared,
        key,
        "{\"__type\":\"com.amazon.coral.service#UnrecognizedClientException\",\"message\":"
            + "\"The database of the access key "
            + key
            + " has ended, or never existed\"}");
    assertLists(shared, "any", "us-east-1", "default");
  }

  @Test
  void aRequestWaitsIfAFaultOfAnyDatabaseMayDelayIt() {
    Exchange exchange = new Exchange(shared, ExchangeConfig.standard());
    Region first = shared.create(NewDatabase.DEFAULT).home();
    Region second = shared.create(NewDatabase.DEFAULT).home();
    assertThat(exchange.pace(list("any", "us-east-1"))).isEqualTo(HttpService.Pace.SHORT);
    InjectedFault wait =
        new InjectedFault.Latency(Duration.ofDays(1), InjectedFault.LatencyClock.REAL);

    first.faults().add(FaultRule.on(Operations.LIST_TABLES).inject(wait));
    assertThat(exchange.waitingOperations()).containsExactly("ListTables");
    second.faults().add(FaultRule.on(Operations.GET_ITEM).inject(wait));
    assertThat(exchange.waitingOperations()).containsExactlyInAnyOrder("GetItem", "ListTables");
    assertThat(exchange.pace(list("any", "us-east-1"))).isEqualTo(HttpService.Pace.WAITING);

    shared.drop(first.id());
    assertThat(exchange.waitingOperations()).containsExactly("GetItem");
    second.faults().clear();
    assertThat(exchange.waitingOperations()).isEmpty();
  }
}
