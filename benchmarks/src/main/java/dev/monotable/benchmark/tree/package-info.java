/**
 * Benchmarks that decided the structure of the trees: of the tree in use, and of prototypes of the
 * alternatives. The results are in {@code benchmarks/TREES.md}.
 */
@NullMarked
package dev.monotable.benchmark.tree;

import org.jspecify.annotations.NullMarked;
