/*
 * Condition, filter and key condition expressions (condition), update expressions (update) and
 * projection expressions (projection).
 *
 * The keywords of one kind are keywords in all. The grammar accepts any
 * function anywhere; functions are checked later.
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
 */
parser grammar ExpressionGrammar;

options {
  tokenVocab = ExpressionTokens;
}

condition
  : disjunction EOF
  ;

disjunction
  : conjunction (OR conjunction)*
  ;

conjunction
  : negation (AND negation)*
  ;

negation
  : NOT* predicate
  ;

predicate
  : OPEN disjunction CLOSE # group
  | left=operand comparator right=operand # comparison
  | tested=operand BETWEEN low=operand AND high=operand # between
  | tested=operand IN OPEN candidates+=operand (COMMA candidates+=operand)* CLOSE # in
  | call # callPredicate
  ;

comparator
  : EQUAL
  | NOT_EQUAL
  | LESS
  | LESS_OR_EQUAL
  | GREATER
  | GREATER_OR_EQUAL
  ;

operand
  : OPEN operand CLOSE
  | call
  | VALUE_PLACEHOLDER
  | groupedPath
  ;

call
  : WORD OPEN operand (COMMA operand)* CLOSE
  ;

// Only in conditions, the beginning of a path may be in parentheses: (a.b).c
groupedPath
  : (name | OPEN groupedPath CLOSE) step*
  ;

update
  : clause+ EOF
  ;

clause
  : SET setAction (COMMA setAction)* # setClause
  | REMOVE path (COMMA path)* # removeClause
  | ADD valueAction (COMMA valueAction)* # addClause
  | DELETE valueAction (COMMA valueAction)* # deleteClause
  ;

setAction
  : path EQUAL setValue
  ;

setValue
  : OPEN setValue CLOSE
  | left=setOperand (operator=(PLUS | MINUS) right=setOperand)?
  ;

setOperand
  : OPEN setOperand CLOSE
  | setCall
  | VALUE_PLACEHOLDER
  | path
  ;

setCall
  : WORD OPEN setOperand (COMMA setOperand)* CLOSE
  ;

valueAction
  : path VALUE_PLACEHOLDER
  ;

projection
  : path (COMMA path)* EOF
  ;

path
  : name step*
  ;

step
  : DOT name
  | OPEN_INDEX INTEGER CLOSE_INDEX
  ;

name
  : WORD
  | NAME_PLACEHOLDER
  ;
