package dev.monotable.torture.bank;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.Json;
import java.io.IOException;

/**
 * A table of accounts. An account has a balance and savings; both count. Its version changes with
 * each write.
 */
record Bank(String table) {
  /** The number of accounts that may exist, in branches of four. */
  static final int ACCOUNTS = 16;

  /** The sum of all accounts. */
  static final long TOTAL = 1_600;

  private static final int PER_BRANCH = 4;

  /** Creates the table with its indexes and its stream, and opens all accounts. */
  static Bank open(Connection connection, String table) throws IOException {
    Bank bank = new Bank(table);
    connection.require("CreateTable", createTable(table));
    for (int i = 0; i < ACCOUNTS; i++) {
      ObjectNode put = bank.request();
      put.set("Item", account(i, TOTAL / ACCOUNTS, 0, 1));
      connection.require("PutItem", put);
    }
    return bank;
  }

  private static ObjectNode createTable(String name) {
    return Json.parse(
            """
            {'BillingMode': 'PAY_PER_REQUEST',
             'AttributeDefinitions': [
               {'AttributeName': 'branch', 'AttributeType': 'S'},
               {'AttributeName': 'account', 'AttributeType': 'N'},
               {'AttributeName': 'every', 'AttributeType': 'S'},
               {'AttributeName': 'balance', 'AttributeType': 'N'}],
             'KeySchema': [{'AttributeName': 'branch', 'KeyType': 'HASH'},
               {'AttributeName': 'account', 'KeyType': 'RANGE'}],
             'GlobalSecondaryIndexes': [
               {'IndexName': 'All', 'KeySchema': [
                  {'AttributeName': 'every', 'KeyType': 'HASH'},
                  {'AttributeName': 'balance', 'KeyType': 'RANGE'}],
                'Projection': {'ProjectionType': 'ALL'}},
               {'IndexName': 'Keys', 'KeySchema': [
                  {'AttributeName': 'balance', 'KeyType': 'HASH'}],
                'Projection': {'ProjectionType': 'KEYS_ONLY'}}],
             'LocalSecondaryIndexes': [
               {'IndexName': 'InBranch', 'KeySchema': [
                  {'AttributeName': 'branch', 'KeyType': 'HASH'},
                  {'AttributeName': 'balance', 'KeyType': 'RANGE'}],
                'Projection': {'ProjectionType': 'INCLUDE', 'NonKeyAttributes': ['savings']}}],
             'StreamSpecification': {'StreamEnabled': true,
               'StreamViewType': 'NEW_AND_OLD_IMAGES'}}
            """)
        .put("TableName", name);
  }

  /** Returns a request for the table. */
  ObjectNode request() {
    return Json.object().put("TableName", table);
  }

  static ObjectNode key(int account) {
    ObjectNode key = Json.object();
    key.set("branch", Json.string(branch(account)));
    key.set("account", Json.number(account));
    return key;
  }

  static String branch(int account) {
    return "branch-" + account / PER_BRANCH;
  }

  static ObjectNode account(int number, long balance, long savings, long version) {
    ObjectNode item = key(number);
    item.set("balance", Json.number(balance));
    item.set("savings", Json.number(savings));
    item.set("version", Json.number(version));
    item.set("every", Json.string("account"));
    return item;
  }

  static long number(JsonNode item, String name) {
    JsonNode value = item.path(name).path("N");
    if (value.isMissingNode()) {
      throw new AssertionError(name + " is missing in " + item);
    }
    return value.asLong();
  }

  /** Returns the money of an account. */
  static long money(JsonNode item) {
    long balance = number(item, "balance");
    long savings = number(item, "savings");
    if (balance < 0 || savings < 0) {
      throw new AssertionError("overdrawn: " + item);
    }
    return balance + savings;
  }
}
