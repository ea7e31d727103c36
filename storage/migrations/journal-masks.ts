import type { Migration } from './migration.js'

/**
 * Journal lines about groups: `masks` is a JSON list of the masks that select them; null in lines
 * about an account or about nothing. Few different masks are used repeatedly, so a reader's lines
 * are found by the different masks.
 */
export const journalMasks: Migration = {
  name: 'journal-masks',
  sql: `
ALTER TABLE journal ADD COLUMN masks TEXT;
CREATE INDEX journal_masks ON journal (masks, at) WHERE masks IS NOT NULL;
`,
}
