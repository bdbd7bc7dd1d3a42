package dev.monotable.design.render;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.report.ContractRow;
import dev.monotable.design.report.DesignReport.UnusedAccess;
import java.util.List;

/** A part of a report. It says what is there; each format prints it in its own way. */
sealed interface Block {
  void printTo(BlockPrinter printer);

  /** A printer of each kind of block in one format. */
  interface BlockPrinter {
    void heading(String text);

    void sentence(String text);

    void table(Table table);

    void findings(List<Finding> findings);

    void closedFindings(List<Finding> findings);

    void contracts(List<ContractRow> contracts);

    void access(List<UnusedAccess> unused);

    default void print(List<Block> blocks) {
      blocks.forEach(block -> block.printTo(this));
    }
  }

  /** The heading of the blocks after it. */
  record Heading(String text) implements Block {
    @Override
    public void printTo(BlockPrinter printer) {
      printer.heading(text);
    }
  }

  /** A sentence, or a few. */
  record Sentence(String text) implements Block {
    @Override
    public void printTo(BlockPrinter printer) {
      printer.sentence(text);
    }
  }

  /**
   * A table, whose first column names the rows.
   *
   * @param caption what it contains
   */
  record Table(String caption, List<Column> columns, List<List<Phrase>> rows) implements Block {
    @Override
    public void printTo(BlockPrinter printer) {
      printer.table(this);
    }

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

  /** Findings with what to do about them. */
  record Findings(List<Finding> findings) implements Block {
    @Override
    public void printTo(BlockPrinter printer) {
      printer.findings(findings);
    }
  }

  /** Findings about which nothing has to be done, with the reason if they are accepted. */
  record ClosedFindings(List<Finding> findings) implements Block {
    @Override
    public void printTo(BlockPrinter printer) {
      printer.closedFindings(findings);
    }
  }

  /** Contracts, kept or broken. */
  record Contracts(List<ContractRow> contracts) implements Block {
    @Override
    public void printTo(BlockPrinter printer) {
      printer.contracts(contracts);
    }
  }

  /** The actions that principals were allowed and never used. */
  record Access(List<UnusedAccess> unused) implements Block {
    @Override
    public void printTo(BlockPrinter printer) {
      printer.access(unused);
    }
  }
}
