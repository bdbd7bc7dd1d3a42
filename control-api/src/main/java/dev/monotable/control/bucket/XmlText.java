package dev.monotable.control.bucket;

import dev.monotable.json.HttpAnswer;
import org.jspecify.annotations.Nullable;

/** Writes a document of Amazon S3. The elements that are open are the root and at most one more. */
final class XmlText {
  private static final String HEAD = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  private static final String NAMESPACE = " xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"";

  private final StringBuilder out = new StringBuilder(HEAD);
  private final String root;

  private XmlText(String root, String attribute) {
    this.root = root;
    out.append('<').append(root).append(attribute).append('>');
  }

  /** Begins a document. */
  static XmlText of(String root) {
    return new XmlText(root, "");
  }

  /** Begins the result of an operation, which has a namespace. */
  static XmlText ofResult(String root) {
    return new XmlText(root, NAMESPACE);
  }

  /** Adds an element with a text; nothing if it is null. */
  XmlText element(String name, @Nullable Object text) {
    if (text != null) {
      out.append('<').append(name).append('>');
      escape(String.valueOf(text));
      end(name);
    }
    return this;
  }

  /** Begins an element, which {@link #end} ends. */
  XmlText begin(String name) {
    out.append('<').append(name).append('>');
    return this;
  }

  /** Ends an element. */
  XmlText end(String name) {
    out.append("</").append(name).append('>');
    return this;
  }

  private void escape(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '&' -> out.append("&amp;");
        case '"' -> out.append("&quot;");
        default -> {
          if (c < ' ') {
            out.append("&#").append((int) c).append(';');
          } else {
            out.append(c);
          }
        }
      }
    }
  }

  /** Ends the document; returns it as an answer. */
  HttpAnswer answer(int status) {
    return HttpAnswer.of(status, "application/xml", out + "</" + root + ">");
  }
}
