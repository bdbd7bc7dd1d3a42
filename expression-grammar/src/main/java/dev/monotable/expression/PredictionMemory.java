package dev.monotable.expression;

import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.atn.ATN;
import org.antlr.v4.runtime.atn.ParserATNSimulator;
import org.antlr.v4.runtime.atn.PredictionContextCache;
import org.antlr.v4.runtime.dfa.DFA;

/**
 * The prediction automata of a grammar, shared by all its parsers and bounded. Public only for the
 * parsers of this module.
 *
 * <p>ANTLR keeps an automaton for each decision of a grammar and adds a state for every new
 * sequence of tokens. Common expressions need a few hundred states in total. But a decision at a
 * parenthesis looks ahead to its end, so crafted texts add states without bound, and ANTLR never
 * removes any. This class drops the whole memory beyond {@link #MAX_STATES}; parsers that still use
 * it keep it until they finish.
 */
public final class PredictionMemory {
  static final int MAX_STATES = 10_000;

  private final ATN atn;
  private volatile Use current;

  /**
   * Creates an empty memory.
   *
   * @param atn the transition network of the grammar
   */
  public PredictionMemory(ATN atn) {
    this.atn = atn;
    this.current = new Use();
  }

  /** Lends the memory to a parser. Release it after the parse. */
  public Use lend(Parser parser) {
    Use lent = current;
    parser.setInterpreter(new ParserATNSimulator(parser, atn, lent.automata, lent.contexts));
    return lent;
  }

  /** Returns the number of states. */
  public int states() {
    return current.states();
  }

  /** The memory lent to a parser. */
  public final class Use {
    private final DFA[] automata;
    private final PredictionContextCache contexts = new PredictionContextCache();

    private Use() {
      automata = new DFA[atn.getNumberOfDecisions()];
      for (int i = 0; i < automata.length; i++) {
        automata[i] = new DFA(atn.getDecisionState(i), i);
      }
    }

    /** Returns the memory, and drops it if it has grown too large. */
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
