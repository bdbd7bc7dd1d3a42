package dev.monotable.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.limits.Limits;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Shorthand for the cases of this package's tests. */
final class Expressions {
  static final ExpressionCompiler COMPILER = new ExpressionCompiler(Limits.AWS);

  private Expressions() {}

  /**
   * Returns an item or a map of values from DynamoDB JSON with single quotes instead of double
   * quotes.
   */
  static Item item(String json) {
    return Item.parse(json.replace('\'', '"'));
  }

  /** Returns a value from DynamoDB JSON with single quotes instead of double quotes. */
  static AttributeValue value(String json) {
    return AttributeValue.parse(json.replace('\'', '"'));
  }

  /** Parses names such as {@code #a=a #b=b}; returns null for an empty text. */
  static @Nullable Map<String, String> names(String pairs) {
    if (pairs.isEmpty()) {
      return null;
    }
    Map<String, String> names = new LinkedHashMap<>();
    for (String pair : pairs.split(" ", -1)) {
      int equals = pair.indexOf('=');
      names.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return names;
  }

  static Bindings bindings(String names, String values) {
    return bindings(names(names), values.isEmpty() ? null : item(values));
  }

  static Bindings bindings(@Nullable Map<String, String> names, @Nullable Item values) {
    return COMPILER.bindings(names, values, Wording.usEast1());
  }

  static boolean test(String condition, String values, @Nullable Item item) {
    return COMPILER
        .condition(ExpressionKind.CONDITION, condition)
        .bind(bindings("", values))
        .test(item);
  }

  static Item update(@Nullable Item old, String update, String values) {
    return COMPILER
        .update(update)
        .bind(bindings("", values))
        .apply(old, item("{'pk':{'S':'k'}}"), new ItemWriter());
  }

  static Item project(Item item, String projection) {
    return COMPILER.projection(projection).bind(bindings("", "")).project(item, new ItemWriter());
  }

  static String messageOf(ThrowingCallable call) {
    return messageOf(Wording.usEast1(), call);
  }

  static String messageOf(Wording wording, ThrowingCallable call) {
    FaultException thrown = catchThrowableOfType(FaultException.class, call);
    assertThat(thrown).as("an exception").isNotNull();
    assertThat(thrown.code()).isEqualTo(ErrorCode.VALIDATION);
    return wording.message(thrown.fault());
  }

  static String conditionError(String condition, String names, String values) {
    return messageOf(
        () -> COMPILER.condition(ExpressionKind.FILTER, condition).bind(bindings(names, values)));
  }

  static String updateError(String update, String names, String values) {
    return messageOf(() -> COMPILER.update(update).bind(bindings(names, values)));
  }
}
