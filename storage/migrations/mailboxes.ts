import type { Migration } from './migration.js'

/**
 * Adds mail: one row per message, and a copy for the mailbox of each holder. A message is deleted
 * with its last copy. `recipients` is the text that its sender sees. A copy has `subject` and
 * `body` if they were filled in for its holder. A delivery is a mail to groups that is still being
 * delivered.
 */
export const mailboxes: Migration = {
  name: 'mailboxes',
  sql: `
CREATE TABLE mail_messages (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid        TEXT NOT NULL,
  sender      INTEGER NOT NULL,
  sender_name TEXT NOT NULL,
  recipients  TEXT NOT NULL,
  subject     TEXT NOT NULL,
  body        TEXT NOT NULL,
  draft       TEXT,
  copies      INTEGER NOT NULL,
  created_at  INTEGER NOT NULL
) STRICT;
CREATE TABLE mail_copies (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  owner      INTEGER NOT NULL,
  folder     TEXT NOT NULL,
  message_id INTEGER NOT NULL,
  thread_id  INTEGER NOT NULL,
  is_read    INTEGER NOT NULL,
  subject    TEXT,
  body       TEXT,
  at         INTEGER NOT NULL
) STRICT;
CREATE INDEX mail_copies_of ON mail_copies (owner, folder, thread_id, id);
CREATE UNIQUE INDEX mail_copies_once ON mail_copies (message_id, owner, folder);
CREATE INDEX mail_copies_unread ON mail_copies (owner) WHERE is_read = 0;
CREATE INDEX mail_drafts_by_age ON mail_copies (at) WHERE folder = 'draft';
CREATE TABLE mail_files (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id INTEGER NOT NULL,
  file_id    TEXT NOT NULL,
  name       TEXT NOT NULL,
  media      TEXT NOT NULL,
  bytes      INTEGER NOT NULL
) STRICT;
CREATE INDEX mail_files_of ON mail_files (message_id);
CREATE TABLE mail_deliveries (
  message_id INTEGER PRIMARY KEY,
  thread_id  INTEGER NOT NULL,
  sender     INTEGER NOT NULL,
  sent_copy  INTEGER NOT NULL,
  groups     TEXT NOT NULL,
  after      INTEGER NOT NULL,
  server     INTEGER,
  done       INTEGER NOT NULL,
  total      INTEGER NOT NULL
) STRICT;
`,
}
