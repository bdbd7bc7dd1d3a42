/*
 * PartiQL statements, as DynamoDB's parser reads them. The parser reads more than DynamoDB supports,
 * because parsed but unsupported clauses have their own error messages.
 *
 * One or two tokens of lookahead decide each alternative, so a syntax error is found at the first token
 * that no statement can have there. The message names this token and the expected ones.
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.statements.html
 */
parser grammar PartiqlGrammar;

options {
  tokenVocab = PartiqlTokens;
}

statement
  : command SEMICOLON? EOF
  ;

command
  : select
  | insert
  | update
  | updateFrom
  | delete
  | expression
  ;

select
  : SELECT (DISTINCT | ALL)? (STAR | column (COMMA column)*)
    FROM source (COMMA source)*
    where?
    (GROUP BY expression (COMMA expression)*)?
    (HAVING expression)?
    (ORDER BY order (COMMA order)*)?
    (LIMIT expression)?
    (OFFSET expression)?
  ;

column
  : expression (AS anyName)?
  ;

source
  : anyName (DOT anyName)* alias?
  ;

order
  : expression direction=(ASC | DESC)?
  ;

insert
  : INSERT INTO target (VALUE expression | expression) returning?
  ;

update
  : UPDATE target alias? change+ where? returning?
  ;

// The clauses are in another order, with the same meaning.
updateFrom
  : FROM target alias? where? change+ returning?
  ;

delete
  : DELETE FROM target alias? where? returning?
  ;

target
  : anyName (DOT anyName)*
  ;

alias
  : AS anyName
  | anyName
  ;

where
  : WHERE expression
  ;

change
  : SET assignment (COMMA assignment)*
  | REMOVE path
  ;

assignment
  : path EQUAL expression
  ;

returning
  : RETURNING extent=(ALL | MODIFIED) version=(OLD | NEW) STAR
  ;

expression
  : conjunction (OR conjunction)*
  ;

conjunction
  : negation (AND negation)*
  ;

negation
  : NOT* comparison
  ;

comparison
  : sum test*
  ;

test
  : comparator sum # compare
  | IS NOT? type # is
  | NOT? membership # among
  ;

comparator
  : EQUAL
  | NOT_EQUAL
  | LESS
  | LESS_OR_EQUAL
  | GREATER
  | GREATER_OR_EQUAL
  ;

membership
  : IN candidates # in
  | BETWEEN low=sum AND high=sum # between
  | LIKE sum # like
  ;

candidates
  : OPEN expression (COMMA expression)* CLOSE
  | list
  | bag
  | PARAMETER
  ;

type
  : NULL
  | MISSING
  | DOUBLE PRECISION
  | CHARACTER VARYING?
  | TYPE_KEYWORD
  ;

sum
  : product (operators+=(PLUS | MINUS | CONCATENATE) product)*
  ;

product
  : signed (operators+=(STAR | SLASH | PERCENT) signed)*
  ;

signed
  : sign* term
  ;

sign
  : PLUS
  | MINUS
  ;

term
  : OPEN (select | expression) CLOSE # group
  | functionName OPEN (select | arguments)? CLOSE # keywordCall
  | IDENTIFIER OPEN arguments? CLOSE # call
  | path # pathTerm
  | literal # literalTerm
  | PARAMETER # parameter
  | list # listTerm
  | map # mapTerm
  | bag # bagTerm
  ;

functionName
  : EXISTS
  | FUNCTION_KEYWORD
  ;

arguments
  : STAR
  | expression (COMMA expression)*
  ;

path
  : anyName step*
  ;

step
  : DOT (anyName | STAR)
  | OPEN_LIST sign* NUMBER CLOSE_LIST
  ;

anyName
  : IDENTIFIER
  | QUOTED
  ;

literal
  : STRING
  | NUMBER
  | TRUE
  | FALSE
  | NULL
  | MISSING
  ;

list
  : OPEN_LIST (expression (COMMA expression)*)? CLOSE_LIST
  ;

bag
  : OPEN_BAG (expression (COMMA expression)*)? CLOSE_BAG
  ;

map
  : OPEN_MAP (member (COMMA member)*)? CLOSE_MAP
  ;

member
  : expression COLON expression
  ;
