package dev.monotable;

import dev.monotable.access.Principal;
import dev.monotable.access.request.PrincipalUsage;
import dev.monotable.api.Experimental;
import dev.monotable.engine.DatabaseClock;
import dev.monotable.engine.DatabaseDifference;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.Replication;
import dev.monotable.engine.Snapshot;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.formats.item.LoadSummary;
import dev.monotable.pattern.PatternRun;
import dev.monotable.stream.TableStream;
import dev.monotable.stream.kinesis.KinesisDelivery;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** A handle that passes all calls to another one. */
@Experimental
public abstract class ForwardingMonotable implements Monotable {
  /** Creates a handle that passes all calls to {@link #delegate}. */
  protected ForwardingMonotable() {}

  /** Returns the handle that receives the calls; called for each of them. */
  protected abstract Monotable delegate();

  @Override
  public <T> T client(Class<T> type) {
    return delegate().client(type);
  }

  @Override
  public <T> T table(Class<T> tableType, String name, Class<?> bean) {
    return delegate().table(tableType, name, bean);
  }

  @Override
  public String tableName(Class<?> bean) {
    return delegate().tableName(bean);
  }

  @Override
  public void createTable(String name, Class<?>... beans) {
    delegate().createTable(name, beans);
  }

  @Override
  public LoadSummary load(Path... files) {
    return delegate().load(files);
  }

  @Override
  public LoadSummary load(String... names) {
    return delegate().load(names);
  }

  @Override
  public LoadSummary load(DataFiles files) {
    return delegate().load(files);
  }

  @Override
  public String dump(String table) {
    return delegate().dump(table);
  }

  @Override
  public String dump(String table, String index) {
    return delegate().dump(table, index);
  }

  @Override
  public String dump() {
    return delegate().dump();
  }

  @Override
  public String dumpJson(String table) {
    return delegate().dumpJson(table);
  }

  @Override
  public void dumpTo(Path file, String... tables) {
    delegate().dumpTo(file, tables);
  }

  @Override
  public URI endpoint() {
    return delegate().endpoint();
  }

  @Override
  public MonotableEngine engine() {
    return delegate().engine();
  }

  @Override
  public DatabaseClock clock() {
    return delegate().clock();
  }

  @Override
  public List<ObservedRequest> requests() {
    return delegate().requests();
  }

  @Override
  public void clearRequests() {
    delegate().clearRequests();
  }

  @Override
  public String report(List<ObservedRequest> requests, ReportLimits limits) {
    return delegate().report(requests, limits);
  }

  @Override
  public PatternRun pattern(String name) {
    return delegate().pattern(name);
  }

  @Override
  public Faults faults() {
    return delegate().faults();
  }

  @Override
  public TableStream stream(String tableName) {
    return delegate().stream(tableName);
  }

  @Override
  public KinesisDelivery kinesis() {
    return delegate().kinesis();
  }

  @Override
  public Snapshot snapshot() {
    return delegate().snapshot();
  }

  @Override
  public void restore(Snapshot snapshot) {
    delegate().restore(snapshot);
  }

  @Override
  public DatabaseDifference changesSince(Snapshot before) {
    return delegate().changesSince(before);
  }

  @Override
  public Monotable fork() {
    return delegate().fork();
  }

  @Override
  public void reset() {
    delegate().reset();
  }

  @Override
  public void setResetPoint() {
    delegate().setResetPoint();
  }

  @Override
  public Monotable region(String name) {
    return delegate().region(name);
  }

  @Override
  public Replication replication() {
    return delegate().replication();
  }

  @Override
  public void throttle(boolean on) {
    delegate().throttle(on);
  }

  @Override
  public Monotable as(Principal principal) {
    return delegate().as(principal);
  }

  @Override
  public PrincipalUsage usage() {
    return delegate().usage();
  }

  @Override
  public long expireNow() {
    return delegate().expireNow();
  }

  @Override
  public void close() {
    delegate().close();
  }
}
