/*
 * The tokens of PartiQL statements. Every text has tokens: an unknown character, and a
 * string or comment that is not closed, is a token BROKEN.
 *
 * Keywords are those of SQL-92 and of PartiQL. DynamoDB accepts them as attribute names only in
 * double quotes. Keywords that the grammar does not use are RESERVED.
 *
 * https://partiql.org/assets/PartiQL-Specification.pdf
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.html
 */
lexer grammar PartiqlTokens;

options {
  caseInsensitive = true;
}

ALL : 'ALL';
AND : 'AND';
AS : 'AS';
ASC : 'ASC';
BETWEEN : 'BETWEEN';
BY : 'BY';
DELETE : 'DELETE';
DESC : 'DESC';
DISTINCT : 'DISTINCT';
EXISTS : 'EXISTS';
FALSE : 'FALSE';
FROM : 'FROM';
GROUP : 'GROUP';
HAVING : 'HAVING';
IN : 'IN';
INSERT : 'INSERT';
INTO : 'INTO';
IS : 'IS';
LIKE : 'LIKE';
LIMIT : 'LIMIT';
MISSING : 'MISSING';
MODIFIED : 'MODIFIED';
NEW : 'NEW';
NOT : 'NOT';
NULL : 'NULL';
OFFSET : 'OFFSET';
OLD : 'OLD';
OR : 'OR';
ORDER : 'ORDER';
REMOVE : 'REMOVE';
RETURNING : 'RETURNING';
SELECT : 'SELECT';
SET : 'SET';
TRUE : 'TRUE';
UPDATE : 'UPDATE';
VALUE : 'VALUE';
WHERE : 'WHERE';

/* Keywords that are also names of functions. */
FUNCTION_KEYWORD
  : 'AVG' | 'BIT_LENGTH' | 'CHARACTER_LENGTH' | 'CHAR_LENGTH' | 'COALESCE' | 'COUNT' | 'EXTRACT'
  | 'LOWER' | 'MAX' | 'MIN' | 'NULLIF' | 'OCTET_LENGTH' | 'SIZE' | 'SUBSTRING' | 'SUM' | 'TRIM'
  | 'UPPER'
  ;

/* Keywords that are names of types, for IS. */
DOUBLE : 'DOUBLE';
PRECISION : 'PRECISION';
CHARACTER : 'CHARACTER';
VARYING : 'VARYING';
TYPE_KEYWORD
  : 'ANY' | 'BAG' | 'BLOB' | 'BOOL' | 'BOOLEAN' | 'CHAR' | 'CLOB' | 'DATE' | 'DEC' | 'DECIMAL'
  | 'FLOAT' | 'INT' | 'INT2' | 'INT4' | 'INT8' | 'INTEGER' | 'INTEGER2' | 'INTEGER4' | 'INTEGER8'
  | 'LIST' | 'NUMERIC' | 'REAL' | 'SEXP' | 'SMALLINT' | 'STRING' | 'STRUCT' | 'SYMBOL' | 'TIME'
  | 'TIMESTAMP' | 'TUPLE' | 'VARCHAR'
  ;

RESERVED
  : 'ABSOLUTE' | 'ACTION' | 'ADD' | 'ALLOCATE' | 'ALTER' | 'ARE' | 'ASSERTION' | 'AT'
  | 'AUTHORIZATION' | 'BEGIN' | 'BIT' | 'CASCADE' | 'CASCADED' | 'CASE' | 'CAST' | 'CATALOG'
  | 'CHECK' | 'CLOSE' | 'COLLATE' | 'COLLATION' | 'COLUMN' | 'COMMIT' | 'CONNECT' | 'CONNECTION'
  | 'CONSTRAINT' | 'CONSTRAINTS' | 'CONTINUE' | 'CONVERT' | 'CORRESPONDING' | 'CREATE' | 'CROSS'
  | 'CURRENT' | 'CURRENT_DATE' | 'CURRENT_TIME' | 'CURRENT_TIMESTAMP' | 'CURRENT_USER' | 'CURSOR'
  | 'DEALLOCATE' | 'DECLARE' | 'DEFAULT' | 'DEFERRABLE' | 'DEFERRED' | 'DESCRIBE' | 'DESCRIPTOR'
  | 'DIAGNOSTICS' | 'DISCONNECT' | 'DOMAIN' | 'DROP' | 'ELSE' | 'END' | 'ESCAPE' | 'EXCEPT'
  | 'EXCEPTION' | 'EXEC' | 'EXECUTE' | 'EXTERNAL' | 'FETCH' | 'FIRST' | 'FOR' | 'FOREIGN' | 'FOUND'
  | 'FULL' | 'GET' | 'GLOBAL' | 'GO' | 'GOTO' | 'GRANT' | 'IDENTITY' | 'IMMEDIATE' | 'INDEX'
  | 'INDICATOR' | 'INITIALLY' | 'INNER' | 'INPUT' | 'INSENSITIVE' | 'INTERSECT' | 'INTERVAL'
  | 'ISOLATION' | 'JOIN' | 'KEY' | 'LANGUAGE' | 'LAST' | 'LEFT' | 'LEVEL' | 'LOCAL' | 'MATCH'
  | 'MODULE' | 'NAMES' | 'NATIONAL' | 'NATURAL' | 'NCHAR' | 'NEXT' | 'NO' | 'OF' | 'ON' | 'ONLY'
  | 'OPEN' | 'OPTION' | 'OUTER' | 'OUTPUT' | 'OVERLAPS' | 'PAD' | 'PARTIAL' | 'PIVOT' | 'POSITION'
  | 'PREPARE' | 'PRESERVE' | 'PRIMARY' | 'PRIOR' | 'PRIVILEGES' | 'PROCEDURE' | 'PUBLIC' | 'READ'
  | 'REFERENCES' | 'RELATIVE' | 'RESTRICT' | 'REVOKE' | 'RIGHT' | 'ROLLBACK' | 'ROWS' | 'SCHEMA'
  | 'SCROLL' | 'SECTION' | 'SESSION' | 'SESSION_USER' | 'SOME' | 'SPACE' | 'SQL' | 'SQLCODE'
  | 'SQLERROR' | 'SQLSTATE' | 'SYSTEM_USER' | 'TABLE' | 'TEMPORARY' | 'THEN' | 'TO' | 'TRANSACTION'
  | 'TRANSLATE' | 'TRANSLATION' | 'UNION' | 'UNIQUE' | 'UNKNOWN' | 'UNPIVOT' | 'USAGE' | 'USER'
  | 'USING' | 'VALUES' | 'VIEW' | 'WHEN' | 'WHENEVER' | 'WITH' | 'WORK' | 'WRITE' | 'ZONE'
  ;

IDENTIFIER : [A-Z_$] [A-Z0-9_$]*;
QUOTED : '"' (~'"' | '""')* '"';
STRING : '\'' (~'\'' | '\'\'')* '\'';
NUMBER : (DIGITS ('.' DIGITS?)? | '.' DIGITS) ('E' [+-]? DIGITS)?;
PARAMETER : '?';

EQUAL : '=';
NOT_EQUAL : '<>' | '!=';
LESS_OR_EQUAL : '<=';
LESS : '<';
GREATER_OR_EQUAL : '>=';
GREATER : '>';
OPEN_BAG : '<<';
CLOSE_BAG : '>>';
CONCATENATE : '||';
PLUS : '+';
MINUS : '-';
STAR : '*';
SLASH : '/';
PERCENT : '%';
COMMA : ',';
COLON : ':';
SEMICOLON : ';';
DOT : '.';
OPEN : '(';
CLOSE : ')';
OPEN_LIST : '[';
CLOSE_LIST : ']';
OPEN_MAP : '{';
CLOSE_MAP : '}';

WHITE_SPACE : [ \t\r\n\f]+ -> skip;
LINE_COMMENT : '--' ~[\r\n]* -> skip;
BLOCK_COMMENT : '/*' .*? '*/' -> skip;

BROKEN
  : '/*' (~'*' | '*'+ ~[*/])* '*'*
  | '"' (~'"' | '""')*
  | '\'' (~'\'' | '\'\'')*
  | .
  ;

fragment DIGITS : [0-9]+;
