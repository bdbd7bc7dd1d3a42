package dev.monotable.generator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {
  @ParameterizedTest
  @CsvSource({
    "TableName, tableName",
    "SSESpecification, sseSpecification",
    "KMSMasterKeyId, kmsMasterKeyId",
    "S3Bucket, s3Bucket",
    "SizeEstimateRangeGB, sizeEstimateRangeGB",
    "TopK, topK",
    "eventID, eventID",
    "message, message",
    "ID, id"
  })
  void membersBecomeComponents(String member, String component) {
    assertThat(Names.component(member)).isEqualTo(component);
  }

  @ParameterizedTest
  @CsvSource({
    "PutItem, PUT_ITEM",
    "ALL_OLD, ALL_OLD",
    "ConditionalCheckFailed, CONDITIONAL_CHECK_FAILED",
    "DescribeTimeToLive, DESCRIBE_TIME_TO_LIVE",
    "a-b, A_B"
  })
  void namesBecomeConstants(String name, String constant) {
    assertThat(Names.constant(name)).isEqualTo(constant);
  }

  @ParameterizedTest
  @CsvSource({"a, '\"a\"'", "'\\d\"', '\"\\\\d\\\"\"'", "é, '\"\\u00e9\"'"})
  void textBecomesALiteral(String text, String literal) {
    assertThat(Names.literal(text)).isEqualTo(literal);
  }
}
