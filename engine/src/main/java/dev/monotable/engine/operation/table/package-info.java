/**
 * Tables: CreateTable, UpdateTable, DeleteTable, DescribeTable, ListTables, Time to Live and
 * account limits.
 */
@NullMarked
package dev.monotable.engine.operation.table;

import org.jspecify.annotations.NullMarked;
