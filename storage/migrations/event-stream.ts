import type { Migration } from './migration.js'

/**
 * The stream of events. `place` of a line is its place in the order of trades: the record that it tells of, or the
 * newest record in the tables when the desk wrote the line. It never falls from one line to the next, and is not in the
 * hash of the line. It is null in lines from before this step, which are in no stream.
 *
 * Staff can grant only rights that they hold, so those who manage staff get the new right.
 */
export const eventStream: Migration = {
  name: 'event stream',
  sql: `
ALTER TABLE journal ADD COLUMN place INTEGER;
UPDATE staff SET rights = json_insert(rights, '$[#]', 'events')
  WHERE EXISTS (SELECT 1 FROM json_each(rights) WHERE value = 'config.staff');
`,
}
