package dev.monotable.engine.operation.policy;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.table.SettingRequests;
import dev.monotable.engine.storage.Fields;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableSetting;
import dev.monotable.model.CreateTableInput;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The policies of a table and of its stream, which are independent of each other (DDB-TABLE-213).
 *
 * @param table the policy of the table; null if it never had one
 * @param stream the policy of the stream with the label; null if it never had one
 * @param label the label of the stream; empty without a policy
 */
public record TablePolicies(@Nullable Slot table, @Nullable Slot stream, String label)
    implements TableSetting {
  /** The type of the policies of tables. */
  public static final SettingType<TablePolicies> TYPE = new Type();

  private static final TablePolicies NONE = new TablePolicies(null, null, "");

  /**
   * The present and former policy of a resource.
   *
   * @param document the policy in its canonical form; null after it was deleted
   * @param hasVersion whether it was sent with its version. Without, it is another document
   *     (DDB-TABLE-354)
   * @param revision when it was changed, in milliseconds; 0 if CreateTable has set it
   */
  public record Slot(@Nullable String document, boolean hasVersion, long revision) {
    private static Slot form(Fields fields, @Nullable Slot of) {
      return new Slot(
          fields.optionalString(of, Slot::document),
          fields.truth(of, Slot::hasVersion),
          fields.number(of, Slot::revision));
    }
  }

  private static final class Type implements SettingRequests<TablePolicies> {
    @Override
    public int code() {
      return 30;
    }

    @Override
    public TablePolicies form(Fields fields, @Nullable TablePolicies of) {
      return new TablePolicies(
          fields.optional(of, TablePolicies::table, Slot::form),
          fields.optional(of, TablePolicies::stream, Slot::form),
          fields.string(of, TablePolicies::label));
    }

    @Override
    public Set<String> members() {
      return Set.of("ResourcePolicy");
    }

    /**
     * Returns the policies of a table that is created.
     *
     * @throws FaultException if the policy is invalid
     */
    @Override
    public @Nullable TablePolicies created(CreateTableInput request, OperationContext context) {
      if (request.resourcePolicy() == null) {
        return null;
      }
      PolicyDocument document = PolicyDocument.parse(request.resourcePolicy(), false, context);
      return NONE.with(false, "", new Slot(document.canonical(), document.hasVersion(), 0));
    }
  }

  /**
   * Returns the policy of a table or of its stream; null without one.
   *
   * @param arn of the table or the stream
   */
  public static @Nullable String find(TableDefinition table, String arn) {
    TablePolicies policies = of(table);
    boolean ofStream = arn.length() > table.arn().length();
    Slot slot = ofStream ? policies.stream : policies.table;
    return slot == null || (ofStream && !arn.endsWith("/stream/" + policies.label))
        ? null
        : slot.document();
  }

  static TablePolicies of(TableDefinition table) {
    TablePolicies setting = table.setting(TYPE);
    return setting == null ? NONE : setting;
  }

  /** Returns these policies with another one of the table, or of the stream with a label. */
  TablePolicies with(boolean ofStream, String newLabel, Slot slot) {
    return ofStream
        ? new TablePolicies(table, slot, newLabel)
        : new TablePolicies(slot, stream, label);
  }

  @Override
  public SettingType<TablePolicies> type() {
    return TYPE;
  }

  @Override
  public boolean isDefault() {
    return table == null && stream == null;
  }
}
