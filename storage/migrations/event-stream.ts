import type { Migration } from './migration.js'

/**
 * The event stream. `place` of a journal line is its place in the order of trading records: the
 * record that it describes, or the newest record in the tables when the desk wrote the line. It
 * never decreases from one line to the next, and is not part of the line's hash. It is null in
 * older lines, which are in no stream.
 */
export const eventStream: Migration = {
  name: 'event stream',
  sql: `
ALTER TABLE journal ADD COLUMN place INTEGER;
`,
}
