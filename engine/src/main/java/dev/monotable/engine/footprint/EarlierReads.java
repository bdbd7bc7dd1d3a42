package dev.monotable.engine.footprint;

import dev.monotable.engine.operation.RequestAdmission;
import dev.monotable.engine.operation.RequestTarget;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;

/** The eventually consistent reads of requests, which may see an earlier state of the database. */
public final class EarlierReads {
  private EarlierReads() {}

  /** Returns what a request reads with eventual consistency. */
  public static Footprint of(AdmissionRequest request) {
    List<Span> spans = new ArrayList<>(1);
    for (RequestTarget target : ((RequestAdmission) request).targets()) {
      if (!target.isWrite() && !target.consistent()) {
        Footprint.addKeys(target, spans);
      }
    }
    return spans.isEmpty() ? Footprint.NONE : new Footprint(spans);
  }

  /**
   * Lets the eventually consistent reads of a request see an earlier state of its database. To be
   * called when the request is admitted.
   */
  public static void from(AdmissionRequest request, Snapshot earlier) {
    ((RequestAdmission) request).readFrom(earlier.state());
  }
}
