package dev.monotable.design.cost;

import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.InvalidContentException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The price list that AWS publishes for DynamoDB in one Region. A price with a free tier has
 * several ranges; the list takes the last, which has no end, and the free tier is the start of it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/using-the-aws-price-list-bulk-api.html">Using
 *     the AWS Price List Bulk API</a>
 */
final class OfferFile {
  /** The free capacity is stated in unit-hours of a month with 31 days. */
  private static final BigDecimal HOURS = BigDecimal.valueOf(744);

  private static final int MILLION_DIGITS = 6;

  private final Map<PriceItem, BigDecimal> prices = new EnumMap<>(PriceItem.class);
  private final Map<PriceItem, BigDecimal> free = new EnumMap<>(PriceItem.class);
  private @Nullable String region;
  private String currency = "USD";

  private OfferFile() {}

  static PriceList read(Mapping root) {
    String code = text(root, "offerCode");
    if (!code.equals("AmazonDynamoDB")) {
      throw new InvalidContentException(
          root.positionOf("offerCode"), "a price list of '" + code + "', not of AmazonDynamoDB");
    }
    OfferFile file = new OfferFile();
    Mapping terms = mapping(mapping(root, "terms"), "OnDemand");
    Map<String, PriceItem> items = new HashMap<>();
    for (PriceItem item : PriceItem.values()) {
      String usageType = item.usageType();
      if (usageType != null) {
        items.put(usageType, item);
      }
    }
    for (NamedValue product : mapping(root, "products").members()) {
      file.add(product, items, terms);
    }
    String region = file.region;
    if (region == null) {
      throw new InvalidContentException(root.at(), "no price of DynamoDB in this file");
    }
    return new PriceList(
        region,
        date(root),
        file.currency,
        "AWS price list, version " + text(root, "version"),
        file.prices,
        file.freeTier());
  }

  private FreeTier freeTier() {
    return new FreeTier(
        free.getOrDefault(PriceItem.STORAGE, BigDecimal.ZERO),
        unitsOfHours(PriceItem.WRITE_CAPACITY),
        unitsOfHours(PriceItem.READ_CAPACITY),
        free.getOrDefault(PriceItem.STREAM_READS, BigDecimal.ZERO));
  }

  private BigDecimal unitsOfHours(PriceItem item) {
    return free.getOrDefault(item, BigDecimal.ZERO).divideToIntegralValue(HOURS);
  }

  private void add(NamedValue product, Map<String, PriceItem> items, Mapping terms) {
    Mapping attributes = mapping(FileValue.mapping(product.value(), "a product"), "attributes");
    FileValue usage = attributes.findPresent("usagetype");
    FileValue code = attributes.findPresent("regionCode");
    FileValue offers = terms.findPresent(product.name());
    if (usage == null || code == null || offers == null) {
      return;
    }
    PriceItem item = item(FileValue.text(usage, "'usagetype'"), items);
    if (item == null) {
      return;
    }
    String found = FileValue.text(code, "'regionCode'");
    if (region != null && !region.equals(found)) {
      throw new InvalidContentException(
          code.at(), "prices of " + region + " and " + found + "; give the file of one Region");
    }
    region = found;
    for (NamedValue offer : FileValue.mapping(offers, "a term").members()) {
      Mapping dimensions = mapping(FileValue.mapping(offer.value(), "an offer"), "priceDimensions");
      for (NamedValue dimension : dimensions.members()) {
        range(item, FileValue.mapping(dimension.value(), "a price"));
      }
    }
  }

  /** Returns the item of a usage type, which begins with the Region in all but one Region. */
  private static @Nullable PriceItem item(String usageType, Map<String, PriceItem> items) {
    PriceItem whole = items.get(usageType);
    int dash = usageType.indexOf('-');
    return whole != null || dash < 0 ? whole : items.get(usageType.substring(dash + 1));
  }

  private void range(PriceItem item, Mapping dimension) {
    if (!text(dimension, "endRange").equals("Inf")) {
      return;
    }
    NamedValue price = mapping(dimension, "pricePerUnit").findOnly();
    if (price == null) {
      throw new InvalidContentException(dimension.at(), "'pricePerUnit' needs one currency");
    }
    currency = price.name();
    BigDecimal amount = PriceFile.number(price.value(), "pricePerUnit");
    prices.put(item, item.scale() == 1 ? amount : amount.movePointRight(MILLION_DIGITS));
    FileValue begin = dimension.find("beginRange");
    if (begin != null) {
      free.merge(item, PriceFile.number(begin, "beginRange"), BigDecimal::max);
    }
  }

  private static LocalDate date(Mapping root) {
    String text = text(root, "publicationDate");
    try {
      return LocalDate.parse(text.substring(0, Math.min(10, text.length())));
    } catch (DateTimeException e) {
      throw new InvalidContentException(
          root.positionOf("publicationDate"), "'publicationDate' is not a date: " + text);
    }
  }

  private static Mapping mapping(Mapping parent, String name) {
    FileValue value = parent.find(name);
    if (value == null) {
      throw new InvalidContentException(parent.at(), "'" + name + "' is missing");
    }
    return FileValue.mapping(value, "'" + name + "'");
  }

  private static String text(Mapping parent, String name) {
    FileValue value = parent.find(name);
    if (value == null) {
      throw new InvalidContentException(parent.at(), "'" + name + "' is missing");
    }
    return FileValue.text(value, "'" + name + "'");
  }
}
