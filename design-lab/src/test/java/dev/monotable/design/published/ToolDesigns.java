package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;
import static dev.monotable.design.published.App.uuid;

/** Designs with the keys of OneTable, ElectroDB, DynamoDB-Toolbox and TypeDORM. */
final class ToolDesigns {
  private ToolDesigns() {}

  /** OneTable: accounts of a software service, their users and invoices. */
  static void saas(App app) {
    createAccounts(app);
    useAccounts(app);
  }

  private static void createAccounts(App app) {
    for (int i = 0; i < 5; i++) {
      String account = ulid(i);
      app.pause();
      app.create(
          "pk",
          "account:" + account,
          "sk",
          "account:",
          "gs1pk",
          "account",
          "gs1sk",
          "account:Company " + i + account,
          "_type",
          "Account",
          "accountName",
          "Company " + i,
          "balance",
          0);
      for (int user = 0; user < 4; user++) {
        String id = ulid(100 + 10 * i + user);
        String email = "u" + user + "@company" + i + ".com";
        app.pause();
        app.transact(
            app.putting(
                "pk",
                "account:" + account,
                "sk",
                "user:" + id,
                "gs2pk",
                "user:" + email,
                "gs2sk",
                "user:",
                "_type",
                "User",
                "email",
                email,
                "userRole",
                "user"),
            app.putting("pk", "_unique#email#" + email, "sk", "_unique#", "_type", "_Unique"));
        app.pause();
        app.create(
            "pk",
            "account:" + account,
            "sk",
            "invoice:" + at(10 * i + user),
            "_type",
            "Invoice",
            "total",
            99 + user,
            "memo",
            text(200));
      }
    }
  }

  private static void useAccounts(App app) {
    for (int i = 0; i < 5; i++) {
      String account = "account:" + ulid(i);
      app.pause();
      app.get(app.key(account, "account:"));
      app.pause();
      app.find(null, "pk = :a AND begins_with(sk, :u)", ":a", account, ":u", "user:");
      app.pause();
      app.newest(null, 12, "pk = :a AND begins_with(sk, :i)", ":a", account, ":i", "invoice:");
      app.pause();
      app.find(
          "gs2", "gs2pk = :e AND gs2sk = :u", ":e", "user:u1@company" + i + ".com", ":u", "user:");
      app.pause();
      app.updateIf(
          app.key(account, "account:"),
          "SET balance = balance + :b",
          "attribute_exists(pk)",
          ":b",
          10);
    }
    app.pause();
    app.find("gs1", "gs1pk = :t", ":t", "account");
  }

  /** ElectroDB: employees and tasks, with the tasks of a project by an index. */
  static void tasks(App app) {
    createTasks(app);
    useTasks(app);
  }

  private static void createTasks(App app) {
    for (int i = 0; i < 5; i++) {
      String employee = uuid("employee", i);
      app.pause();
      app.create(
          "pk",
          "$taskapp#employee_" + employee,
          "sk",
          "$assignments#employee_1",
          "gsi1pk",
          "$taskapp#team_" + (i % 2 == 0 ? "web" : "data"),
          "gsi1sk",
          "$employee_1#name_e" + i,
          "__edb_e__",
          "employee",
          "__edb_v__",
          "1",
          "employee",
          employee,
          "fullName",
          "E " + i);
      for (int task = 0; task < 4; task++) {
        String id = uuid("task", 4 * i + task);
        String project = uuid("project", task);
        app.pause();
        app.create(
            "pk",
            "$taskapp#employee_" + employee,
            "sk",
            "$assignments#task_1#project_" + project + "#task_" + id,
            "gsi2pk",
            "$taskapp#project_" + project,
            "gsi2sk",
            "$task_1#task_" + id,
            "__edb_e__",
            "task",
            "__edb_v__",
            "1",
            "task",
            id,
            "points",
            3,
            "description",
            text(150));
      }
    }
  }

  private static void useTasks(App app) {
    for (int i = 0; i < 5; i++) {
      String employee = "$taskapp#employee_" + uuid("employee", i);
      app.pause();
      app.find(
          null, "pk = :e AND begins_with(sk, :a)", ":e", employee, ":a", "$assignments#task_1#");
      app.pause();
      app.find(null, "pk = :e AND begins_with(sk, :a)", ":e", employee, ":a", "$assignments");
      app.pause();
      app.get(app.key(employee, "$assignments#employee_1"));
      app.pause();
      app.updateIf(
          app.key(
              employee,
              "$assignments#task_1#project_" + uuid("project", 0) + "#task_" + uuid("task", 4 * i)),
          "SET points = :p",
          "attribute_exists(pk)",
          ":p",
          5);
    }
    for (int project = 0; project < 4; project++) {
      app.pause();
      app.find(
          "gsi2",
          "gsi2pk = :p AND begins_with(gsi2sk, :t)",
          ":p",
          "$taskapp#project_" + uuid("project", project),
          ":t",
          "$task_1#");
    }
    app.pause();
    app.find(
        "gsi1",
        "gsi1pk = :t AND begins_with(gsi1sk, :e)",
        ":t",
        "$taskapp#team_web",
        ":e",
        "$employee_1#");
  }

  /** DynamoDB-Toolbox: artists, albums and songs. */
  static void music(App app) {
    createMusic(app);
    useMusic(app);
  }

  private static void createMusic(App app) {
    for (int i = 0; i < 5; i++) {
      String artist = "ARTIST#" + uuid("artist", i);
      app.pause();
      app.create(
          "pk",
          artist,
          "sk",
          "PROFILE",
          "_et",
          "Artist",
          "_ct",
          at(i),
          "_md",
          at(i),
          "artistName",
          "Artist " + i);
      for (int album = 0; album < 2; album++) {
        app.pause();
        app.create(
            "pk",
            artist,
            "sk",
            "ALBUM#" + (1990 + 5 * album + i) + "#" + uuid("album", 2 * i + album),
            "_et",
            "Album",
            "_ct",
            at(i),
            "_md",
            at(i),
            "title",
            "Album " + album);
        for (int song = 0; song < 3; song++) {
          String id = uuid("song", 6 * i + 3 * album + song);
          app.pause();
          app.create(
              "pk",
              "ALBUM#" + uuid("album", 2 * i + album),
              "sk",
              "SONG#0" + (song + 1),
              "gsi1pk",
              "SONG#" + id,
              "gsi1sk",
              "SONG#" + id,
              "_et",
              "Song",
              "_ct",
              at(i),
              "_md",
              at(i),
              "title",
              "Song " + song,
              "seconds",
              180 + song);
        }
      }
    }
  }

  private static void useMusic(App app) {
    for (int i = 0; i < 5; i++) {
      String artist = "ARTIST#" + uuid("artist", i);
      app.pause();
      app.get(app.key(artist, "PROFILE"));
      app.pause();
      app.find(
          null,
          "pk = :a AND begins_with(sk, :s)",
          query -> query.scanIndexForward(false),
          ":a",
          artist,
          ":s",
          "ALBUM#");
      app.pause();
      app.find(null, "pk = :a", ":a", "ALBUM#" + uuid("album", 2 * i));
      app.pause();
      app.find("gsi1", "gsi1pk = :s", ":s", "SONG#" + uuid("song", 6 * i));
      app.pause();
      app.updateIf(
          app.key(artist, "PROFILE"),
          "SET biography = :b, #_md = :m",
          "attribute_exists(pk)",
          ":b",
          text(200),
          ":m",
          at(100 + i));
    }
  }

  /** TypeDORM: organisations and their people by status. */
  static void people(App app) {
    createPeople(app);
    usePeople(app);
  }

  private static void createPeople(App app) {
    for (int i = 0; i < 4; i++) {
      String org = uuid("org", i);
      app.pause();
      app.create(
          "PK",
          "ORG#" + org,
          "SK",
          "ORG#" + org,
          "__en",
          "organisation",
          "id",
          org,
          "orgName",
          "Org " + i);
      for (int user = 0; user < 5; user++) {
        String id = uuid("user", 5 * i + user);
        app.pause();
        app.transact(
            app.putting(
                "PK",
                "USER#" + id,
                "SK",
                "USER#" + id,
                "GSI1PK",
                "ORG#" + org + "#STATUS#active",
                "GSI1SK",
                "USER#" + at(5 * i + user),
                "__en",
                "user",
                "id",
                id,
                "email",
                "p" + user + "@org" + i + ".com",
                "userStatus",
                "active",
                "about",
                text(250)),
            app.putting(
                "PK",
                "DRM_GEN_USER.EMAIL#p" + user + "@org" + i + ".com",
                "SK",
                "DRM_GEN_USER.EMAIL#p" + user + "@org" + i + ".com"));
      }
    }
  }

  private static void usePeople(App app) {
    for (int i = 0; i < 4; i++) {
      String org = uuid("org", i);
      app.pause();
      app.get(app.key("ORG#" + org, "ORG#" + org));
      app.pause();
      app.find(
          "GSI1",
          "GSI1PK = :o AND begins_with(GSI1SK, :u)",
          ":o",
          "ORG#" + org + "#STATUS#active",
          ":u",
          "USER#");
      app.pause();
      String user = "USER#" + uuid("user", 5 * i);
      app.get(app.key(user, user));
      app.pause();
      app.updateIf(
          app.key(user, user),
          "SET userStatus = :s, GSI1PK = :g",
          "attribute_exists(PK)",
          ":s",
          "inactive",
          ":g",
          "ORG#" + org + "#STATUS#inactive");
    }
  }
}
