import type { Migration } from './migration.js'

/**
 * Adds e-mails that wait to be sent. `body` is encrypted, and null once the e-mail was sent or
 * given up. `server` 0 is the default mail server at the time of sending. Tallies stay after their
 * rows are deleted. Waiting e-mails are counted when they are added and removed.
 */
export const outbox: Migration = {
  name: 'outbox',
  sql: `
CREATE TABLE outbox (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id TEXT NOT NULL UNIQUE,
  kind       TEXT NOT NULL,
  login      INTEGER,
  address    TEXT NOT NULL,
  subject    TEXT NOT NULL,
  body       TEXT,
  server     INTEGER NOT NULL,
  state      TEXT NOT NULL,
  tries      INTEGER NOT NULL,
  error      TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  due_at     INTEGER NOT NULL,
  ended_at   INTEGER
) STRICT;
CREATE INDEX outbox_due ON outbox (server, due_at) WHERE state = 'queued';
CREATE INDEX outbox_by_end ON outbox (ended_at) WHERE ended_at IS NOT NULL;
CREATE TABLE mail_tallies (
  server  INTEGER PRIMARY KEY,
  sent    INTEGER NOT NULL,
  errors  INTEGER NOT NULL,
  send_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE mail_waiting (
  server INTEGER PRIMARY KEY,
  count  INTEGER NOT NULL
) STRICT;
CREATE TRIGGER outbox_added AFTER INSERT ON outbox BEGIN
  INSERT INTO mail_waiting VALUES (NEW.server, 1) ON CONFLICT (server) DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER outbox_ended AFTER UPDATE OF state ON outbox WHEN OLD.state = 'queued' AND NEW.state <> 'queued' BEGIN
  UPDATE mail_waiting SET count = count - 1 WHERE server = OLD.server;
END;
CREATE TRIGGER outbox_moved AFTER UPDATE OF server ON outbox WHEN NEW.state = 'queued' AND NEW.server <> OLD.server BEGIN
  UPDATE mail_waiting SET count = count - 1 WHERE server = OLD.server;
  INSERT INTO mail_waiting VALUES (NEW.server, 1) ON CONFLICT (server) DO UPDATE SET count = count + 1;
END;
`,
}
