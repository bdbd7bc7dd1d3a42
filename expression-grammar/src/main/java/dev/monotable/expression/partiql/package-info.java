/** The syntax of PartiQL for DynamoDB: its syntax tree and the parser. Knows no tables. */
@NullMarked
package dev.monotable.expression.partiql;

import org.jspecify.annotations.NullMarked;
