package dev.monotable.engine.operation.table;

import dev.monotable.engine.table.SettingType;
import java.util.List;

/**
 * The types of what tables may have.
 *
 * @param indexes the types of indexes, in the order in which requests are checked
 * @param settings the types of settings that CreateTable or UpdateTable set, in that order
 */
public record TableTypes(List<IndexRequests> indexes, List<SettingRequests<?>> settings) {
  /**
   * Returns the types of indexes, and those of the types of settings that CreateTable or
   * UpdateTable set.
   */
  public static TableTypes of(List<IndexRequests> indexes, List<SettingType<?>> settings) {
    return new TableTypes(
        indexes,
        settings.stream()
            .filter(SettingRequests.class::isInstance)
            .<SettingRequests<?>>map(SettingRequests.class::cast)
            .toList());
  }
}
