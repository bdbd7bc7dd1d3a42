package dev.monotable.engine.operation.stream;

import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.stream.StreamReader;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ListStreamsInput;
import dev.monotable.model.ListStreamsOutput;
import dev.monotable.model.Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The ListStreams operation. Streams are returned in the order of their ARNs. Disabled streams, and
 * the streams of deleted tables, are listed as long as they can contain records.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_ListStreams.html">ListStreams</a>
 */
public final class ListStreamsHandler
    implements OperationHandler<ListStreamsInput, ListStreamsOutput> {
  private final OperationContext context;

  public ListStreamsHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public ListStreamsOutput handle(ListStreamsInput request, Call call) {
    String start = request.exclusiveStartStreamArn();
    Streams.requireArn(start);
    int limit = request.limit() == null ? context.limits().stream().maxListed() : request.limit();
    List<Stream> page = new ArrayList<>();
    for (StreamState stream : streams(request.tableName()).values()) {
      if (start != null && stream.arn().compareTo(start) <= 0) {
        continue;
      }
      if (page.size() == limit) {
        return new ListStreamsOutput(page, page.get(limit - 1).streamArn());
      }
      page.add(new Stream(stream.arn(), stream.tableName(), stream.label()));
    }
    return ListStreamsOutput.builder().streams(page).build();
  }

  private NavigableMap<String, StreamState> streams(@Nullable String tableName) {
    Streams all = new Streams(context);
    NavigableMap<String, StreamState> streams = new TreeMap<>();
    TreeCursor<StreamState> closed = all.state().closedStreams().cursor();
    for (boolean more = closed.first(); more; more = closed.next()) {
      add(streams, closed.value(), tableName, all);
    }
    if (tableName != null) {
      TableState table = all.state().findTable(tableName);
      add(streams, table == null ? null : table.stream(), tableName, all);
      return streams;
    }
    TreeCursor<TableState> tables = all.state().tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      add(streams, tables.value().stream(), null, all);
    }
    return streams;
  }

  private static void add(
      NavigableMap<String, StreamState> streams,
      @Nullable StreamState stream,
      @Nullable String tableName,
      Streams all) {
    if (stream != null
        && !StreamReader.isGone(stream, all.horizon())
        && (tableName == null || tableName.equals(stream.tableName()))) {
      streams.put(stream.arn(), stream);
    }
  }
}
