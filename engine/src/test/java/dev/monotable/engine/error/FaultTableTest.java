package dev.monotable.engine.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.generator.fault.FaultRows;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests that the table of faults has the faults that are written by hand. */
class FaultTableTest {
  /** Records that stay by hand, because they have more than a text. */
  private static final Set<Class<?>> BY_HAND =
      Set.of(
          ConstraintFault.class,
          FaultText.Filled.class,
          ItemFault.ConditionFailed.class,
          ServiceFault.Throttled.class,
          TransactionFault.Canceled.class);

  private final Set<String> rows = new TreeSet<>();

  @Test
  void theTableHasTheFaultsThatAreWrittenByHand() throws IOException {
    addAll(Fault.class);
    assertThat(rows).hasSizeGreaterThan(500);
    assertThat(new TreeSet<>(FaultRows.of(Path.of("src/main/faults")))).isEqualTo(rows);
  }

  private void addAll(Class<?> type) {
    if (type.isSealed()) {
      for (Class<?> permitted : type.getPermittedSubclasses()) {
        addAll(permitted);
      }
    } else if (type.isEnum()) {
      for (Object constant : type.getEnumConstants()) {
        Fault fault = (Fault) constant;
        add(type, constant + " " + fault.code() + ": " + fault.text(Wording.usEast1()));
      }
    } else if (type.isRecord() && !BY_HAND.contains(type)) {
      List<String> components = new ArrayList<>();
      for (RecordComponent component : type.getRecordComponents()) {
        components.add(component.getType().getSimpleName() + " " + component.getName());
      }
      add(type, type.getSimpleName() + components);
    }
  }

  private void add(Class<?> type, String row) {
    rows.add(type.getEnclosingClass().getSimpleName() + "." + row);
  }
}
