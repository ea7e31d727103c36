import type { Migration } from './migration.js'

/**
 * Adds the record that a journal line is about, as kind and id: `groups:5`; null for older lines
 * and for lines about no record.
 */
export const journalAbout: Migration = {
  name: 'journal-about',
  sql: `
ALTER TABLE journal ADD COLUMN about TEXT;
CREATE INDEX journal_about ON journal (about, at) WHERE about IS NOT NULL;
`,
}
