package dev.monotable.design.outlook;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.cost.CostSettings;
import dev.monotable.design.cost.PriceList;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.load.AssumedSize;
import dev.monotable.design.load.EntitySizes;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.design.model.Design;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares two designs under the same traffic. Both are calculated from what they declare: requests
 * were observed of one design at most, and tests have small items.
 */
public final class SameTrafficMaker {
  private final OutlookMaker outlooks;

  /** Creates a maker with the prices of a bill. */
  public SameTrafficMaker(PriceList prices, CostSettings settings) {
    this.outlooks = new OutlookMaker(prices, settings);
  }

  /**
   * Compares a design with another one.
   *
   * @param ledger what was observed of the first one, for sizes and frequencies that it does not
   *     declare
   */
  public SameTraffic make(Design design, Design other, Ledger ledger) {
    Design assumed = AssumedSize.of(design, ledger, true);
    Design source = SizedDesign.of(assumed == null ? design : assumed, new EntitySizes(ledger));
    CommonTraffic traffic = new CommonTraffic(source, other);
    List<String> unknown = new ArrayList<>();
    DesignOutlook first = outlook(traffic, traffic.ofSource(), "this design", unknown);
    DesignOutlook second = outlook(traffic, traffic.ofOther(), "the other design", unknown);
    List<String> notes = new ArrayList<>();
    if (assumed != null) {
      notes.add(AssumedSize.TEXT);
    }
    notes.addAll(traffic.notes());
    notes.addAll(unknown);
    return new SameTraffic(
        design.name(), other.name(), outlooks.prices().currency(), first, second, notes);
  }

  private DesignOutlook outlook(
      CommonTraffic traffic, Design design, String who, List<String> notes) {
    int hours = outlooks.settings().hoursPerMonth();
    WorkloadEstimate whole = WorkloadEstimate.of(design, null, hours);
    WorkloadEstimate stored = WorkloadEstimate.of(traffic.storing(design), null, hours);
    LargestCollections sizes = new LargestCollections(stored, new EntitySizes(null));
    List<String> unknown = sizes.unknown();
    if (!unknown.isEmpty()) {
      notes.add(
          fill(
              "How large item collections are is not known in {}, because the number of keys is not"
                  + " declared: {}.",
              who,
              String.join(", ", unknown)));
    }
    return outlooks.outlook(whole, stored.workload().tables(), null, sizes);
  }
}
