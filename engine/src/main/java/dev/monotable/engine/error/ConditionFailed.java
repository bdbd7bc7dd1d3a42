package dev.monotable.engine.error;

import dev.monotable.model.ConditionalCheckFailedException;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/**
 * The fault of a condition that is false.
 *
 * @param item the stored item, if the request asks for it; null otherwise
 */
public record ConditionFailed(@Nullable Item item) implements ItemFault {
  @Override
  public @Nullable Record detail(Wording wording) {
    return item == null ? null : ConditionalCheckFailedException.builder().item(item).build();
  }

  @Override
  public ErrorCode code() {
    return ErrorCode.CONDITIONAL_CHECK_FAILED;
  }

  @Override
  public String text(Wording wording) {
    return "The conditional request failed";
  }
}
