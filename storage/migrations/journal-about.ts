import type { Migration } from './migration.js'

/**
 * The record that a line of the journal is about, as its kind and id: `groups:5`. Null in lines about none, and in
 * those from before this step.
 */
export const journalAbout: Migration = {
  name: 'journal-about',
  sql: `
ALTER TABLE journal ADD COLUMN about TEXT;
CREATE INDEX journal_about ON journal (about, at) WHERE about IS NOT NULL;
`,
}
