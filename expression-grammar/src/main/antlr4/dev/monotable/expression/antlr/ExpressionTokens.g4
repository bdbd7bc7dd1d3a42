/*
 * The tokens of condition, update and projection expressions. Every text has tokens: a character that
 * no other rule matches is a token OTHER, as AWS's error messages show them.
 */
lexer grammar ExpressionTokens;

options {
  caseInsensitive = true;
}

AND : 'AND';
BETWEEN : 'BETWEEN';
IN : 'IN';
NOT : 'NOT';
OR : 'OR';

ADD : 'ADD';
DELETE : 'DELETE';
REMOVE : 'REMOVE';
SET : 'SET';

WORD : [A-Z] [A-Z0-9_]*;
NAME_PLACEHOLDER : '#' [A-Z0-9_]+;
VALUE_PLACEHOLDER : ':' [A-Z0-9_]+;
// Without leading zeros: 00 is two tokens, of which AWS reports the second.
INTEGER : '0' | [1-9] [0-9]*;

EQUAL : '=';
NOT_EQUAL : '<>';
LESS_OR_EQUAL : '<=';
LESS : '<';
GREATER_OR_EQUAL : '>=';
GREATER : '>';
PLUS : '+';
MINUS : '-';
COMMA : ',';
DOT : '.';
OPEN : '(';
CLOSE : ')';
OPEN_INDEX : '[';
CLOSE_INDEX : ']';

WHITE_SPACE : [ \t\r\n]+ -> skip;
OTHER : .;
