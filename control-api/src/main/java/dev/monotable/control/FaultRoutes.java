package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.model.FaultDescription;
import dev.monotable.control.model.FaultList;
import dev.monotable.control.model.FaultToAdd;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.fault.FaultInjector;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.text.OneLine;
import java.util.ArrayList;
import java.util.List;

/** Faults that are injected into the requests of a database. */
final class FaultRoutes {
  /** A bound, since each request asks all rules. */
  private static final int MAX_RULES = 100;

  FaultDescription addFault(Region region, FaultToAdd fault) {
    FaultRule rule = FaultRules.rule(fault);
    FaultInjector injector = region.faults();
    if (fault.seed() != null) {
      injector.reset(fault.seed());
    }
    if (injector.rules().size() >= MAX_RULES) {
      throw new ControlException(
          Type.LIMIT_EXCEEDED, "The database has " + MAX_RULES + " rules; remove some");
    }
    return FaultRules.describe(injector.add(rule));
  }

  FaultList listFaults(Region region) {
    FaultInjector injector = region.faults();
    List<FaultDescription> faults = new ArrayList<>();
    for (ActiveRule rule : injector.rules()) {
      faults.add(FaultRules.describe(rule));
    }
    return new FaultList(injector.seed(), faults);
  }

  void removeFaults(Region region) {
    region.faults().clear();
  }

  FaultDescription describeFault(Region region, String id) {
    for (ActiveRule rule : region.faults().rules()) {
      if (String.valueOf(rule.id()).equals(id)) {
        return FaultRules.describe(rule);
      }
    }
    throw new ControlException(Type.UNKNOWN_FAULT, "There is no rule '" + OneLine.quote(id) + "'");
  }

  void removeFault(Region region, String id) {
    for (ActiveRule rule : region.faults().rules()) {
      if (String.valueOf(rule.id()).equals(id)) {
        rule.close();
      }
    }
  }
}
