package dev.monotable.engine.expression;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Compiled expressions by their text. Thread safe; a hit takes no lock.
 *
 * <p>There are two generations. What is asked for is found in, or moved to, the younger; when that
 * holds too many entries or too many characters, it becomes the elder and the former elder is
 * dropped. So what is in use stays, what is not goes, and no more than two generations are ever
 * held, whatever texts arrive.
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
   * @param maxEntries entries of a generation
   * @param maxCharacters characters of all texts of a generation
   */
  public ExpressionCache(int maxEntries, int maxCharacters) {
    this.maxEntries = maxEntries;
    this.maxCharacters = maxCharacters;
  }

  /** The compiled form of the text; a text whose compilation fails is not remembered. */
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

  /** Entries that are held, those of both generations counted twice. */
  int size() {
    return younger.entries.size() + elder.entries.size();
  }
}
