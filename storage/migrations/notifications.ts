import type { Migration } from './migration.js'

/** Adds messages from staff to accounts. Ids rise in the order of sending. */
export const notifications: Migration = {
  name: 'notifications',
  sql: `
CREATE TABLE notifications (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  login      INTEGER NOT NULL,
  sender     TEXT NOT NULL,
  company    TEXT NOT NULL,
  message    TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX notifications_by_login ON notifications (login, id);
`,
}
