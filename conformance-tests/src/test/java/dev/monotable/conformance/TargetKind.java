package dev.monotable.conformance;

import java.util.ArrayList;
import java.util.List;

/** The ways in which a test can call its database. */
public enum TargetKind {
  IN_PROCESS_SYNC("in process, sync client", true, false),
  IN_PROCESS_ASYNC("in process, async client", true, true),
  HTTP_SYNC("HTTP, sync client", false, false),
  HTTP_ASYNC("HTTP, async client", false, true);

  private final String title;
  private final boolean inProcess;
  private final boolean async;

  TargetKind(String title, boolean inProcess, boolean async) {
    this.title = title;
    this.inProcess = inProcess;
    this.async = async;
  }

  /** Returns the kinds that this run can reach. */
  public static List<TargetKind> reachable() {
    List<TargetKind> kinds = new ArrayList<>();
    for (TargetKind kind : values()) {
      if (!(Server.isForeign() && kind.inProcess)) {
        kinds.add(kind);
      }
    }
    return kinds;
  }

  /** Returns a database of this kind. */
  public Dynamo open() {
    return inProcess ? InProcess.open(async) : Server.ofThisJvm().open(async);
  }

  /** Returns whether requests are not sent over HTTP. */
  public boolean inProcess() {
    return inProcess;
  }

  @Override
  public String toString() {
    return title;
  }
}
