package dev.monotable.schema;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The schema of a structure, held as the record {@code T}. Each generated record has one instance
 * of its schema.
 *
 * <p>The members are created on first use, so a server that has received only PutItem has created
 * only its members. A member is found by the UTF-8 bytes of its name in the request buffer: a hash
 * table hashes four bytes of the name, then compares it completely.
 *
 * @param <T> the record
 */
public abstract non-sealed class StructureSchema<T extends java.lang.Record> extends ShapeSchema {
  private final Class<T> recordClass;

  /**
   * Not volatile: all fields of {@link Table} are final, so a thread that sees a table sees it
   * completely, and {@link #makeTable()} creates only one.
   */
  private @Nullable Table table;

  /** Creates a schema. Called by generated code. */
  protected StructureSchema(String name, Class<T> recordClass) {
    super(ShapeType.STRUCTURE, name, Constraints.NONE);
    this.recordClass = recordClass;
  }

  /** Returns the members in the model's order, which is that of the record's components. */
  protected abstract Member[] createMembers();

  /**
   * Creates a record.
   *
   * @param values a value for each member, in order, null if it is absent; not retained
   * @throws ClassCastException if a value does not have its member's type
   */
  public abstract T create(@Nullable Object[] values);

  /**
   * Returns a component of a record.
   *
   * @param index the index of the member
   * @throws IndexOutOfBoundsException if there is no such member
   */
  public abstract @Nullable Object value(T structure, int index);

  /** Returns the class of the records. */
  public final Class<T> recordClass() {
    return recordClass;
  }

  /** Returns the members in the model's order. */
  public final List<Member> members() {
    return table().list;
  }

  /** Returns the number of members. */
  public final int memberCount() {
    return table().members.length;
  }

  /** Returns a member by its {@linkplain Member#index() index}. */
  public final Member member(int index) {
    return table().members[index];
  }

  /**
   * Returns the index of a member, or -1 if there is no such member.
   *
   * @param buffer holds the name as UTF-8 in {@code [from, to)}, without quotes or escapes
   */
  public final int memberIndex(byte[] buffer, int from, int to) {
    return table().find(buffer, from, to);
  }

  /** Returns the index of the member with a {@linkplain Member#wireName() name}, or -1. */
  public final int memberIndex(String wireName) {
    for (Member member : table().members) {
      if (member.wireName().equals(wireName)) {
        return member.index();
      }
    }
    return -1;
  }

  /** Returns the member with a {@linkplain Member#wireName() name}, or null. */
  public final @Nullable Member find(String wireName) {
    int index = memberIndex(wireName);
    return index < 0 ? null : member(index);
  }

  private Table table() {
    Table made = table;
    return made != null ? made : makeTable();
  }

  private synchronized Table makeTable() {
    Table made = table;
    if (made == null) {
      made = new Table(createMembers());
      table = made;
    }
    return made;
  }

  /** The members and the hash table of their names. */
  private static final class Table {
    private static final byte FREE = -1;

    final Member[] members;
    final List<Member> list;

    /** Indexes of members, with open addressing; at most half full. */
    private final byte[] slots;

    Table(Member[] members) {
      this.members = members;
      this.list = List.of(members);
      if (members.length > Byte.MAX_VALUE) {
        throw new IllegalArgumentException(members.length + " members");
      }
      this.slots = new byte[Integer.highestOneBit(Math.max(1, members.length)) * 4];
      Arrays.fill(slots, FREE);
      for (int i = 0; i < members.length; i++) {
        byte[] name = members[i].utf8Name();
        int slot = hash(name, 0, name.length) & (slots.length - 1);
        while (slots[slot] != FREE) {
          slot = (slot + 1) & (slots.length - 1);
        }
        slots[slot] = (byte) i;
      }
    }

    int find(byte[] buffer, int from, int to) {
      if (from >= to) {
        return -1;
      }
      int mask = slots.length - 1;
      for (int slot = hash(buffer, from, to) & mask; ; slot = (slot + 1) & mask) {
        int index = slots[slot];
        if (index == FREE) {
          return -1;
        }
        byte[] name = members[index].utf8Name();
        if (Arrays.equals(name, 0, name.length, buffer, from, to)) {
          return index;
        }
      }
    }

    private static int hash(byte[] buffer, int from, int to) {
      int length = to - from;
      int hash =
          buffer[from]
              + 31 * (buffer[from + (length >> 1)] + 31 * (buffer[to - 1] + 31 * length))
              + 7 * buffer[from + (length >> 2)];
      return hash ^ (hash >>> 7);
    }
  }
}
