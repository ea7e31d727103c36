import type { Migration } from './migration.js'

/**
 * Lines of the journal about groups: `masks` is a JSON list of the masks that select them, null in lines that are about
 * an account or about nobody. Few masks are used again and again, so a reader's are found among the different ones.
 */
export const journalMasks: Migration = {
  name: 'journal-masks',
  sql: `
ALTER TABLE journal ADD COLUMN masks TEXT;
CREATE INDEX journal_masks ON journal (masks, at) WHERE masks IS NOT NULL;
`,
}
