package dev.monotable.design.cost;

import dev.monotable.text.DataFileException;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.InvalidContentException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file with the prices of some Regions. The bundled one is {@code prices.yaml}; a user can give
 * another: a file of the same form, or AWS's own price list of a Region (see {@link OfferFile}).
 */
public final class PriceFile {
  private static final String BUNDLED = "prices.yaml";
  private static final int MAX_DIGITS = 30;
  private static final Set<String> MEMBERS = Set.of("region", "date", "currency", "source");
  private static final String[] FREE_TIER = {
    "storage", "writeCapacity", "readCapacity", "streamReads"
  };

  private final Map<String, PriceList> lists;

  private PriceFile(Map<String, PriceList> lists) {
    this.lists = lists;
  }

  /** Returns the prices that are part of this version. */
  public static PriceFile bundled() {
    Path name = Path.of(BUNDLED);
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(PriceFile.class.getResourceAsStream(BUNDLED)),
                StandardCharsets.UTF_8))) {
      return of(FileReaders.read(name, reader));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a file of the form of {@code prices.yaml}, in YAML or JSON, or a price list that AWS
   * publishes for a Region, such as {@code
   * https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AmazonDynamoDB/current/us-east-1/index.json}.
   *
   * @throws DataFileException if it cannot be read, or is neither
   */
  public static PriceFile read(Path file) throws DataFileException {
    try {
      return of(FileReaders.read(file));
    } catch (InvalidContentException e) {
      throw new DataFileException(e);
    }
  }

  private static PriceFile of(FileValue value) {
    Mapping root = FileValue.mapping(value, "a price file");
    Map<String, PriceList> lists = new LinkedHashMap<>();
    if (root.find("offerCode") != null) {
      PriceList list = OfferFile.read(root);
      lists.put(list.region(), list);
      return new PriceFile(lists);
    }
    FileValue regions = root.find("regions");
    if (regions == null) {
      throw new InvalidContentException(root.at(), "a price file needs 'regions'");
    }
    for (FileValue region : FileValue.elements(regions, "'regions'")) {
      PriceList list = list(FileValue.mapping(region, "a Region"));
      if (lists.put(list.region(), list) != null) {
        throw new InvalidContentException(region.at(), "'" + list.region() + "' is given twice");
      }
    }
    return new PriceFile(lists);
  }

  /** Returns the names of the Regions, in the order of the file. */
  public Set<String> regions() {
    return Collections.unmodifiableSet(lists.keySet());
  }

  /** Returns the prices of a Region, or null. */
  public @Nullable PriceList find(String region) {
    return lists.get(region);
  }

  /**
   * Returns the prices of a Region.
   *
   * @throws IllegalArgumentException if the file does not contain it
   */
  public PriceList require(String region) {
    PriceList list = lists.get(region);
    if (list == null) {
      throw new IllegalArgumentException(
          "no prices of '" + region + "'; the file has " + String.join(", ", lists.keySet()));
    }
    return list;
  }

  private static PriceList list(Mapping region) {
    Map<String, FileValue> leaves = new HashMap<>();
    Set<String> used = new HashSet<>(MEMBERS);
    flatten(region, "", leaves);
    Map<PriceItem, BigDecimal> prices = new EnumMap<>(PriceItem.class);
    for (PriceItem item : PriceItem.values()) {
      String key = item.key();
      FileValue price = key == null ? null : leaves.get(key);
      if (key != null && price != null) {
        used.add(key);
        prices.put(item, number(price, key));
      }
    }
    BigDecimal[] free = new BigDecimal[FREE_TIER.length];
    for (int i = 0; i < free.length; i++) {
      String key = "freeTier." + FREE_TIER[i];
      FileValue amount = leaves.get(key);
      used.add(key);
      free[i] = amount == null ? BigDecimal.ZERO : number(amount, key);
    }
    leaves.forEach(
        (key, value) -> {
          if (!used.contains(key)) {
            throw new InvalidContentException(value.at(), "unknown price '" + key + "'");
          }
        });
    return new PriceList(
        text(region, "region"),
        date(region),
        text(region, "currency"),
        text(region, "source"),
        prices,
        new FreeTier(free[0], free[1], free[2], free[3]));
  }

  private static void flatten(Mapping mapping, String prefix, Map<String, FileValue> leaves) {
    for (FileValue.NamedValue member : mapping.members()) {
      String key = prefix + member.name();
      if (member.value() instanceof Mapping inner) {
        flatten(inner, key + ".", leaves);
      } else {
        leaves.put(key, member.value());
      }
    }
  }

  private static LocalDate date(Mapping region) {
    String text = text(region, "date");
    try {
      return LocalDate.parse(text);
    } catch (DateTimeException e) {
      throw new InvalidContentException(
          region.positionOf("date"), "'date' must be a day such as 2026-08-31, not " + text);
    }
  }

  private static String text(Mapping mapping, String name) {
    FileValue value = mapping.find(name);
    if (value == null) {
      throw new InvalidContentException(mapping.at(), "a Region needs '" + name + "'");
    }
    return FileValue.text(value, "'" + name + "'");
  }

  /** Returns a price; the number of digits is bounded, because 1e999999999 is short to write. */
  static BigDecimal number(FileValue value, String what) {
    String text = FileValue.text(value, "'" + what + "'");
    try {
      BigDecimal number = new BigDecimal(text);
      if (number.signum() >= 0
          && Math.abs(number.scale()) <= MAX_DIGITS
          && number.precision() <= MAX_DIGITS) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    FilePosition at = value.at();
    throw new InvalidContentException(at, "'" + what + "' must be a price, not '" + text + "'");
  }
}
