package dev.monotable.engine.operation.table;

import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TableSetting;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.UpdateTableInput;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A type of settings with the members of CreateTable and UpdateTable that set and change them.
 *
 * @param <S> the settings of this type
 */
public interface SettingRequests<S extends TableSetting> extends SettingType<S> {
  /** Returns the members of CreateTable and UpdateTable that this type reads. */
  Set<String> members();

  /**
   * Returns the setting of a new table; null if the request does not have it.
   *
   * @throws dev.monotable.engine.error.FaultException if the setting is invalid
   */
  default @Nullable S created(CreateTableInput request, OperationContext context) {
    return null;
  }

  /** Returns whether an UpdateTable request changes the setting. */
  default boolean isUpdated(UpdateTableInput request) {
    return false;
  }

  /**
   * Checks an UpdateTable request, which changes the setting, without its table.
   *
   * @param changes the number of changes that the request makes, with this one
   * @throws dev.monotable.engine.error.FaultException if the change is invalid
   */
  default void requireUpdate(UpdateTableInput request, int changes) {}

  /**
   * Begins the change of an UpdateTable request, which changes the setting.
   *
   * @param table with the earlier changes of the request
   * @param admission decides by the changes that were in progress before the request
   * @return the table with the change
   * @throws dev.monotable.engine.error.FaultException if the change is not possible
   */
  default TableState update(
      TableState table,
      UpdateTableInput request,
      TableAdmission admission,
      OperationContext context,
      Instant now) {
    return table;
  }
}
