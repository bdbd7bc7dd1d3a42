package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.RequestFault;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rejects what a request asks for and this emulator does not support: global tables of several
 * accounts. If it were ignored, code that depends on it would pass its tests here and fail on AWS.
 * Empty texts ask for nothing.
 */
final class UnsupportedMembers {
  private final OperationSchema<?, ?> operation;

  /** The members that types of settings read. */
  private final Set<String> supported = new HashSet<>();

  private UnsupportedMembers(OperationSchema<?, ?> operation, TableTypes types) {
    this.operation = operation;
    for (SettingRequests<?> type : types.settings()) {
      supported.addAll(type.members());
    }
  }

  /**
   * Checks a CreateTable request.
   *
   * @throws FaultException for the first member that is not supported
   */
  static void reject(CreateTableInput request, TableTypes types) {
    UnsupportedMembers members = new UnsupportedMembers(Operations.CREATE_TABLE, types);
    members.reject("GlobalTableSourceArn", request.globalTableSourceArn());
    members.reject(
        "GlobalTableSettingsReplicationMode", request.globalTableSettingsReplicationMode());
  }

  private void reject(String member, @Nullable String value) {
    if (value != null && !value.isEmpty() && !supported.contains(member)) {
      throw new FaultException(new RequestFault.MemberNotSupported(operation.name(), member));
    }
  }
}
