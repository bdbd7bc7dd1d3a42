package dev.monotable.json;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An answer that a service gives later, on any thread: {@link HttpReply#answerLater} returns it.
 * The connection waits, but no thread does.
 *
 * <p>Its state is one reference, which goes from nothing to a listener or an answer, and from there
 * to the end. So neither an answer nor the end of the connection is lost, in whichever order the
 * threads come.
 */
public final class LateAnswer {
  /** The connection is closed, or has the answer. */
  private static final Object ENDED = new Object();

  /** The answer of a request whose connection ends without one. */
  private static final Object DROPPED = new Object();

  /**
   * Null, the listener of the transport, an {@link HttpAnswer}, {@link #DROPPED}, or {@link
   * #ENDED}.
   */
  private final AtomicReference<@Nullable Object> state = new AtomicReference<>();

  /** The end of the work on the answer if the client goes; null if nothing does. */
  private volatile @Nullable Runnable cancellation;

  LateAnswer() {}

  /**
   * Sets the answer.
   *
   * @return false, without any effect, if there was an answer before or the client has gone
   */
  public boolean complete(HttpAnswer answer) {
    return end(answer);
  }

  /**
   * Ends the connection without an answer.
   *
   * @return false, without any effect, if there was an answer before or the client has gone
   */
  boolean drop() {
    return end(DROPPED);
  }

  private boolean end(Object answer) {
    while (true) {
      Object before = state.get();
      if (before != null && !(before instanceof Runnable)) {
        return false;
      }
      if (state.compareAndSet(before, answer)) {
        if (before instanceof Runnable listener) {
          listener.run();
        }
        return true;
      }
    }
  }

  /** Returns whether an answer is no longer awaited. */
  public boolean isEnded() {
    return state.get() == ENDED;
  }

  /**
   * Sets what is run if an answer is no longer awaited, on any thread; at once if that is so
   * already. It must not block, and may also run after the answer was sent, or twice.
   */
  public void whenAbandoned(Runnable work) {
    cancellation = work;
    if (isEnded()) {
      work.run();
    }
  }

  // ---- for transports ----

  /** Returns whether {@link #take} returns an answer. */
  public boolean isComplete() {
    return isAnswer(state.get());
  }

  private static boolean isAnswer(@Nullable Object value) {
    return value instanceof HttpAnswer || value == DROPPED;
  }

  /**
   * Sets what is run when there is an answer, on any thread. It must not block.
   *
   * @return false if there is an answer already; nothing is run then
   */
  public boolean whenComplete(Runnable listener) {
    return state.compareAndSet(null, listener);
  }

  /**
   * Waits until there is an answer, and puts it into a reply. If the thread is interrupted before,
   * this ends as if the client had gone.
   */
  void await(HttpReply reply) {
    CountDownLatch answered = new CountDownLatch(1);
    if (whenComplete(answered::countDown)) {
      try {
        answered.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        abandon();
        reply.drop();
        return;
      }
    }
    take(reply);
  }

  /** Ends this, because the connection is closed. */
  public void abandon() {
    Object before = state.getAndSet(ENDED);
    Runnable work = cancellation;
    if (work != null && before != ENDED) {
      work.run();
    }
  }

  /** Ends this and puts the answer into a reply. There must be one. */
  public void take(HttpReply reply) {
    Object answer = state.getAndSet(ENDED);
    if (answer == DROPPED) {
      reply.drop();
    } else if (answer instanceof HttpAnswer known) {
      reply.answer(known);
    } else {
      throw new IllegalStateException("there is no answer yet");
    }
  }
}
