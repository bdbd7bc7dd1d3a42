package dev.monotable.design.published;

import static dev.monotable.design.published.App.at;
import static dev.monotable.design.published.App.text;
import static dev.monotable.design.published.App.ulid;
import static dev.monotable.design.published.App.uuid;
import static dev.monotable.design.published.App.with;
import static dev.monotable.design.published.Flaw.flaw;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;

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
      app.create(
          "pk: account:{0}, sk: account:, gs1pk: account, gs1sk: account:Company {1}{0}, _type:"
              + " Account, accountName: Company {1}, balance: 0",
          account, i);
      for (int user = 0; user < 4; user++) {
        String id = ulid(100 + 10 * i + user);
        String email = "u" + user + "@company" + i + ".com";
        app.transact(
            app.putting(
                "pk: account:{0}, sk: user:{1}, gs2pk: user:{2}, gs2sk: user:, _type: User, email:"
                    + " {2}, userRole: user",
                account, id, email),
            app.putting("pk: _unique#email#{}, sk: _unique#, _type: _Unique", email));
        app.create(
            "pk: account:{}, sk: invoice:{}, _type: Invoice, total: {}, memo: {}",
            account,
            at(10 * i + user),
            99 + user,
            text(200));
      }
    }
  }

  private static void useAccounts(App app) {
    for (int i = 0; i < 5; i++) {
      String account = "account:" + ulid(i);
      app.get(app.keyOf(account, "account:"));
      app.find("pk = {} AND begins_with(sk, 'user:')", account);
      app.newest(12, "pk = {} AND begins_with(sk, 'invoice:')", account);
      app.findIn("gs2", "gs2pk = 'user:u1@company{}.com' AND gs2sk = 'user:'", i);
      app.updateIf(
          app.keyOf(account, "account:"), "SET balance = balance + 10", "attribute_exists(pk)");
    }
    app.findIn("gs1", "gs1pk = 'account'");
  }

  static final List<Flaw> ONETABLE_SAAS_FLAWS =
      List.of(
          flaw(
                  "a user is put again to change the role",
                  "put-to-change-one-attribute",
                  "lost-update")
              .times(
                  4,
                  (app, i) -> {
                    Item user =
                        app.get(app.keyOf("account:" + ulid(i), "user:" + ulid(100 + 10 * i)));
                    app.put(with(user, "userRole", "admin"));
                  }),
          flaw("user and usergroup", "prefix-within-word")
              .after(
                  app -> {
                    String account = "account:" + ulid(1);
                    app.now.create(
                        "pk: {}, sk: usergroup:{}, _type: UserGroup", account, ulid(900));
                    app.find("pk = {} AND begins_with(sk, 'user')", account);
                  }),
          flaw("one account has most of it", "skewed-partition-key")
              .times(
                  120,
                  (app, i) ->
                      app.create(
                          "pk: account:{}, sk: invoice:{}, _type: Invoice, total: 1",
                          ulid(2),
                          at(500 + i))),
          flaw("totals are read from large invoices", "projection-of-large-items")
              .items(item -> item.contains("memo") ? with(item, "memo", text(5_000)) : item)
              .after(
                  app ->
                      app.now.find(
                          "pk = 'account:{}' AND begins_with(sk, 'invoice:')",
                          query -> query.projectionExpression("#total"),
                          ulid(1))),
          flaw("an update in a transaction of one", "transaction-of-one-action")
              .times(
                  4,
                  (app, i) ->
                      app.transact(
                          app.updating(
                              app.keyOf("account:" + ulid(i), "account:"),
                              "SET balance = balance + 5",
                              "attribute_exists(pk)"))),
          flaw("all users by a Scan", "scan").after(app -> app.now.scan("#_type = 'User'")),
          flaw("a user by email with a filter", "filter-discards-most", "filter-on-key-attribute")
              .times(
                  3,
                  (app, i) ->
                      app.find(
                          "pk = 'account:{}' AND begins_with(sk, 'user:')",
                          query -> query.filterExpression("email = 'u2@company{}.com'"),
                          ulid(i),
                          i)));

  /** ElectroDB: employees and tasks, with the tasks of a project by an index. */
  static void tasks(App app) {
    createTasks(app);
    useTasks(app);
  }

  private static void createTasks(App app) {
    for (int i = 0; i < 5; i++) {
      String employee = uuid("employee", i);
      app.create(
          "pk: $taskapp#employee_{0}, sk: $assignments#employee_1, gsi1pk: $taskapp#team_{1},"
              + " gsi1sk: $employee_1#name_e{2}, __edb_e__: employee, __edb_v__: '1', employee:"
              + " {0}, fullName: E {2}",
          employee, i % 2 == 0 ? "web" : "data", i);
      for (int task = 0; task < 4; task++) {
        String id = uuid("task", 4 * i + task);
        String project = uuid("project", task);
        app.create(
            "pk: $taskapp#employee_{0}, sk: $assignments#task_1#project_{1}#task_{2}, gsi2pk:"
                + " $taskapp#project_{1}, gsi2sk: $task_1#task_{2}, __edb_e__: task, __edb_v__:"
                + " '1', task: {2}, points: 3, description: {3}",
            employee, project, id, text(150));
      }
    }
  }

  private static void useTasks(App app) {
    for (int i = 0; i < 5; i++) {
      String employee = "$taskapp#employee_" + uuid("employee", i);
      app.find("pk = {} AND begins_with(sk, '$assignments#task_1#')", employee);
      app.find("pk = {} AND begins_with(sk, '$assignments')", employee);
      app.get(app.keyOf(employee, "$assignments#employee_1"));
      app.updateIf(
          app.keyOf(
              employee,
              "$assignments#task_1#project_" + uuid("project", 0) + "#task_" + uuid("task", 4 * i)),
          "SET points = 5",
          "attribute_exists(pk)");
    }
    for (int project = 0; project < 4; project++) {
      app.findIn(
          "gsi2",
          "gsi2pk = '$taskapp#project_{}' AND begins_with(gsi2sk, '$task_1#')",
          uuid("project", project));
    }
    app.findIn("gsi1", "gsi1pk = '$taskapp#team_web' AND begins_with(gsi1sk, '$employee_1#')");
  }

  static final List<Flaw> ELECTRODB_TASKS_FLAWS =
      List.of(
          flaw("a get for each task of a project", "read-for-each-result")
              .after(
                  app -> {
                    List<Item> tasks =
                        app.findIn("gsi2", "gsi2pk = '$taskapp#project_{}'", uuid("project", 1));
                    for (Item task : tasks) {
                      app.now.get(app.keyOf(text(task, "pk"), text(task, "sk")));
                    }
                  }),
          flaw("an index by status of which only open is read", "index-could-be-sparse")
              .tables(
                  "      gsi2: {",
                  "      gsi3: {partitionKey: taskStatus, sortKey: sk}\n      gsi2: {")
              .items(
                  item ->
                      item.contains("task")
                          ? with(item, "taskStatus", item.hashCode() % 5 == 0 ? "open" : "done")
                          : item)
              .after(
                  app -> {
                    for (int i = 0; i < 12; i++) {
                      app.now.create(
                          "pk: $taskapp#employee_x{0}, sk: $assignments#task_1#task_{0}, task:"
                              + " t{0}, taskStatus: done",
                          i);
                    }
                    for (int i = 0; i < 3; i++) {
                      app.findIn("gsi3", "taskStatus = 'open'");
                    }
                  }),
          flaw("points are read and set", "lost-update")
              .times(
                  12,
                  (app, i) -> {
                    Item key =
                        app.keyOf(
                            "$taskapp#employee_" + uuid("employee", i % 3),
                            "$assignments#task_1#project_"
                                + uuid("project", 1)
                                + "#task_"
                                + uuid("task", 4 * (i % 3) + 1));
                    app.get(key);
                    app.now.update(key, "SET points = {}", 8 + i);
                  }),
          flaw("an employee replaces a task", "put-replaces-other-entity")
              .after(
                  app ->
                      app.now.put(
                          "pk: $taskapp#employee_{0}, sk: $assignments#task_1#project_{1}#task_{2},"
                              + " __edb_e__: employee, __edb_v__: '1', employee: {0}, fullName:"
                              + " Oops",
                          uuid("employee", 2), uuid("project", 2), uuid("task", 10))),
          flaw("time entries by day", "rolling-partition-key")
              .times(
                  30,
                  (app, i) ->
                      app.create(
                          "pk: $taskapp#day_2026-03-0{}, sk: $entry_1#at_{}, __edb_e__: entry,"
                              + " minutes: 15",
                          1 + i / 6,
                          at(200 + i))));

  /** DynamoDB-Toolbox: artists, albums and songs. */
  static void music(App app) {
    createMusic(app);
    useMusic(app);
  }

  private static void createMusic(App app) {
    for (int i = 0; i < 5; i++) {
      String artist = "ARTIST#" + uuid("artist", i);
      app.create(
          "pk: {0}, sk: PROFILE, _et: Artist, _ct: {1}, _md: {1}, artistName: Artist {2}",
          artist, at(i), i);
      for (int album = 0; album < 2; album++) {
        app.create(
            "pk: {0}, sk: ALBUM#{1}#{2}, _et: Album, _ct: {3}, _md: {3}, title: Album {4}",
            artist, 1990 + 5 * album + i, uuid("album", 2 * i + album), at(i), album);
        for (int song = 0; song < 3; song++) {
          String id = uuid("song", 6 * i + 3 * album + song);
          app.create(
              "pk: ALBUM#{0}, sk: SONG#0{1}, gsi1pk: SONG#{2}, gsi1sk: SONG#{2}, _et: Song, _ct:"
                  + " {3}, _md: {3}, title: Song {4}, seconds: {5}",
              uuid("album", 2 * i + album), song + 1, id, at(i), song, 180 + song);
        }
      }
    }
  }

  private static void useMusic(App app) {
    for (int i = 0; i < 5; i++) {
      String artist = "ARTIST#" + uuid("artist", i);
      app.get(app.keyOf(artist, "PROFILE"));
      app.find(
          "pk = {} AND begins_with(sk, 'ALBUM#')", query -> query.scanIndexForward(false), artist);
      app.find("pk = 'ALBUM#{}'", uuid("album", 2 * i));
      app.findIn("gsi1", "gsi1pk = 'SONG#{}'", uuid("song", 6 * i));
      app.updateIf(
          app.keyOf(artist, "PROFILE"),
          "SET biography = {}, #_md = {}",
          "attribute_exists(pk)",
          text(200),
          at(100 + i));
    }
  }

  static final List<Flaw> TOOLBOX_MUSIC_FLAWS =
      List.of(
          flaw("an artist is read and put again", "lost-update")
              .times(
                  3,
                  (app, i) -> {
                    Item artist = app.get(app.keyOf("ARTIST#" + uuid("artist", i), "PROFILE"));
                    app.now.put(with(artist, "artistName", "Renamed " + i));
                  }),
          flaw("the songs of each album by a Query", "read-for-each-result")
              .after(
                  app -> {
                    for (Item album :
                        app.find(
                            "pk = 'ARTIST#{}' AND begins_with(sk, 'ALBUM#')", uuid("artist", 2))) {
                      String id = text(album, "sk").substring(11);
                      app.now.find("pk = 'ALBUM#{}'", id);
                    }
                  }),
          flaw("charts by day", "rolling-partition-key")
              .times(
                  24,
                  (app, i) ->
                      app.create("pk: CHART#2026-02-0{}, sk: PLAY#{}, n: 1", 1 + i / 6, ulid(i))),
          flaw("plays are counted beside the lyrics", "small-change-of-large-item")
              .items(item -> item.contains("seconds") ? with(item, "lyrics", text(8_000)) : item)
              .times(
                  9,
                  (app, i) ->
                      app.update(
                          app.keyOf("ALBUM#" + uuid("album", i % 5), "SONG#01"), "ADD plays 1")),
          flaw("names as in a program", "long-attribute-names")
              .items(
                  item ->
                      item.contains("seconds")
                          ? with(
                              with(
                                  with(item, "numberOfTimesThisSongHasBeenPlayedToday", 1),
                                  "numberOfTimesThisSongHasBeenPlayedThisYear",
                                  2),
                              "identifierOfTheStudioThatRecordedThisSong",
                              3)
                          : item),
          flaw("tracks without zeros", "sort-key-order")
              .after(
                  app -> {
                    String album = "ALBUM#" + uuid("album", 90);
                    for (int i = 1; i <= 12; i++) {
                      app.now.create("pk: {0}, sk: SONG#{1}, _et: Song, title: T{1}", album, i);
                    }
                    app.newest(5, "pk = {} AND begins_with(sk, 'SONG#')", album);
                  }),
          flaw("artists by GetItem in a loop", "get-after-get")
              .times(
                  2,
                  (app, round) -> {
                    app.pause();
                    for (int i = 0; i < 5; i++) {
                      app.now.get(app.keyOf("ARTIST#" + uuid("artist", i), "PROFILE"));
                    }
                  }));

  /** TypeDORM: organisations and their people by status. */
  static void people(App app) {
    createPeople(app);
    usePeople(app);
  }

  private static void createPeople(App app) {
    for (int i = 0; i < 4; i++) {
      String org = uuid("org", i);
      app.create("PK: ORG#{0}, SK: ORG#{0}, __en: organisation, id: {0}, orgName: Org {1}", org, i);
      for (int user = 0; user < 5; user++) {
        String id = uuid("user", 5 * i + user);
        app.transact(
            app.putting(
                "PK: USER#{0}, SK: USER#{0}, GSI1PK: ORG#{1}#STATUS#active, GSI1SK: USER#{2}, __en:"
                    + " user, id: {0}, email: p{3}@org{4}.com, userStatus: active, about: {5}",
                id, org, at(5 * i + user), user, i, text(250)),
            app.putting(
                "PK: DRM_GEN_USER.EMAIL#p{0}@org{1}.com, SK: DRM_GEN_USER.EMAIL#p{0}@org{1}.com",
                user, i));
      }
    }
  }

  private static void usePeople(App app) {
    for (int i = 0; i < 4; i++) {
      String org = uuid("org", i);
      app.get(app.keyOf("ORG#" + org, "ORG#" + org));
      app.findIn("GSI1", "GSI1PK = 'ORG#{}#STATUS#active' AND begins_with(GSI1SK, 'USER#')", org);
      String user = "USER#" + uuid("user", 5 * i);
      app.get(app.keyOf(user, user));
      app.updateIf(
          app.keyOf(user, user),
          "SET userStatus = 'inactive', GSI1PK = 'ORG#{}#STATUS#inactive'",
          "attribute_exists(PK)",
          org);
    }
  }

  static final List<Flaw> TYPEDORM_HR_FLAWS =
      List.of(
          flaw("an organisation replaces a user", "put-replaces-other-entity")
              .after(
                  app -> {
                    String id = uuid("user", 1);
                    app.now.put(
                        "PK: USER#{0}, SK: USER#{0}, __en: organisation, id: {0}, orgName: Oops",
                        id);
                  }),
          flaw("a user by email with a Scan", "scan")
              .after(app -> app.now.scan("#email = 'p1@org1.com'")),
          flaw("all statistics in one item", "hot-item")
              .times(40, (app, i) -> app.update(app.keyOf("STATS", "STATS"), "ADD signIns 1")),
          flaw("each active user by GetItem", "read-for-each-result")
              .after(
                  app -> {
                    for (Item user :
                        app.findIn("GSI1", "GSI1PK = 'ORG#{}#STATUS#active'", uuid("org", 1))) {
                      app.now.get(app.keyOf(text(user, "PK"), text(user, "SK")));
                    }
                  }),
          flaw("an email is taken after a look", "unconditional-create")
              .times(
                  2,
                  (app, i) -> {
                    String email = "DRM_GEN_USER.EMAIL#new" + i + "@org.com";
                    app.get(app.keyOf(email, email));
                    app.now.put("PK: {0}, SK: {0}", email);
                  }),
          flaw("an organisation lists its people", "growing-item")
              .after(
                  app -> {
                    String org = "ORG#" + uuid("org", 1);
                    for (int i = 0; i < 15; i++) {
                      app.update(
                          app.keyOf(org, org),
                          "SET people = list_append(if_not_exists(people, {}), {})",
                          AttributeValue.list(AttributeValue.string("")),
                          AttributeValue.list(AttributeValue.string(uuid("user", i))));
                    }
                  }),
          flaw("organisation and orgunit", "prefix-within-word")
              .after(
                  app -> {
                    String org = "ORG#" + uuid("org", 2);
                    app.now.create("PK: {}, SK: ORGUNIT#{}, __en: unit", org, uuid("unit", 1));
                    app.find("PK = {} AND begins_with(SK, 'ORG')", org);
                  }),
          flaw(
                  "names are read from large profiles",
                  "projection-of-large-items",
                  "index-projects-too-much")
              .items(item -> item.contains("about") ? with(item, "about", text(5_000)) : item)
              .times(
                  3,
                  (app, i) ->
                      app.findIn(
                          "GSI1",
                          "GSI1PK = 'ORG#{}#STATUS#active'",
                          query -> query.projectionExpression("email"),
                          uuid("org", i))));
}
