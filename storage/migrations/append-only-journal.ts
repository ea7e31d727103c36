import type { Migration } from './migration.js'

/**
 * The journal accepts only new lines at its end. It is read newest first by time, account, actor
 * and kind, so each has an index that ends with the time. The index by time includes the account,
 * so that a reader with few accounts can skip other lines quickly.
 */
export const appendOnlyJournal: Migration = {
  number: 5,
  name: 'append-only journal',
  sql: `
CREATE TRIGGER journal_only_next BEFORE INSERT ON journal
WHEN NEW.id <> (SELECT id + 1 FROM journal_head)
BEGIN SELECT RAISE(ABORT, 'the journal takes only its next line'); END;
CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'a line of the journal is never changed'); END;
CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'a line of the journal is never deleted'); END;
CREATE TRIGGER journal_head_no_insert BEFORE INSERT ON journal_head
BEGIN SELECT RAISE(ABORT, 'the journal has one head'); END;
CREATE TRIGGER journal_head_only_next BEFORE UPDATE ON journal_head
WHEN NEW.id <> OLD.id + 1
BEGIN SELECT RAISE(ABORT, 'the head of the journal moves by one line'); END;
CREATE TRIGGER journal_head_no_delete BEFORE DELETE ON journal_head
BEGIN SELECT RAISE(ABORT, 'the journal has one head'); END;

DROP INDEX journal_at;
DROP INDEX journal_login;
DROP INDEX journal_actor;
CREATE INDEX journal_at ON journal (at, id, login);
CREATE INDEX journal_login ON journal (login, at);
CREATE INDEX journal_actor ON journal (actor, at);
CREATE INDEX journal_kind ON journal (kind, at);
`,
}
