import type { Migration } from './migration.js'

/** A job may wait for a time before which it does not begin; null in one that begins as soon as there is room. */
export const jobStarts: Migration = {
  name: 'job-starts',
  sql: `
ALTER TABLE jobs ADD COLUMN starts_at INTEGER;
`,
}
