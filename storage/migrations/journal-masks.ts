import type { Migration } from './migration.js'

/**
 * Adds journal lines about groups. `masks` is a JSON list of group masks, and null in other lines.
 * The same few masks occur again and again, so lines are found by their masks.
 */
export const journalMasks: Migration = {
  name: 'journal-masks',
  sql: `
ALTER TABLE journal ADD COLUMN masks TEXT;
CREATE INDEX journal_masks ON journal (masks, at) WHERE masks IS NOT NULL;
`,
}
