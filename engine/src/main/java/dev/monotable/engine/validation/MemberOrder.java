package dev.monotable.engine.validation;

import dev.monotable.schema.Member;
import java.util.ArrayList;
import java.util.List;

/**
 * The order in which AWS checks the members of a structure.
 *
 * <p>AWS's classic layer iterates over a hash map of the member names, so its order seems
 * arbitrary. It is the order of {@link java.util.HashMap}: every recorded answer with several
 * violations agrees, among them CreateTable, Query, PutItem, DeleteItem, UpdateItem and
 * UpdateTimeToLive. The overlay describes where the newer layer differs.
 */
final class MemberOrder {
  private MemberOrder() {}

  /**
   * Returns the members in the order in which a {@link java.util.HashMap} iterates over their
   * message names.
   */
  static List<Member> ofHashMap(List<Member> members) {
    int capacity = 16;
    while (members.size() > capacity * 3 / 4) {
      capacity *= 2;
    }
    int mask = capacity - 1;
    List<Member> ordered = new ArrayList<>(members);
    // The sort is stable: a bucket keeps insertion order.
    ordered.sort((one, other) -> Integer.compare(bucket(one, mask), bucket(other, mask)));
    return ordered;
  }

  private static int bucket(Member member, int mask) {
    int hash = member.messageName().hashCode();
    return (hash ^ (hash >>> 16)) & mask;
  }

  /**
   * Returns the members with the named ones moved into each other's places, so that they are in the
   * given order.
   */
  static List<Member> rearranged(List<Member> members, List<String> wireNames) {
    List<Member> ordered = new ArrayList<>(members);
    List<Member> named = new ArrayList<>();
    for (String wireName : wireNames) {
      for (Member member : members) {
        if (member.wireName().equals(wireName)) {
          named.add(member);
        }
      }
    }
    int next = 0;
    for (int i = 0; i < ordered.size(); i++) {
      if (wireNames.contains(ordered.get(i).wireName())) {
        ordered.set(i, named.get(next++));
      }
    }
    return ordered;
  }
}
