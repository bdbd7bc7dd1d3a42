package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.model.RequestModel.FaultDescription;
import dev.monotable.control.model.RequestModel.FaultList;
import dev.monotable.control.model.RequestModel.FaultToAdd;
import dev.monotable.engine.Database;
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

  private final ControlConfig config;

  FaultRoutes(ControlConfig config) {
    this.config = config;
  }

  List<ControlRoute> routes() {
    String all = "/databases/{id}/faults";
    String one = all + "/{fault}";
    return List.of(
        ControlRoute.of("POST", all, "addFault", "Adds a rule that injects a fault.")
            .body(FaultToAdd.class)
            .returns(201, FaultDescription.class)
            .by(this::add),
        ControlRoute.of("GET", all, "listFaults", "Returns the rules with their counts.")
            .returns(200, FaultList.class)
            .by(request -> Result.json(200, list(request))),
        ControlRoute.of("DELETE", all, "removeFaults", "Removes all rules.")
            .by(
                request -> {
                  injector(request).clear();
                  return Result.none();
                }),
        ControlRoute.of("GET", one, "describeFault", "Returns a rule with its counts.")
            .returns(200, FaultDescription.class)
            .by(request -> Result.json(200, FaultRules.describe(require(request)))),
        ControlRoute.of("DELETE", one, "removeFault", "Removes a rule, if it exists.")
            .by(
                request -> {
                  remove(request);
                  return Result.none();
                }));
  }

  private FaultInjector injector(ControlRequest request) {
    return Routes.database(config, request).faults();
  }

  private Result add(ControlRequest request) {
    Database database = Routes.database(config, request);
    FaultToAdd fault = request.body(FaultToAdd.class);
    FaultRule rule = FaultRules.rule(fault);
    FaultInjector injector = database.faults();
    if (fault.seed() != null) {
      injector.reset(fault.seed());
    }
    if (injector.rules().size() >= MAX_RULES) {
      throw new ControlException(
          Type.LIMIT_EXCEEDED, "The database has " + MAX_RULES + " rules; remove some");
    }
    return Result.json(201, FaultRules.describe(injector.add(rule)));
  }

  private FaultList list(ControlRequest request) {
    FaultInjector injector = injector(request);
    List<FaultDescription> faults = new ArrayList<>();
    for (ActiveRule rule : injector.rules()) {
      faults.add(FaultRules.describe(rule));
    }
    return new FaultList(injector.seed(), faults);
  }

  private ActiveRule require(ControlRequest request) {
    String id = request.variable("fault");
    for (ActiveRule rule : injector(request).rules()) {
      if (String.valueOf(rule.id()).equals(id)) {
        return rule;
      }
    }
    throw new ControlException(Type.UNKNOWN_FAULT, "There is no rule '" + OneLine.quote(id) + "'");
  }

  private void remove(ControlRequest request) {
    String id = request.variable("fault");
    for (ActiveRule rule : injector(request).rules()) {
      if (String.valueOf(rule.id()).equals(id)) {
        rule.close();
      }
    }
  }
}
