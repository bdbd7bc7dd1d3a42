/** Rules for all modules: sizes, names, and dependencies between packages. */
package dev.monotable.rules;
