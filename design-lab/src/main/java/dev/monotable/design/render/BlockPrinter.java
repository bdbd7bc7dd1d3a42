package dev.monotable.design.render;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.report.ContractRow;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.DesignReport.UnusedAccess;
import java.util.List;

/**
 * A printer of the blocks of reports in one format. {@link ReportBlocks} says which blocks there
 * are; a format leaves out those that it cannot show.
 */
interface BlockPrinter {
  /** Prints what the report is about, and its most important figures. */
  default void summary(DesignReport report, boolean ofChanges) {}

  /**
   * Prints blocks under a title.
   *
   * @param id the place in a page
   */
  default void section(String id, String title, Runnable blocks) {
    heading(title, id);
    blocks.run();
  }

  /**
   * Prints the heading of the blocks after it.
   *
   * @param id the place in a page; empty for none
   */
  void heading(String text, String id);

  default void heading(String text) {
    heading(text, "");
  }

  /** Prints a sentence, or a few. */
  void sentence(String text);

  /** Prints a remark of less importance. */
  void note(String text);

  /** Prints a remark about the whole report. */
  default void remark(String text) {
    note(text);
  }

  /** Prints that something is missing. */
  default void missing(String text) {
    note(text);
  }

  /**
   * Prints a list.
   *
   * @param kind the class of the list in a page
   */
  void list(String kind, List<Phrase> lines);

  void table(Table table);

  default void bars(Bars bars) {}

  /** Prints blocks beside each other. */
  default void flow(Runnable blocks) {
    blocks.run();
  }

  /** Prints findings with what to do about them. */
  void findings(List<Finding> findings);

  /** Prints findings about which nothing has to be done, with the reason if they are accepted. */
  void closedFindings(List<Finding> findings);

  /** Prints all findings by their kinds. */
  default void kinds(DesignReport report) {}

  /** Prints contracts, kept or broken. */
  void contracts(List<ContractRow> contracts);

  /** Prints the actions that principals were allowed and never used. */
  void access(List<UnusedAccess> unused);

  /** Prints the access patterns by table and index. */
  void matrix(DesignReport report);

  default void collections(DesignReport report) {}

  /** Prints the partitions of each table and global index under its traffic. */
  default void heat(DesignReport report) {}

  /** Prints a form for the cost with other numbers. */
  default void whatIf(DesignReport report) {}

  /**
   * A table, whose first column names the rows.
   *
   * @param caption what it contains
   */
  record Table(String caption, List<Column> columns, List<List<Phrase>> rows) {
    /** Returns whether all columns but the first one have numbers. */
    boolean isOfNumbers() {
      return columns.subList(1, columns.size()).stream().allMatch(Column::number);
    }
  }

  /** A column of a table. */
  record Column(String name, boolean number) {
    static Column text(String name) {
      return new Column(name, false);
    }

    static Column number(String name) {
      return new Column(name, true);
    }
  }

  /**
   * Amounts with a bar for each.
   *
   * @param names what the rows are
   * @param total what the amounts are, or their sum
   */
  record Bars(String caption, String names, String total, List<Bar> rows) {}

  /**
   * A row of bars.
   *
   * @param share the length of the bar, from 0 to 1
   * @param kind the class of its color
   */
  record Bar(String name, double share, String amount, String kind) {}
}
