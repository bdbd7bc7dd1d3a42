package dev.monotable.expression;

import dev.monotable.expression.antlr.ExpressionGrammar;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.atn.ATN;
import org.antlr.v4.runtime.atn.ParserATNSimulator;
import org.antlr.v4.runtime.atn.PredictionContextCache;
import org.antlr.v4.runtime.dfa.DFA;

/**
 * What ANTLR has learnt about which rule to take, shared by all parsers and forgotten when it grows
 * too large.
 *
 * <p>ANTLR keeps an automaton for each decision of a grammar and adds a state for every new
 * sequence of tokens that it had to look through. Common expressions need a few hundred states
 * between them. But a decision at a parenthesis looks as far as to its end, so texts made for the
 * purpose add states without end, and ANTLR never drops any. Here the whole memory is dropped
 * beyond {@link #MAX_STATES}; parsers that still use it keep it until they are done.
 */
final class PredictionMemory {
  static final int MAX_STATES = 10_000;

  private static volatile PredictionMemory current = new PredictionMemory();

  private final DFA[] automata;
  private final PredictionContextCache contexts = new PredictionContextCache();

  private PredictionMemory() {
    ATN atn = ExpressionGrammar._ATN;
    automata = new DFA[atn.getNumberOfDecisions()];
    for (int i = 0; i < automata.length; i++) {
      automata[i] = new DFA(atn.getDecisionState(i), i);
    }
  }

  /** Lets a parser learn from and add to the shared memory; to be released after the parse. */
  static PredictionMemory use(Parser parser) {
    PredictionMemory memory = current;
    parser.setInterpreter(
        new ParserATNSimulator(parser, ExpressionGrammar._ATN, memory.automata, memory.contexts));
    return memory;
  }

  void release() {
    if (current == this && states() > MAX_STATES) {
      current = new PredictionMemory();
    }
  }

  static int currentStates() {
    return current.states();
  }

  private int states() {
    int states = 0;
    for (DFA automaton : automata) {
      states += automaton.states.size();
    }
    return states;
  }
}
