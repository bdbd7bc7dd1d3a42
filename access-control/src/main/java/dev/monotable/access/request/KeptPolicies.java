package dev.monotable.access.request;

import dev.monotable.access.Policy;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.request.AdmissionTable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The policies of tables and streams that PutResourcePolicy and CreateTable have set. Each document
 * is read once, within a bound. Safe for use by multiple threads.
 */
public final class KeptPolicies implements ResourcePolicies {
  private static final int MAX = 1_000;
  private static final String TABLE = ":table/";

  private final ConcurrentMap<String, Policy> read = new ConcurrentHashMap<>();

  @Override
  public @Nullable Policy find(AdmissionRequest request, String resource) {
    int at = resource.indexOf(TABLE);
    if (at < 0) {
      return null;
    }
    String name = resource.substring(at + TABLE.length());
    int slash = name.indexOf('/');
    AdmissionTable table = request.findTable(slash < 0 ? name : name.substring(0, slash));
    String document =
        table == null || !resource.startsWith(table.arn()) ? null : table.policy(resource);
    if (document == null) {
      return null;
    }
    if (read.size() >= MAX) {
      read.clear(); // those in use are soon read again
    }
    return read.computeIfAbsent(document, text -> Policy.kept(resource, text));
  }
}
