/**
 * What decided the shape of the trees: measurements of the tree that is used and of prototypes of
 * those that are not. Results in {@code benchmarks/TREES.md}.
 */
@NullMarked
package dev.monotable.benchmark.tree;

import org.jspecify.annotations.NullMarked;
