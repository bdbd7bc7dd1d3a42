package dev.monotable.design.render;

import dev.monotable.design.report.DesignReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes reports to files. */
public final class ReportFile {
  private static final int WIDTH = 100;

  private ReportFile() {}

  /**
   * Writes a report in the format that the name of the file asks for: {@code .html}, {@code .json},
   * {@code .md} or {@code .txt}. Creates missing directories.
   *
   * @throws IOException if the file cannot be written
   * @throws IllegalArgumentException if the name has another extension
   */
  public static void write(DesignReport report, Path file) throws IOException {
    ReportFormat format = ReportFormat.find(file);
    if (format == null) {
      throw new IllegalArgumentException(
          "the name of a report ends with .html, .json, .md or .txt: " + file);
    }
    write(text(report, format), file);
  }

  /**
   * Writes the text of a report. Creates missing directories.
   *
   * @throws IOException if the file cannot be written
   */
  public static void write(String text, Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a report in a format; text has 100 columns and no colors. */
  public static String text(DesignReport report, ReportFormat format) {
    return text(report, List.of(), format);
  }

  /**
   * Returns a report in a format. With earlier reports, text and Markdown are of what changed since
   * the newest of them, and of the history if there are several; pages and JSON contain that as
   * well.
   *
   * @param bases earlier reports, in any order
   */
  public static String text(DesignReport report, List<DesignReport> bases, ReportFormat format) {
    return switch (format) {
      case TEXT -> forTerminal(report, bases, WIDTH, false);
      case JSON -> ReportJson.of(report, bases);
      case MARKDOWN -> {
        StringBuilder text = new StringBuilder();
        new ReportBlocks(report, bases, new MarkdownBlocks(text)).toPullRequest();
        yield text.toString();
      }
      case HTML -> ReportPage.of(report, bases);
    };
  }

  /**
   * Returns a report, or what changed since earlier ones, as text for a terminal.
   *
   * @param width the number of columns; lines are not longer, except for words that are
   * @param color whether to use colors
   */
  public static String forTerminal(
      DesignReport report, List<DesignReport> bases, int width, boolean color) {
    TerminalText text = new TerminalText(width, color);
    new ReportBlocks(report, bases, new TextBlocks(text)).toTerminal();
    return text.toString();
  }
}
