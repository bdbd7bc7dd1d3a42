package dev.monotable.design.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.text.DataFileException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the bundled prices, and files that replace them. */
class PriceFileTest {
  @TempDir private Path directory;

  @Test
  void theBundledPricesHaveADateAndASource() {
    PriceFile bundled = PriceFile.bundled();

    assertThat(bundled.regions()).containsExactly("us-east-1", "us-west-2", "ap-northeast-1");
    for (String region : bundled.regions()) {
      PriceList list = bundled.require(region);
      assertThat(list.date()).isBetween(LocalDate.of(2026, 1, 1), LocalDate.of(2026, 12, 31));
      assertThat(list.source()).contains("AWS price list").contains(region);
      assertThat(list.currency()).isEqualTo("USD");
    }
    // AWS publishes no price of a replicated write in Standard-IA that was found.
    Set<PriceItem> known = EnumSet.allOf(PriceItem.class);
    known.remove(PriceItem.TTL_DELETES);
    known.remove(PriceItem.IA_REPLICATED_WRITE_REQUESTS);
    known.remove(PriceItem.IA_REPLICATED_WRITE_CAPACITY);
    assertThat(bundled.require("us-east-1").prices().keySet()).isEqualTo(known);
  }

  @Test
  void anUnknownRegionIsReported() {
    assertThat(PriceFile.bundled().find("eu-west-1")).isNull();
    assertThatThrownBy(() -> PriceFile.bundled().require("eu-west-1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no prices of 'eu-west-1'; the file has us-east-1, us-west-2, ap-northeast-1");
  }

  /** The form of AWS's own list: a free range, a paid one, and prefixes of the Region. */
  @Test
  void aPriceListOfAwsIsRead() throws Exception {
    Path file =
        write(
            "index.json",
            """
            {"formatVersion": "v1.0", "offerCode": "AmazonDynamoDB", "version": "20260831092318",
             "publicationDate": "2026-08-31T09:23:18Z",
             "products": {
              "W": {"sku": "W", "attributes": {"usagetype": "EU-WriteRequestUnits", "regionCode": "eu-west-1"}},
              "A": {"sku": "A", "attributes": {"usagetype": "EU-IA-WriteRequestUnits", "regionCode": "eu-west-1"}},
              "S": {"sku": "S", "attributes": {"usagetype": "EU-TimedStorage-ByteHrs", "regionCode": "eu-west-1"}},
              "R": {"sku": "R", "attributes": {"usagetype": "EU-ReadCapacityUnit-Hrs", "regionCode": "eu-west-1"}},
              "X": {"sku": "X", "attributes": {"usagetype": "EU-SomethingElse", "regionCode": "eu-west-1"}},
              "Y": {"sku": "Y", "attributes": {"servicename": "Amazon DynamoDB"}}},
             "terms": {"OnDemand": {
              "W": {"W.T": {"priceDimensions": {"W.T.D": {"beginRange": "0", "endRange": "Inf",
                "pricePerUnit": {"USD": "0.0000007050"}}}}},
              "A": {"A.T": {"priceDimensions": {"A.T.D": {"beginRange": "0", "endRange": "Inf",
                "pricePerUnit": {"USD": "0.0000008800"}}}}},
              "S": {"S.T": {"priceDimensions": {
                "S.T.F": {"beginRange": "0", "endRange": "25", "pricePerUnit": {"USD": "0.0000000000"}},
                "S.T.D": {"beginRange": "25", "endRange": "Inf", "pricePerUnit": {"USD": "0.2830000000"}}}}},
              "R": {"R.T": {"priceDimensions": {
                "R.T.F": {"beginRange": "0", "endRange": "18600", "pricePerUnit": {"USD": "0.0000000000"}},
                "R.T.D": {"beginRange": "18600", "endRange": "Inf", "pricePerUnit": {"USD": "0.0001470000"}}}}},
              "X": {"X.T": {"priceDimensions": {"X.T.D": {"endRange": "Inf", "pricePerUnit": {"USD": "1"}}}}}
             }}}
            """);

    PriceList list = PriceFile.read(file).require("eu-west-1");

    assertThat(list.date()).isEqualTo("2026-08-31");
    assertThat(list.source()).isEqualTo("AWS price list, version 20260831092318");
    assertThat(list.prices())
        .usingComparatorForType(BigDecimal::compareTo, BigDecimal.class)
        .usingRecursiveComparison()
        .isEqualTo(
            Map.of(
                PriceItem.WRITE_REQUESTS, new BigDecimal("0.705"),
                PriceItem.IA_WRITE_REQUESTS, new BigDecimal("0.88"),
                PriceItem.STORAGE, new BigDecimal("0.283"),
                PriceItem.READ_CAPACITY, new BigDecimal("0.000147")));
    assertThat(list.freeTier())
        .isEqualTo(
            new FreeTier(
                new BigDecimal("25"), BigDecimal.ZERO, new BigDecimal("25"), BigDecimal.ZERO));
  }

  @Test
  void errorsNameThePlace() throws Exception {
    assertInvalid("regions: 5", "1:10: 'regions' must be a list, not '5'");
    assertInvalid("prices: []", "1:1: a price file needs 'regions'");
    assertInvalid(region("storage: cheap"), "6:14: 'storage' must be a price, not 'cheap'");
    assertInvalid(region("storage: -1"), "6:14: 'storage' must be a price, not '-1'");
    assertInvalid(region("storage: 1e999999"), "6:14: 'storage' must be a price, not '1e999999'");
    assertInvalid(region("storrage: 1"), "6:15: unknown price 'storrage'");
    assertInvalid(
        region("storage: 1").replace("2026-08-31", "yesterday"),
        "3:5: 'date' must be a day such as 2026-08-31, not yesterday");
    assertInvalid(
        "{\"offerCode\": \"AmazonS3\"}", "1:2: a price list of 'AmazonS3', not of AmazonDynamoDB");
    assertInvalid("", "1:1: the file is empty");
  }

  private static String region(String line) {
    return """
    regions:
      - region: eu-north-1
        date: 2026-08-31
        currency: USD
        source: test
        LINE
    """
        .replace("LINE", line);
  }

  private void assertInvalid(String content, String message) throws Exception {
    Path file = write("prices.yaml", content);
    assertThatThrownBy(() -> PriceFile.read(file))
        .isInstanceOf(DataFileException.class)
        .hasMessage(file + ":" + message);
  }

  private Path write(String name, String content) throws Exception {
    return Files.writeString(directory.resolve(name), content);
  }
}
