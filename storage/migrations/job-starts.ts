import type { Migration } from './migration.js'

/** The earliest start of a job; null to begin as soon as there is room. */
export const jobStarts: Migration = {
  name: 'job-starts',
  sql: `
ALTER TABLE jobs ADD COLUMN starts_at INTEGER;
`,
}
