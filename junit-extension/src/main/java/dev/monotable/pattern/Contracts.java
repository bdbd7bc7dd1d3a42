package dev.monotable.pattern;

import dev.monotable.design.contract.BrokenContract;
import dev.monotable.design.contract.DeclaredUses;
import dev.monotable.design.contract.PatternContract;
import dev.monotable.design.contract.PatternUse;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.model.Budget;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.MonotableEngine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Checks the contracts of the requests that a block of code sends. */
public final class Contracts {
  private Contracts() {}

  /** Code that sends requests. */
  public interface Block<T> {
    /** Runs the code, and returns its result. */
    T call() throws Throwable;
  }

  /**
   * Returns an access pattern that is about to be used.
   *
   * @param source the design of the database, if the test has none; null without one
   */
  public static PatternRun pattern(
      SendingDatabase database, @Nullable DesignSource source, String name) {
    return new PatternRun(database, source, name);
  }

  /**
   * Calls a block as one use of an access pattern.
   *
   * @param source the design of the database, if the test has none; null without one
   * @throws BrokenContractError if the use breaks its contract. If the block throws, that is thrown
   *     with the broken contract as suppressed
   * @throws IllegalArgumentException if there is a design and it does not declare the pattern, or a
   *     limit is invalid
   */
  static <T> T use(
      SendingDatabase database, PatternLimits limits, @Nullable DesignSource source, Block<T> block)
      throws Throwable {
    PatternUse use = use(limits, findDesign(database.senders(), source));
    Sender sender = database.senders().startBlock(limits.pattern(), use);
    return call(sender, block, () -> broken(use, database, sender));
  }

  /** Calls the body of a test as one use of an access pattern; see {@link #use}. */
  public static <T> T useInBody(
      SendingDatabase database, String test, PatternLimits limits, Block<T> body) throws Throwable {
    PatternUse use = use(limits, findDesign(database.senders(), null));
    Sender sender = database.senders().startBody(test, limits.pattern(), use);
    return call(sender, body, () -> broken(use, database, sender));
  }

  private static List<BrokenContract> broken(
      PatternUse use, SendingDatabase database, Sender sender) {
    BrokenContract broken = use.check(tables(database.engine()));
    DesignSession session = sender.session();
    if (session != null) {
      session.contracts().add(use, broken, sender.test());
    }
    return broken == null ? List.of() : List.of(broken);
  }

  private static PatternUse use(PatternLimits limits, @Nullable Design design) {
    Budget budget =
        new Budget(
            limits.maxReadUnits(),
            limits.maxWriteUnits(),
            limits.maxRequests(),
            limits.maxDiscarded(),
            limits.noScan());
    String pattern = limits.pattern();
    PatternContract contract =
        design == null
            ? new PatternContract(pattern, budget, limits.index(), null)
            : PatternContract.of(DesignSession.require(design, pattern))
                .with(budget, limits.index());
    return new PatternUse(contract, design);
  }

  /**
   * Calls the body of a test, and checks the requests that name no access pattern by the budgets of
   * a design.
   *
   * @throws BrokenContractError if a request breaks a contract
   */
  public static <T> T check(SendingDatabase database, String test, Design design, Block<T> body)
      throws Throwable {
    DeclaredUses uses = new DeclaredUses(design);
    Sender sender = database.senders().startBody(test, null, uses);
    return call(
        sender,
        body,
        () -> {
          List<BrokenContract> broken = uses.check(tables(database.engine()));
          DesignSession session = sender.session();
          if (session != null) {
            session.contracts().add(uses, broken, sender.test());
          }
          return broken;
        });
  }

  private static @Nullable Design findDesign(Senders senders, @Nullable DesignSource source) {
    DesignSession session = senders.findSession();
    Design ofTest = session == null ? null : session.design();
    return ofTest != null || source == null ? ofTest : DesignSession.open(source, null).design();
  }

  /** Returns what is broken. */
  private interface Check {
    List<BrokenContract> broken();
  }

  private static <T> T call(Sender sender, Block<T> block, Check check) throws Throwable {
    T result;
    try (sender) {
      result = block.call();
    } catch (Throwable failure) {
      List<BrokenContract> broken = check.broken();
      if (!broken.isEmpty()) {
        failure.addSuppressed(new BrokenContractError(broken));
      }
      throw failure;
    }
    List<BrokenContract> broken = check.broken();
    if (!broken.isEmpty()) {
      throw new BrokenContractError(broken);
    }
    return result;
  }

  /** Finds the tables of a database, which are read when one is needed. */
  private static Function<String, @Nullable DesignTable> tables(MonotableEngine database) {
    Map<String, DesignTable> known = new HashMap<>();
    return name -> {
      if (known.isEmpty()) {
        try (MonotableEngine copy = database.copy(database.snapshot(), 1)) {
          ObservedTables.of(copy).forEach(table -> known.put(table.name(), table));
        }
      }
      return known.get(name);
    };
  }
}
