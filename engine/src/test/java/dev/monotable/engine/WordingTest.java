package dev.monotable.engine;

import static dev.monotable.testing.Calls.get;
import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.error.ConditionFailed;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.KeyFault;
import dev.monotable.engine.error.OtherTexts;
import dev.monotable.engine.error.Wording;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that a new wording needs only an implementation of {@link Wording}. */
class WordingTest {
  private static final Item KEY = Item.of("pk", AttributeValue.string("a"));
  private static final String STATEMENT =
      "SET b = if_not_exists(pk, :v), c = if_not_exists(pk, :v)";

  /** Overrides two texts, a count and a policy; the rest is the current wording. */
  private static final class MadeUpWording implements Wording {
    @Override
    public String label() {
      return "made-up";
    }

    @Override
    public OtherTexts otherTexts() {
      return OtherTexts.NONE
          .with(
              ConditionFailed.class,
              fault -> fault.item() == null ? "The condition does not hold" : fault.text(this))
          .with(KeyFault.Plain.MISMATCH, "Not a key");
    }

    @Override
    public boolean counts(String operation, FaultException failure) {
      return operation.equals("GetItem");
    }

    @Override
    public boolean boundsStatements() {
      return false;
    }
  }

  private final MonotableEngine current = engine(Wording.usEast1());
  private final MonotableEngine madeUp = engine(new MadeUpWording());

  @AfterEach
  void close() {
    current.close();
    madeUp.close();
  }

  private static MonotableEngine engine(Wording wording) {
    MonotableEngine engine =
        MonotableEngine.create(EngineConfig.builder().wording(wording).build());
    engine.call(Operations.CREATE_TABLE, table("Music", "pk").build());
    return engine;
  }

  private static String message(Runnable request) {
    return String.valueOf(catchThrowableOfType(DynamoException.class, request::run).getMessage());
  }

  private static PutItemInput.Builder put() {
    return PutItemInput.builder().tableName("Music").item(KEY);
  }

  private static String failedCondition(MonotableEngine engine) {
    return message(
        () ->
            engine.call(
                Operations.PUT_ITEM, put().conditionExpression("attribute_exists(pk)").build()));
  }

  private static String wrongKey(MonotableEngine engine) {
    Item key = Item.of("other", AttributeValue.string("a"));
    return message(
        () ->
            engine.call(
                Operations.GET_ITEM, GetItemInput.builder().tableName("Music").key(key).build()));
  }

  private static String emptyKey(MonotableEngine engine) {
    Item item = Item.of("pk", AttributeValue.string(""));
    return message(() -> engine.call(Operations.PUT_ITEM, put().item(item).build()));
  }

  private static String wrongExpression(MonotableEngine engine) {
    return message(
        () -> engine.call(Operations.PUT_ITEM, put().conditionExpression("pk <").build()));
  }

  private static UpdateItemInput largeStatement() {
    return UpdateItemInput.builder()
        .tableName("Music")
        .key(KEY)
        .updateExpression(STATEMENT)
        .expressionAttributeValues(Item.of(":v", AttributeValue.string("x".repeat(300_000))))
        .build();
  }

  @Test
  void textsThatAreOverriddenAreAnswered() {
    assertThat(failedCondition(madeUp)).isEqualTo("The condition does not hold");
    assertThat(wrongKey(madeUp)).isEqualTo("1 validation error detected: Not a key");
  }

  @Test
  void everyOtherTextIsTodays() {
    assertThat(failedCondition(current)).isEqualTo("The conditional request failed");
    assertThat(wrongKey(current)).isEqualTo("The provided key element does not match the schema");
    assertThat(emptyKey(madeUp)).isEqualTo(emptyKey(current));
    assertThat("1 validation error detected: " + wrongExpression(madeUp))
        .isEqualTo(wrongExpression(current));
  }

  @Test
  void aPolicyIsFollowed() {
    assertThat(message(() -> current.call(Operations.UPDATE_ITEM, largeStatement())))
        .isEqualTo("Item size to update has exceeded the maximum allowed size");
    madeUp.call(Operations.UPDATE_ITEM, largeStatement());
    assertThat(get(madeUp::call, "Music", KEY))
        .isEqualTo(
            Item.of(
                "pk", AttributeValue.string("a"),
                "b", AttributeValue.string("a"),
                "c", AttributeValue.string("a")));
  }

  @Test
  void anAnswerCarriesItsFault() {
    DynamoException thrown =
        catchThrowableOfType(
            DynamoException.class,
            () ->
                madeUp.call(
                    Operations.PUT_ITEM,
                    put().item(Item.of("other", AttributeValue.string("a"))).build()));
    assertThat(thrown.fault()).isEqualTo(KeyFault.Plain.MISSING_KEY.with("pk"));
  }
}
