package dev.monotable.engine.expression;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A cache of compiled expressions by their text. Thread-safe; a hit takes no lock.
 *
 * <p>There are two generations. An entry that is requested is in the younger one or moves there.
 * When the younger one exceeds its number of entries or characters, it becomes the elder one, and
 * the former elder one is discarded. So entries in use remain, others disappear, and there are
 * never more than two generations, regardless of the texts that arrive.
 */
public final class ExpressionCache<T> {
  private static final class Generation<T> {
    final ConcurrentHashMap<String, T> entries = new ConcurrentHashMap<>();
    final AtomicInteger characters = new AtomicInteger();
  }

  private final int maxEntries;
  private final int maxCharacters;
  private volatile Generation<T> younger = new Generation<>();
  private volatile Generation<T> elder = new Generation<>();

  /**
   * Creates an empty cache.
   *
   * @param maxEntries the maximum number of entries of a generation
   * @param maxCharacters the maximum number of characters of all texts of a generation
   */
  public ExpressionCache(int maxEntries, int maxCharacters) {
    this.maxEntries = maxEntries;
    this.maxCharacters = maxCharacters;
  }

  /** Returns the compiled form of the text; a text that fails to compile is not cached. */
  public T get(String text, Function<String, T> compiler) {
    Generation<T> generation = younger;
    T compiled = generation.entries.get(text);
    if (compiled != null) {
      return compiled;
    }
    compiled = elder.entries.get(text);
    if (compiled == null) {
      compiled = compiler.apply(text);
    }
    add(generation, text, compiled);
    return compiled;
  }

  private void add(Generation<T> generation, String text, T compiled) {
    if (generation.entries.putIfAbsent(text, compiled) != null) {
      return;
    }
    int characters = generation.characters.addAndGet(text.length());
    if (generation.entries.mappingCount() > maxEntries || characters > maxCharacters) {
      retire(generation);
    }
  }

  private synchronized void retire(Generation<T> generation) {
    if (younger == generation) {
      elder = generation;
      younger = new Generation<>();
    }
  }

  /** Returns the number of entries, counting those of both generations twice. */
  int size() {
    return younger.entries.size() + elder.entries.size();
  }
}
