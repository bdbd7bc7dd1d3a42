package dev.monotable.engine.operation.read;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.Observation;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.model.ScanInput;
import dev.monotable.model.ScanOutput;
import dev.monotable.value.Item;
import java.util.List;

/**
 * The Scan operation. Items are returned in the order of the hashes of their partition keys.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Scan.html">Scan</a>
 */
public final class ScanHandler implements OperationHandler<ScanInput, ScanOutput> {
  private final OperationContext context;

  public ScanHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public ScanOutput handle(ScanInput request, Call call) {
    ScanParser scan = ScanParser.parse(context, call.wording(), request);
    ReadAnswer answer = ReadAnswer.of(scan.plan(), scan.bounds(), call, List.of());
    Item lastKey = answer.lastEvaluatedKey();
    Observation observation = call.observation();
    if (observation != null) {
      observation.add(new PageReadPart(answer, lastKey, scan.source()));
    }
    return new ScanOutput(
        answer.items(),
        answer.page().count(),
        answer.page().scannedCount(),
        lastKey,
        answer.capacity(request.tableName(), request.returnConsumedCapacity()));
  }
}
