package dev.monotable.design.scenario;

import dev.monotable.model.Operations;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A change of the traffic of a design, about which its report says what it costs and throttles. */
public sealed interface Scenario {
  /** Returns its name, unique in the design. */
  String name();

  /**
   * A tenant that is larger than the others: it has as many times the items and the requests.
   *
   * @param variable the variable of keys that identifies a tenant, such as {@code customerId}
   * @param times how many times the average tenant it is
   * @param of the number of tenants, at least 1
   */
  record Tenant(String name, String variable, double times, long of) implements Scenario {
    public Tenant {
      requireFactor(times);
      require(of >= 1, "of must be at least 1");
    }
  }

  /**
   * A launch: for some hours, requests are more frequent.
   *
   * @param times how many times the average frequency
   * @param hours how long, from 1 to 744
   * @param pattern the access pattern; null for all
   */
  record Launch(String name, double times, int hours, @Nullable String pattern)
      implements Scenario {
    public Launch {
      requireFactor(times);
      require(hours >= 1 && hours <= MAX_HOURS, "hours must be from 1 to " + MAX_HOURS);
    }
  }

  /**
   * A bulk load beside the usual traffic.
   *
   * @param table the table
   * @param entity the entity of the items
   * @param items the number of items, at least 1
   * @param duration how long it takes, from a second to 31 days
   * @param bulkPut whether StartBulkPutItems puts the items, and not BatchWriteItem
   */
  record BulkLoad(
      String name, String table, String entity, long items, Duration duration, boolean bulkPut)
      implements Scenario {
    public BulkLoad {
      require(items >= 1, "items must be at least 1");
      require(
          duration.toSeconds() >= 1 && duration.toHours() <= MAX_HOURS,
          "duration must be from 1s to 31d");
    }

    /** Returns the name of the operation that puts the items. */
    public String operation() {
      return operation(bulkPut);
    }

    /** Returns the name of the operation of bulk operations, or that of batches. */
    public static String operation(boolean bulkPut) {
      return (bulkPut ? Operations.START_BULK_PUT_ITEMS : Operations.BATCH_WRITE_ITEM).name();
    }
  }

  /**
   * Growth: each year, there are as many times the items, keys and requests of the year before.
   *
   * @param times the factor of a year
   * @param years the number of years, from 1 to 10
   */
  record Growth(String name, double times, int years) implements Scenario {
    public Growth {
      requireFactor(times);
      require(years >= 1 && years <= MAX_YEARS, "years must be from 1 to " + MAX_YEARS);
    }
  }

  /** The longest launch, as many hours as a month has at most. */
  int MAX_HOURS = 744;

  /** The longest growth. */
  int MAX_YEARS = 10;

  /** The largest factor. */
  double MAX_TIMES = 1_000_000;

  private static void requireFactor(double times) {
    require(times > 0 && times <= MAX_TIMES, "times must be more than 0, and at most 1000000");
  }

  private static void require(boolean valid, String message) {
    if (!valid) {
      throw new IllegalArgumentException(message);
    }
  }
}
