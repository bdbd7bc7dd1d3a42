package dev.monotable.design.file;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits commands of a POSIX shell into their words: with single and double quotes, backslashes,
 * and several commands separated by {@code ;} or {@code &&}. Variables are left as they are.
 */
final class ShellWords {
  private final String text;
  private final List<List<String>> commands = new ArrayList<>();
  private List<String> words = new ArrayList<>();
  private @Nullable StringBuilder word;
  private int at;

  private ShellWords(String text) {
    this.text = text;
  }

  /**
   * Returns the words of each command.
   *
   * @throws IllegalArgumentException if a quote is not closed, or the commands are connected in
   *     another way, such as by a pipe
   */
  static List<List<String>> commands(String text) {
    ShellWords reader = new ShellWords(text);
    while (reader.at < text.length()) {
      reader.next();
    }
    reader.endCommand();
    return reader.commands;
  }

  private void next() {
    char c = text.charAt(at++);
    if (c == '\'') {
      singleQuoted();
    } else if (c == '"') {
      doubleQuoted();
    } else if (c == '\\') {
      escaped();
    } else if (Character.isWhitespace(c)) {
      endWord();
    } else if (c == ';') {
      endCommand();
    } else if (c == '&' && at < text.length() && text.charAt(at) == '&') {
      at++;
      endCommand();
    } else if ("|&<>".indexOf(c) >= 0) {
      throw new IllegalArgumentException("'" + c + "' outside of quotes is not supported");
    } else {
      word().append(c);
    }
  }

  private void singleQuoted() {
    int end = text.indexOf('\'', at);
    if (end < 0) {
      throw new IllegalArgumentException("a single quote is not closed");
    }
    word().append(text, at, end);
    at = end + 1;
  }

  private void doubleQuoted() {
    StringBuilder quoted = word();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return;
      }
      if (c == '\\' && at < text.length() && "\"\\$`\n".indexOf(text.charAt(at)) >= 0) {
        c = text.charAt(at++);
        if (c == '\n') {
          continue;
        }
      }
      quoted.append(c);
    }
    throw new IllegalArgumentException("a double quote is not closed");
  }

  private void escaped() {
    if (at < text.length()) {
      char c = text.charAt(at++);
      if (c != '\n') {
        word().append(c);
      }
    }
  }

  private StringBuilder word() {
    StringBuilder current = word;
    if (current == null) {
      current = new StringBuilder();
      word = current;
    }
    return current;
  }

  private void endWord() {
    if (word != null) {
      words.add(word.toString());
      word = null;
    }
  }

  private void endCommand() {
    endWord();
    if (!words.isEmpty()) {
      commands.add(words);
      words = new ArrayList<>();
    }
  }
}
