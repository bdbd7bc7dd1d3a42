package dev.monotable.expression;

import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Token;

/** Ends the parsing of an expression at its first error. Not visible outside the package. */
final class ExpressionSyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Throws instead of reporting or recovering. */
  static final DefaultErrorStrategy STRATEGY =
      new DefaultErrorStrategy() {
        @Override
        public void recover(Parser recognizer, RecognitionException e) {
          throw new ExpressionSyntaxException(e.getOffendingToken());
        }

        @Override
        public Token recoverInline(Parser recognizer) {
          throw new ExpressionSyntaxException(recognizer.getCurrentToken());
        }

        @Override
        public void reportError(Parser recognizer, RecognitionException e) {}

        @Override
        public void sync(Parser recognizer) {}
      };

  private final transient Token token;

  private ExpressionSyntaxException(Token token) {
    super(null, null, false, false);
    this.token = token;
  }

  Token token() {
    return token;
  }
}
