package dev.monotable.engine.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.Wording;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.PutItemInput;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;

/** A validator and requests to validate. */
abstract class ModelValidatorFixture {
  static final String NAME_PATTERN =
      "failed to satisfy constraint: Member must satisfy regular expression pattern:"
          + " [a-zA-Z0-9_.-]+";
  static final String CAPACITY_ENUM =
      "Value 'INVALID' at 'returnConsumedCapacity' failed to satisfy constraint: Member must"
          + " satisfy enum value set: [INDEXES, TOTAL, NONE]";
  static final String METRICS_ENUM =
      "Value 'INVALID' at 'returnItemCollectionMetrics' failed to satisfy constraint: Member must"
          + " satisfy enum value set: [SIZE, NONE]";
  static final String NEW_RETURN_VALUES_ENUM =
      "Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD,"
          + " ALL_NEW, UPDATE_NEW, NONE]";
  static final String CLASSIC_RETURN_VALUES_ENUM =
      "Value 'INVALID' at 'returnValues' failed to satisfy constraint: Member must satisfy enum"
          + " value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]";

  static final Item KEY = Item.of("pk", AttributeValue.string("a"));

  static final ArnScope SCOPE = new ArnScope("us-east-1", "123456789012");
  static final ModelValidator CURRENT = new ModelValidator(Wording.usEast1(), SCOPE);
  static final ModelValidator REGIONAL = new ModelValidator(Wording.regional(), SCOPE);
  static final ModelValidator CLASSIC = new ModelValidator(Wording.classic(), SCOPE);

  static List<Wording> wordings() {
    return Wording.all();
  }

  static <I extends Record> String message(
      ModelValidator validator, OperationSchema<I, ?> operation, I request) {
    try {
      validator.validate(operation, request);
    } catch (FaultException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.VALIDATION);
      return Wording.usEast1().message(e.fault());
    }
    throw new AssertionError("no violation: " + request);
  }

  static <I extends Record> String message(
      Wording wording, OperationSchema<I, ?> operation, I request) {
    return message(validator(wording), operation, request);
  }

  static ModelValidator validator(Wording wording) {
    if (wording == Wording.classic()) {
      return CLASSIC;
    }
    return wording == Wording.regional() ? REGIONAL : CURRENT;
  }

  static PutItemInput.Builder put() {
    return PutItemInput.builder().tableName("Music").item(KEY);
  }

  static CreateTableInput.Builder createTable() {
    return CreateTableInput.builder()
        .tableName("Music")
        .attributeDefinitions(List.of(new AttributeDefinition("pk", "S")))
        .keySchema(List.of(new KeySchemaElement("pk", "HASH")));
  }
}
