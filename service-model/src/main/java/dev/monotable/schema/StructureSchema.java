package dev.monotable.schema;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The schema of a structure, which Java holds as the record {@code T}. Each generated record owns
 * the one instance of its own schema.
 *
 * <p>Making one costs nothing: its members are made when they are first asked for, so that a server
 * that has seen only a PutItem has made only the members of PutItem. Members are found by the UTF-8
 * bytes of their name, straight in the buffer that was received, in a hash table that looks at four
 * bytes of a name and then compares it whole.
 *
 * @param <T> the record
 */
public abstract non-sealed class StructureSchema<T extends java.lang.Record> extends Schema {
  private final Class<T> recordClass;

  /**
   * Not volatile: everything in a {@link Table} is final, so whichever thread sees one sees it
   * whole, and {@link #makeTable()} makes only one.
   */
  private @Nullable Table table;

  /** For generated code. */
  protected StructureSchema(String name, Class<T> recordClass) {
    super(ShapeType.STRUCTURE, name, Constraints.NONE);
    this.recordClass = recordClass;
  }

  /** The members in the model's order, which is that of the record's components. */
  protected abstract Member[] createMembers();

  /**
   * A record of these components.
   *
   * @param values a value per member, in order, null where it is absent; not kept
   * @throws ClassCastException if a value is not of its member's type
   */
  public abstract T create(@Nullable Object[] values);

  /**
   * One component.
   *
   * @param index that of the member
   * @throws IndexOutOfBoundsException if there is no such member
   */
  public abstract @Nullable Object value(T structure, int index);

  /** The class of the records. */
  public final Class<T> recordClass() {
    return recordClass;
  }

  /** The members in the model's order. */
  public final List<Member> members() {
    return table().list;
  }

  public final int memberCount() {
    return table().members.length;
  }

  public final Member member(int index) {
    return table().members[index];
  }

  /**
   * The index of the member of that name, or -1.
   *
   * @param buffer holds the name as UTF-8 in {@code [from, to)}, without quotes or escapes
   */
  public final int memberIndex(byte[] buffer, int from, int to) {
    return table().find(buffer, from, to);
  }

  /** The index of the member of that {@linkplain Member#wireName() name}, or -1. */
  public final int memberIndex(String wireName) {
    for (Member member : table().members) {
      if (member.wireName().equals(wireName)) {
        return member.index();
      }
    }
    return -1;
  }

  /** The member of that {@linkplain Member#wireName() name}, or null. */
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

  /** The members, and where their names hash to. */
  private static final class Table {
    private static final byte FREE = -1;

    final Member[] members;
    final List<Member> list;

    /** Indexes of members, by open addressing; at most half full. */
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
