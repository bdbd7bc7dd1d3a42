/*
 * PartiQL statements, as far as DynamoDB's parser reads them: more than DynamoDB runs, because what it
 * reads and does not run it refuses in words of its own.
 *
 * Each choice is made by the next token or two, so that a statement is refused at the first token
 * that none could have at its place: that token and what could stand there make the message.
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

// The order of the clauses is another, the meaning is the same.
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
