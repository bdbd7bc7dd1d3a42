package dev.monotable.engine.transfer;

import dev.monotable.api.Experimental;
import dev.monotable.value.Item;

/** Receives what an import reads. For one thread. */
@Experimental
public interface ImportTarget {
  /**
   * Imports an item. An invalid item is an error of the import, which goes on.
   *
   * @param key the object that the item is in
   * @param index the number of the item in its object, from 0
   * @throws TransferException if the import must end, because memory is short
   */
  void put(Item item, String key, long index) throws TransferException;

  /**
   * Counts an error: a part of an object that is not an item.
   *
   * @param key the object
   * @param index the number of the item in its object, from 0
   */
  void reject(String reason, String key, long index);

  /** Counts bytes that were read, without compression. */
  void addBytes(long bytes);
}
