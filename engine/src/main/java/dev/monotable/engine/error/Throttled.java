package dev.monotable.engine.error;

import dev.monotable.model.ProvisionedThroughputExceededException;
import dev.monotable.model.RequestLimitExceeded;
import dev.monotable.model.ThrottlingException;
import dev.monotable.model.ThrottlingReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fault of a throttled request on items. The texts are from the documentation of
 * TransactionCanceledException in the service model, which quotes the messages for both capacity
 * modes; for a maximum, from "Diagnosing throttling" in the developer guide; for the account, from
 * its Programming.Errors page.
 *
 * @param onDemand whether the capacity mode of the table is on-demand
 * @param isWrite whether the request writes the resource
 * @param tableArn the ARN of the table
 * @param index the name of the index that is throttled; null for the table
 */
public record Throttled(
    ServiceFault.ThroughputLimit limit,
    boolean onDemand,
    boolean isWrite,
    String tableArn,
    @Nullable String index)
    implements ServiceFault {
  @Override
  public ErrorCode code() {
    return switch (limit) {
      case PROVISIONED -> ErrorCode.PROVISIONED_THROUGHPUT_EXCEEDED;
      case KEY_RANGE -> onDemand ? ErrorCode.THROTTLING : ErrorCode.PROVISIONED_THROUGHPUT_EXCEEDED;
      case MAX_ON_DEMAND -> ErrorCode.THROTTLING;
      case ACCOUNT -> ErrorCode.REQUEST_LIMIT_EXCEEDED;
    };
  }

  /** Returns the reason, such as {@code TableReadProvisionedThroughputExceeded}. */
  public String reason() {
    return (index == null ? "Table" : "Index") + (isWrite ? "Write" : "Read") + limit.text();
  }

  /** Returns the ARN of the table or index that is throttled. */
  public String resource() {
    return index == null ? tableArn : tableArn + "/index/" + index;
  }

  @Override
  public Record detail(Wording wording) {
    List<ThrottlingReason> reasons = List.of(new ThrottlingReason(reason(), resource()));
    return switch (code()) {
      case THROTTLING -> new ThrottlingException(null, reasons);
      case REQUEST_LIMIT_EXCEEDED -> new RequestLimitExceeded(null, reasons);
      default -> new ProvisionedThroughputExceededException(null, reasons);
    };
  }

  @Override
  public String text(Wording wording) {
    return switch (limit) {
      case PROVISIONED -> provisioned();
      case KEY_RANGE -> onDemand ? onDemandText() : provisioned();
      case MAX_ON_DEMAND ->
          "Throughput exceeds the maximum OnDemandThroughput configured on table or index";
      case ACCOUNT ->
          "Throughput exceeds the current throughput limit for your account. Please contact AWS"
              + " Support at https://aws.amazon.com/support request a limit increase";
    };
  }

  private String provisioned() {
    return index == null
        ? "The level of configured provisioned throughput for the table was exceeded. Consider"
            + " increasing your provisioning level with the UpdateTable API."
        : "The level of configured provisioned throughput for one or more global secondary indexes"
            + " of the table was exceeded. Consider increasing your provisioning level for the"
            + " under-provisioned global secondary indexes with the UpdateTable API";
  }

  private String onDemandText() {
    return index == null
        ? "Throughput exceeds the current capacity of your table or index. DynamoDB is"
            + " automatically scaling your table or index so please try again shortly. If"
            + " exceptions persist, check if you have a hot key:"
            + " https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html"
        : "Throughput exceeds the current capacity for one or more global secondary indexes."
            + " DynamoDB is automatically scaling your index so please try again shortly.";
  }
}
