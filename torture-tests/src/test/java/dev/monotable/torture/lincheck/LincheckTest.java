package dev.monotable.torture.lincheck;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.monotable.torture.Part;
import java.util.regex.Pattern;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.util.LoggingLevel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks that the operations of an engine in this JVM are linearizable. Lincheck prints the
 * smallest scenario that violates it, with its results and the interleaving of the threads.
 */
@Tag("slow")
class LincheckTest {
  private static final int SHARE = 2;

  /** Lincheck takes seconds to prepare the code for model checking, and one for each execution. */
  private static final long SECONDS_FOR_MODEL_CHECKING = 20;

  /**
   * Only ends an execution that hangs. Lincheck's own, of seconds, ends those of a busy machine.
   */
  private static final long PATIENCE_MILLIS = 600_000;

  private static final int STRESS_EXECUTIONS = 50;
  private static final int MODEL_CHECKING_EXECUTIONS = 15;

  /**
   * The code whose accesses to memory Lincheck follows: the path from an operation to its state and
   * its commit. Everything else works on values, or, as the trees do, reads them as arrays of
   * longs, which Lincheck does not know. It runs as one step.
   */
  private static final Pattern FOLLOWED =
      Pattern.compile(
          "dev\\.monotable\\.(torture\\..*|engine\\.(MonotableEngine|OperationCatalogue"
              + "|commit\\.Committer|operation\\.OperationContext"
              + "|operation\\..*(Handler|ItemWrite|ItemHolds|WriteTransaction))\\b.*)");

  /** Real threads, whose interleaving is left to chance. */
  @Test
  void operationsAreLinearizableUnderStress() throws Exception {
    Part.begin("lincheck stress", SHARE)
        .rounds(
            round ->
                new StressOptions()
                    .logLevel(LoggingLevel.ERROR)
                    .invocationTimeout$lincheck(PATIENCE_MILLIS)
                    .iterations(0)
                    .addCustomScenario(new Scenarios(round.random(0)).next(3, 4, 3))
                    .invocationsPerIteration(STRESS_EXECUTIONS)
                    .sequentialSpecification(TableModel.class)
                    .check(TableUnderTest.class));
  }

  /** One thread at a time, switched where threads share memory. */
  @Test
  void operationsAreLinearizableInEachInterleavingTried() throws Exception {
    assumeTrue(Part.seconds() >= SECONDS_FOR_MODEL_CHECKING);
    Part.begin("lincheck model checking", SHARE)
        .rounds(
            round ->
                new ModelCheckingOptions()
                    .logLevel(LoggingLevel.ERROR)
                    .invocationTimeout$lincheck(PATIENCE_MILLIS)
                    .addGuarantee(forClasses(LincheckTest::isOneStep).allMethods().ignore())
                    .iterations(0)
                    .addCustomScenario(new Scenarios(round.random(0)).next(2, 2, 1))
                    .invocationsPerIteration(MODEL_CHECKING_EXECUTIONS)
                    .sequentialSpecification(TableModel.class)
                    .check(TableUnderTest.class));
  }

  private static boolean isOneStep(String type) {
    return type.startsWith("dev.monotable.") && !FOLLOWED.matcher(type).matches();
  }
}
