package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;

import dev.monotable.value.Item;
import java.util.List;
import java.util.stream.Stream;

/** Flaws in three designs of the developer guide, written before a rule had seen them. */
final class SixthFlaws {
  private SixthFlaws() {}

  static List<Flaw> all() {
    return Stream.of(invoices(), replies(), events(), heat()).flatMap(List::stream).toList();
  }

  private static List<Flaw> invoices() {
    return List.of(
        Flaw.of(PublishedDesign.INVOICES, "a total is read and set", "lost-update")
            .after(
                app -> {
                  for (int i = 0; i < 4; i++) {
                    Item key = app.key(ManualDesigns.invoice(i), ManualDesigns.invoice(i));
                    app.pause();
                    int total = Integer.parseInt(app.get(key).find("Total").numberText());
                    app.update(key, "SET #Total = :n", ":n", total + 12);
                  }
                }),
        Flaw.of(
                PublishedDesign.INVOICES,
                "an invoice gets the number of another customer",
                "put-replaces-other-identity",
                "missing-condition")
            .after(
                app -> {
                  for (int i = 0; i < 2; i++) {
                    app.pause();
                    app.put(
                        "Node",
                        ManualDesigns.invoice(i),
                        "Target",
                        ManualDesigns.invoice(i),
                        "Dated",
                        at(500 + i),
                        "DueDate",
                        at(9_500 + i),
                        "Customer",
                        "Customer " + (50 + i),
                        "Total",
                        77);
                  }
                }),
        Flaw.of(
                PublishedDesign.INVOICES,
                "the bills of an invoice one by one",
                "read-for-each-result")
            .after(
                app -> {
                  for (int i = 0; i < 3; i++) {
                    app.pause();
                    for (Item each :
                        app.find(
                            null,
                            "Node = :i AND begins_with(Target, :b)",
                            ":i",
                            ManualDesigns.invoice(i),
                            ":b",
                            "Bill-")) {
                      String bill = text(each, "Target");
                      app.get(app.key(bill, bill));
                    }
                  }
                }),
        Flaw.of(PublishedDesign.INVOICES, "invoices hold their document", "large-item")
            .items(item -> item.contains("DueDate") ? with(item, "Pdf", text(160_000)) : item));
  }

  private static List<Flaw> replies() {
    return List.of(
        Flaw.of(PublishedDesign.REPLIES, "replies are counted by reading them", "count-by-reading")
            .after(
                app -> {
                  for (int i = 0; i < 5; i++) {
                    String thread = ManualDesigns.thread(i);
                    app.pause();
                    app.find(null, "Id = :t", query -> query.select("COUNT"), ":t", thread);
                  }
                }),
        Flaw.of(PublishedDesign.REPLIES, "times as people write them", "sort-key-order")
            .items(
                item -> {
                  String time = text(item, "ReplyDateTime");
                  int hour = Integer.parseInt(time.substring(11, 13));
                  return with(
                      item,
                      "ReplyDateTime",
                      "1/5/2026 "
                          + (hour > 12 ? hour - 12 : hour)
                          + time.substring(13, 16)
                          + (hour < 12 ? " AM" : " PM"));
                }),
        Flaw.of(
                PublishedDesign.REPLIES,
                "the replies of a person to a thread by a filter",
                "filter-discards-most",
                "filter-on-key-attribute")
            .after(
                app -> {
                  for (int i = 0; i < 6; i++) {
                    app.pause();
                    app.find(
                        null,
                        "Id = :t",
                        query -> query.filterExpression("PostedBy = :p"),
                        ":t",
                        ManualDesigns.thread(i),
                        ":p",
                        ManualDesigns.user(i));
                  }
                }));
  }

  private static List<Flaw> events() {
    return List.of(
        Flaw.of(PublishedDesign.SHARDED_EVENTS, "attempts are read and set", "lost-update")
            .after(
                app -> {
                  for (int i = 0; i < 5; i++) {
                    Item key = app.key(uuid("event", i), null);
                    app.pause();
                    int before = Integer.parseInt(app.get(key).find("attempts").numberText());
                    app.update(key, "SET attempts = :n", ":n", before + 1);
                  }
                }),
        Flaw.of(
                PublishedDesign.SHARDED_EVENTS,
                "events expire in milliseconds",
                "ttl-in-milliseconds")
            .items(item -> with(item, "ExpiresAt", 1_800_000_000_000L)),
        Flaw.of(PublishedDesign.SHARDED_EVENTS, "a page of events further on", "pages-read-again")
            .after(
                app -> {
                  for (int page = 1; page <= 3; page++) {
                    app.pause();
                    ManualDesigns.shard(app, 1, 2 * page);
                  }
                }),
        Flaw.of(PublishedDesign.SHARDED_EVENTS, "all failed events by a Scan", "scan")
            .after(
                app -> {
                  for (int i = 0; i < 2; i++) {
                    app.pause();
                    app.scan("#State = :s", ":s", "ERROR");
                  }
                }));
  }

  private static List<Flaw> heat() {
    return List.of(
        Flaw.of(PublishedDesign.REPLIES, "one thread has most replies", "skewed-partition-key")
            .after(
                app -> {
                  for (int i = 0; i < 160; i++) {
                    app.pause();
                    Object[] reply = ManualDesigns.reply(8 * i, at(1_000 + i));
                    app.create(reply);
                  }
                }),
        Flaw.of(
                PublishedDesign.SHARDED_EVENTS,
                "all events in one shard of the index",
                "constant-partition-key")
            .items(item -> with(item, "Shard", 0)));
  }
}
