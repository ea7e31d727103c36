import type { Migration } from './migration.js'

/**
 * The stream of events. `place` of a line is its place in the order of trades: the record that it tells of, or the
 * newest record in the tables when the desk wrote the line. It never falls from one line to the next, and is not in the
 * hash of the line. It is null in lines from before this step, which are in no stream.
 */
export const eventStream: Migration = {
  name: 'event stream',
  sql: `
ALTER TABLE journal ADD COLUMN place INTEGER;
`,
}
