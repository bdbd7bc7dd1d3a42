/**
 * The databases of a process and their Regions. This package creates, forks, resets, replicates and
 * closes databases, and finds the database for the access key and Region of a request.
 */
@NullMarked
package dev.monotable.engine.database;

import org.jspecify.annotations.NullMarked;
