import { randomUUID } from "node:crypto";

export const emailItem = (email, user) => ({ pk: { S: `EMAIL#${email}` }, user: { S: user } });

export const userItem = (email, user, name) => ({
  pk: { S: `USER#${user}` },
  kind: { S: "user" },
  email: { S: email },
  name: { S: name },
});

export const newUser = () => randomUUID();
