import type { Migration } from './migration.js'

/** Adds the earliest start time of a job; null to start as soon as possible. */
export const jobStarts: Migration = {
  name: 'job-starts',
  sql: `
ALTER TABLE jobs ADD COLUMN starts_at INTEGER;
`,
}
