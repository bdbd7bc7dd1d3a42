package dev.monotable.design.check;

import dev.monotable.design.model.TypeAttributes;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds out by their attributes whether two items with the same key are the same thing. */
final class ItemIdentity {
  /** The last words of names of attributes that identify a thing. */
  private static final Set<String> IDENTITIES =
      Set.of(
          "id",
          "uuid",
          "guid",
          "email",
          "username",
          "owner",
          "holder",
          "createdby",
          "customer",
          "buyer",
          "isbn",
          "sku",
          "iban",
          "slug",
          "creator");

  private ItemIdentity() {}

  /**
   * Returns the name of the attribute with the type of an item if it has changed; null otherwise.
   *
   * @param before the item that was replaced
   */
  static @Nullable String changedType(Item before, Item after) {
    if (before.equals(after)) {
      return null;
    }
    for (Map.Entry<String, AttributeValue> attribute : after.toMap().entrySet()) {
      String name = attribute.getKey();
      AttributeValue old = before.find(name);
      if (old != null && TypeAttributes.contains(name) && !old.equals(attribute.getValue())) {
        return name;
      }
    }
    return null;
  }

  /**
   * Returns the name of an attribute that identifies a thing and has changed; null if there is
   * none.
   *
   * @param key the primary key, which both items have
   */
  static @Nullable String changedIdentity(Item before, Item after, Item key) {
    for (Map.Entry<String, AttributeValue> attribute : after.toMap().entrySet()) {
      String name = attribute.getKey();
      AttributeValue old = before.find(name);
      if (old != null
          && !key.contains(name)
          && old.type() == AttributeType.S
          && attribute.getValue().type() == AttributeType.S
          && !old.equals(attribute.getValue())
          && isIdentity(name)) {
        return name;
      }
    }
    return null;
  }

  private static boolean isIdentity(String name) {
    if (IDENTITIES.contains(name.toLowerCase(Locale.ROOT))) {
      return true;
    }
    String[] words = name.split("[_-]|(?<=[a-z])(?=[A-Z])");
    return IDENTITIES.contains(words[words.length - 1].toLowerCase(Locale.ROOT));
  }
}
