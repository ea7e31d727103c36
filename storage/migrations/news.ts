import type { Migration } from './migration.js'

/**
 * News of providers. Texts have a separate table, so that lists and sums do not read them; `key`
 * identifies repeated news of a feed.
 */
export const news: Migration = {
  name: 'news',
  sql: `
CREATE TABLE news (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  feed        INTEGER NOT NULL,
  key         TEXT NOT NULL,
  at          INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  headline    TEXT NOT NULL,
  bytes       INTEGER NOT NULL,
  is_cut      INTEGER NOT NULL,
  UNIQUE (feed, key)
) STRICT;
CREATE TABLE news_texts (
  id   INTEGER PRIMARY KEY REFERENCES news (id) ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;
`,
}
