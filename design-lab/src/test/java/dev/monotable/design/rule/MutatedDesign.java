package dev.monotable.design.rule;

import dev.monotable.design.DesignLab;
import dev.monotable.design.DesignTables;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.StandardFindings;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.PutRequest;
import dev.monotable.model.QueryInput;
import dev.monotable.model.QueryOutput;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.WriteRequest;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** One of the example designs with a flaw: in its file, its tables or the requests to them. */
final class MutatedDesign {
  private final String name;
  private final ExampleDesign example;
  private String declared;
  private String deployed;
  private Predicate<DeclaredIndex> declaredIndexes = index -> true;
  private Predicate<DeclaredIndex> deployedIndexes = index -> true;
  private UnaryOperator<Item> items = item -> item;
  private UnaryOperator<TransactWriteItemsInput> transactions = input -> input;
  private Predicate<QueryInput> mutatedQueries = query -> false;
  private BiFunction<Requests, QueryInput, QueryOutput> answer = MutatedDesign::query;
  private Consumer<Requests> before = to -> {};
  private Consumer<Requests> after = to -> {};
  private boolean pauses = true;
  private List<String> findings = List.of();

  private MutatedDesign(String name, ExampleDesign example) throws Exception {
    this.name = name;
    this.example = example;
    this.declared = Files.readString(example.file());
    this.deployed = declared;
  }

  static MutatedDesign of(String name, ExampleDesign example) throws Exception {
    return new MutatedDesign(name, example);
  }

  private static QueryOutput query(Requests to, QueryInput query) {
    return to.send(Operations.QUERY, query);
  }

  /** Changes the file of the design. */
  MutatedDesign declare(String from, String to) {
    declared = replace(declared, from, to);
    return this;
  }

  /** Changes the tables that are created. */
  MutatedDesign deploy(String from, String to) {
    deployed = replace(deployed, from, to);
    return this;
  }

  /** Changes the file and the tables. */
  MutatedDesign design(String from, String to) {
    return declare(from, to).deploy(from, to);
  }

  /** Removes an index from the tables that are created. */
  MutatedDesign deployWithout(String index) {
    deployedIndexes = each -> !each.name().equals(index);
    return this;
  }

  /** Removes an index from the design; its access patterns stay. */
  MutatedDesign declareWithout(String index) {
    declaredIndexes = each -> !each.name().equals(index);
    return this;
  }

  private static Design filtered(Design design, Predicate<DeclaredIndex> indexes) {
    return new Design(
        design.name(),
        design.description(),
        design.tables().stream()
            .map(
                table ->
                    new DesignTable(
                        table.name(),
                        table.key(),
                        table.indexes().stream().filter(indexes).toList(),
                        table.entities(),
                        table.settings()))
            .toList(),
        design.patterns(),
        design.accepted());
  }

  private static String replace(String text, String from, String to) {
    if (!text.contains(from)) {
      throw new AssertionError("the design does not contain " + from);
    }
    return text.replace(from, to);
  }

  /** Changes the items that are put, by any operation. */
  MutatedDesign items(UnaryOperator<Item> change) {
    items = change;
    return this;
  }

  /** Sets an attribute of the items that have another one. */
  MutatedDesign set(String having, String attribute, UnaryOperator<AttributeValue> change) {
    return items(
        item ->
            item.contains(having) ? with(item, attribute, change.apply(item.find(having))) : item);
  }

  /** Returns an item with another value of an attribute; without it if the value is null. */
  static Item with(Item item, String attribute, AttributeValue value) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>(item.toMap());
    if (value == null) {
      attributes.remove(attribute);
    } else {
      attributes.put(attribute, value);
    }
    List<Object> all = new ArrayList<>();
    attributes.forEach(
        (key, each) -> {
          all.add(key);
          all.add(each);
        });
    return Item.of(all.toArray());
  }

  /** Changes transactions. */
  MutatedDesign transactions(UnaryOperator<TransactWriteItemsInput> change) {
    transactions = change;
    return this;
  }

  /** Changes the Queries of an index; of the table for null. */
  MutatedDesign queries(String index, UnaryOperator<QueryInput.Builder> change) {
    return queries(
        query -> index == null ? query.indexName() == null : index.equals(query.indexName()),
        (to, query) -> query(to, change.apply(query.toBuilder()).build()));
  }

  /** Sends other requests instead of some Queries. */
  MutatedDesign queries(
      Predicate<QueryInput> which, BiFunction<Requests, QueryInput, QueryOutput> instead) {
    mutatedQueries = which;
    answer = instead;
    return this;
  }

  /** Sends requests before the others. */
  MutatedDesign before(Consumer<Requests> requests) {
    before = requests;
    return this;
  }

  /** Sends requests after the others. */
  MutatedDesign after(Consumer<Requests> requests) {
    after = requests;
    return this;
  }

  /** Lets no time pass between writes and reads. */
  MutatedDesign withoutPauses() {
    pauses = false;
    return this;
  }

  /** Sets the ids of the findings that the flaw has to give. */
  MutatedDesign finds(String... ids) {
    findings = List.of(ids).stream().sorted().toList();
    return this;
  }

  List<String> findings() {
    return findings;
  }

  /** Returns the findings that the unchanged design does not have, by their ids. */
  List<Finding> newFindings() throws Exception {
    List<String> known = run(of(name, example)).stream().map(MutatedDesign::line).toList();
    return run(this).stream()
        .filter(finding -> !known.contains(line(finding)))
        .sorted(Comparator.comparing(Finding::id))
        .toList();
  }

  private static String line(Finding finding) {
    return finding.id() + " " + finding.subject();
  }

  /** Returns the findings of a run of all requests by one test. */
  static List<Finding> run(MutatedDesign mutated) throws Exception {
    Design design = filtered(Shop.read(mutated.declared), mutated.declaredIndexes);
    try (MonotableEngine engine = ExampleDesign.emptyEngine();
        DesignLab lab =
            DesignLab.create(
                design,
                StandardFindings.catalogue(),
                () -> new RequestContext("MutatedTest.all", null))) {
      DesignTables.create(filtered(Shop.read(mutated.deployed), mutated.deployedIndexes), engine);
      lab.listenTo(engine);
      mutated.before.accept(new Requests(engine));
      mutated.example.send(mutated.new Mutated(engine));
      mutated.after.accept(new Requests(engine));
      return lab.findings();
    }
  }

  /** Sends the mutated requests. */
  private final class Mutated extends Requests {
    private Mutated(MonotableEngine engine) {
      super(engine);
    }

    @Override
    public void pause(Duration duration) {
      if (pauses) {
        super.pause(duration);
      }
    }

    @Override
    @SuppressWarnings("unchecked") // each request is replaced by one of its own class
    public <I extends Record, O extends Record> O send(OperationSchema<I, O> operation, I request) {
      if (request instanceof QueryInput query && mutatedQueries.test(query)) {
        return (O) answer.apply(new Requests(engine()), query);
      }
      return super.send(operation, (I) changed(request));
    }

    private Record changed(Record request) {
      if (request instanceof PutItemInput put) {
        return put.toBuilder().item(items.apply(put.item())).build();
      }
      if (request instanceof BatchWriteItemInput batch) {
        Map<String, List<WriteRequest>> writes = new LinkedHashMap<>();
        batch
            .requestItems()
            .forEach((table, each) -> writes.put(table, each.stream().map(this::changed).toList()));
        return batch.toBuilder().requestItems(writes).build();
      }
      if (request instanceof TransactWriteItemsInput transaction) {
        List<TransactWriteItem> actions = new ArrayList<>();
        for (TransactWriteItem action : transactions.apply(transaction).transactItems()) {
          actions.add(
              action.put() == null
                  ? action
                  : action.toBuilder()
                      .put(action.put().toBuilder().item(items.apply(action.put().item())).build())
                      .build());
        }
        return transaction.toBuilder().transactItems(actions).build();
      }
      return request;
    }

    private WriteRequest changed(WriteRequest write) {
      return write.putRequest() == null
          ? write
          : WriteRequest.builder()
              .putRequest(new PutRequest(items.apply(write.putRequest().item())))
              .build();
    }
  }

  @Override
  public String toString() {
    return example + ": " + name;
  }
}
