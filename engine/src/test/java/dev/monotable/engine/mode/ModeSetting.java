package dev.monotable.engine.mode;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.table.SettingRequests;
import dev.monotable.engine.operation.table.TableAdmission;
import dev.monotable.engine.storage.Fields;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TableSetting;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateTableInput;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A made-up setting: whether a table shares its settings, in its own words. */
public record ModeSetting(String mode) implements TableSetting {
  public static final SettingType<ModeSetting> TYPE = new Type();

  private static final class Type implements SettingRequests<ModeSetting> {
    @Override
    public int code() {
      return 100;
    }

    @Override
    public ModeSetting form(Fields fields, @Nullable ModeSetting of) {
      return new ModeSetting(fields.string(of, ModeSetting::mode));
    }

    @Override
    public boolean isRestored() {
      return true;
    }

    @Override
    public Set<String> members() {
      return Set.of("GlobalTableSettingsReplicationMode");
    }

    @Override
    public @Nullable ModeSetting created(CreateTableInput request, OperationContext context) {
      String mode = request.globalTableSettingsReplicationMode();
      return mode == null ? null : new ModeSetting(mode);
    }

    @Override
    public boolean isUpdated(UpdateTableInput request) {
      return request.globalTableSettingsReplicationMode() != null;
    }

    @Override
    public void requireUpdate(UpdateTableInput request, int changes) {
      if (changes > 1) {
        throw new FaultException(TableFault.Plain.PROTECTION_ALONE);
      }
    }

    @Override
    public TableState update(
        TableState table,
        UpdateTableInput request,
        TableAdmission admission,
        OperationContext context,
        Instant now) {
      String mode = request.globalTableSettingsReplicationMode();
      return table.withDefinition(
          table.definition().toBuilder().setting(new ModeSetting(String.valueOf(mode))).build());
    }
  }

  @Override
  public SettingType<ModeSetting> type() {
    return TYPE;
  }

  @Override
  public boolean isDefault() {
    return mode.equals("DISABLED");
  }

  @Override
  public void describe(TableState table, Instant now, TableDescription.Builder answer) {
    answer.globalTableSettingsReplicationMode(mode);
  }
}
