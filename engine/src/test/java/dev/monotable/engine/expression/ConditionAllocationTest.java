package dev.monotable.engine.expression;

import static dev.monotable.engine.expression.Expressions.COMPILER;
import static dev.monotable.engine.expression.Expressions.item;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.monotable.value.Item;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class ConditionAllocationTest {
  private static final int TESTS = 10_000;

  @Test
  void testingAnItemAllocatesNothing() {
    BoundCondition condition =
        COMPILER
            .condition(
                ExpressionKind.FILTER,
                "attribute_exists(pk) AND n BETWEEN :low AND :high AND doc.l[1].q = :s"
                    + " AND begins_with(s, :s) AND contains(ss, :s) AND size(s) > :low"
                    + " AND NOT n IN (:high, :s) AND attribute_type(doc, :m) AND doc = doc2"
                    + " AND (gone <> :s OR b < :s)")
            .bind(
                Expressions.bindings(
                    null,
                    item("{':low':{'N':'1'},':high':{'N':'9.5'},':s':{'S':'x'},':m':{'S':'M'}}")));
    String doc = "{'M':{'l':{'L':[{'N':'1'},{'M':{'q':{'S':'x'}}}]}}}";
    Item matching =
        item(
            "{'pk':{'S':'k'},'n':{'N':'5'},'s':{'S':'xyz'},'ss':{'SS':['x','y']},'doc':"
                + doc
                + ",'doc2':"
                + doc
                + "}");
    assertThat(condition.test(matching)).isTrue();

    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long fewest = Long.MAX_VALUE;
    int held = 0;
    // The first rounds load classes, and the management bean itself may allocate occasionally.
    for (int round = 0; round < 20 && fewest > 0; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < TESTS; i++) {
        held += condition.test(matching) ? 1 : 0;
      }
      fewest = Math.min(fewest, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(held).isPositive();
    assertThat(fewest).isZero();
  }
}
