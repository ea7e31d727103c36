import type { Migration } from './migration.js'

/**
 * Adds news from providers. Texts are in a separate table, so that lists and sums do not read them.
 * `key` identifies news that a feed repeats.
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
