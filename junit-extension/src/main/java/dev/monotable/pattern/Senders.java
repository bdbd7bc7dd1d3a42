package dev.monotable.pattern;

import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.model.BulkOperationDescription;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The senders that are running on a database and its forks. Thread-safe. If no sender is running, a
 * request only checks that the list is empty.
 *
 * <p>A request belongs to the innermost sender of the thread that performs it. A request that
 * another thread performs, such as one of the code under test or of an HTTP server, belongs to the
 * test whose client has sent it, or to the only test that is running. If that has one block, it
 * belongs to the block. Otherwise the sender is unknown, and the request belongs to no sender.
 */
public final class Senders implements RequestObserver {
  private final List<Sender> running = new CopyOnWriteArrayList<>();

  /**
   * Starts a test class, or a test with its lifecycle methods, on this thread. {@link #startBody}
   * follows.
   *
   * @param name the name of the class
   * @param around the class of the test; null if there is none. If it has another database, it is
   *     not the sender of what the test requests
   * @param session the design and the report of the test; null without them
   */
  public Sender startTest(@Nullable Sender around, String name, @Nullable DesignSession session) {
    Sender parent = around != null && around.database() == this ? around : null;
    return start(Sender.ofTest(this, parent, name, session));
  }

  /**
   * Starts a block on this thread, as a part of the sender that is running.
   *
   * @param pattern the access pattern that it names
   * @param use receives its requests and those of the blocks inside it
   */
  Sender startBlock(String pattern, RequestObserver use) {
    return start(Sender.ofBlock(this, findAround(), pattern, use));
  }

  /**
   * Starts the body of a test on this thread, as a part of the test.
   *
   * @param test the name of the test, such as {@code ChatTest.newestMessages}
   * @param pattern the access pattern that it names; null if it names none
   * @param use receives its requests and those of the blocks inside it; null if none does
   */
  public Sender startBody(String test, @Nullable String pattern, @Nullable RequestObserver use) {
    return start(Sender.ofBody(this, findAround(), test, pattern, use));
  }

  private Sender start(Sender sender) {
    running.add(sender);
    sender.enter();
    return sender;
  }

  void remove(Sender sender) {
    running.remove(sender);
  }

  /** Returns the design of the test that is running on this thread; null without one. */
  public @Nullable DesignSession findSession() {
    Sender sender = find();
    return sender == null ? null : sender.session();
  }

  /** Adds a request to those of its sender. */
  @Override
  public void observe(ObservedRequest request) {
    if (!running.isEmpty()) {
      Sender sender = find();
      if (sender != null) {
        sender.receive(request);
      }
    }
  }

  /** Adds a bulk operation that has ended to the report of its sender. */
  @Override
  public void bulkOperationEnded(BulkOperationDescription operation) {
    if (!running.isEmpty()) {
      Sender sender = find();
      if (sender != null) {
        sender.report(lab -> lab.bulkOperationEnded(operation));
      }
    }
  }

  /** Returns the sender of the request that this thread performs; null if it is not known. */
  private @Nullable Sender find() {
    Sender ofThread = Sender.ofThread();
    if (ofThread != null && ofThread.database() == this) {
      return ofThread;
    }
    Sender outer = findOuter();
    return outer == null ? null : innermost(outer, false);
  }

  /**
   * Returns the sender that a new block on this thread belongs to: not a block of another thread,
   * but the test. Null if there is no test.
   */
  private @Nullable Sender findAround() {
    Sender ofThread = Sender.ofThread();
    if (ofThread != null && ofThread.database() == this) {
      return ofThread;
    }
    Sender outer = findOuter();
    return outer == null || outer.isBlock() ? null : innermost(outer, true);
  }

  /** Returns the test whose client sends a request, or the only outermost sender; else null. */
  private @Nullable Sender findOuter() {
    Sender origin = Sender.origin();
    if (origin != null && origin.database() == this) {
      return origin;
    }
    Sender only = null;
    for (Sender each : running) {
      if (each.parent() == null) {
        if (only != null) {
          return null;
        }
        only = each;
      }
    }
    return only;
  }

  /**
   * Returns the innermost sender that contains all senders inside another one.
   *
   * @param withoutBlocks whether blocks are ignored, so that the result is a test or its body
   */
  private Sender innermost(Sender outer, boolean withoutBlocks) {
    Sender innermost = outer;
    boolean several = false;
    for (Sender each : running) {
      if (!each.isWithin(outer) || innermost.isWithin(each) || (withoutBlocks && each.isBlock())) {
        continue;
      }
      if (each.isWithin(innermost)) {
        innermost = several ? innermost : each;
      } else {
        several = true;
        innermost = common(innermost, each, outer);
      }
    }
    return innermost;
  }

  private static Sender common(Sender first, Sender second, Sender outer) {
    for (Sender each = first; each != null; each = each.parent()) {
      if (second.isWithin(each)) {
        return each;
      }
    }
    return outer;
  }
}
