package dev.monotable.expression;

import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.atn.ATN;
import org.antlr.v4.runtime.atn.ParserATNSimulator;
import org.antlr.v4.runtime.atn.PredictionContextCache;
import org.antlr.v4.runtime.dfa.DFA;

/**
 * What ANTLR has learnt about which rule of a grammar to take, shared by all its parsers and
 * forgotten when it grows too large. Public for the parsers of this module only.
 *
 * <p>ANTLR keeps an automaton for each decision of a grammar and adds a state for every new
 * sequence of tokens that it had to look through. Common expressions need a few hundred states
 * between them. But a decision at a parenthesis looks as far as to its end, so texts made for the
 * purpose add states without end, and ANTLR never drops any. Here the whole memory is dropped
 * beyond {@link #MAX_STATES}; parsers that still use it keep it until they are done.
 */
public final class PredictionMemory {
  static final int MAX_STATES = 10_000;

  private final ATN atn;
  private volatile Use current;

  /**
   * An empty memory.
   *
   * @param atn the grammar's network
   */
  public PredictionMemory(ATN atn) {
    this.atn = atn;
    this.current = new Use();
  }

  /** Lets a parser learn from and add to the memory; to be released after the parse. */
  public Use lend(Parser parser) {
    Use lent = current;
    parser.setInterpreter(new ParserATNSimulator(parser, atn, lent.automata, lent.contexts));
    return lent;
  }

  /** States that are held now. */
  public int states() {
    return current.states();
  }

  /** The memory as it was lent to a parser. */
  public final class Use {
    private final DFA[] automata;
    private final PredictionContextCache contexts = new PredictionContextCache();

    private Use() {
      automata = new DFA[atn.getNumberOfDecisions()];
      for (int i = 0; i < automata.length; i++) {
        automata[i] = new DFA(atn.getDecisionState(i), i);
      }
    }

    /** Gives the memory back, and drops it if it has grown too large. */
    public void release() {
      if (current == this && states() > MAX_STATES) {
        current = new Use();
      }
    }

    private int states() {
      int states = 0;
      for (DFA automaton : automata) {
        states += automaton.states.size();
      }
      return states;
    }
  }
}
