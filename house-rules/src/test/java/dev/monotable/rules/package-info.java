/** Rules that every module keeps: sizes, names, and which packages may use which. */
package dev.monotable.rules;
