import type { Migration } from './migration.js'

/**
 * Answers to changes with a key, so that a repeat gets the same answer and changes nothing.
 * `digest` is keyed and `answer` encrypted, because either may contain a password.
 */
export const rememberedAnswers: Migration = {
  number: 14,
  name: 'remembered answers',
  sql: `
CREATE TABLE remembered_answers (
  login       INTEGER NOT NULL,
  request_key TEXT NOT NULL,
  digest      TEXT NOT NULL,
  answer      TEXT NOT NULL,
  at          INTEGER NOT NULL,
  PRIMARY KEY (login, request_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX remembered_answers_by_time ON remembered_answers (at);
`,
}
