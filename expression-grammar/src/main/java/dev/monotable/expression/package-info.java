/** The syntax of DynamoDB's expressions: grammars, syntax trees and the parser. Knows no tables. */
@NullMarked
package dev.monotable.expression;

import org.jspecify.annotations.NullMarked;
