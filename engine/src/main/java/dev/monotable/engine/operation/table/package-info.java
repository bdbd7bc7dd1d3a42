/**
 * CreateTable, UpdateTable, DeleteTable, DescribeTable, ListTables, time to live, account limits.
 */
@NullMarked
package dev.monotable.engine.operation.table;

import org.jspecify.annotations.NullMarked;
