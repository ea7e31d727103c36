import type { Migration } from './migration.js'

/** Stores why a position was closed: the reason of its last deal; empty in older rows. */
export const closeReasons: Migration = {
  name: 'close reasons',
  sql: `ALTER TABLE closed_positions ADD COLUMN close_reason TEXT NOT NULL DEFAULT '';`,
}
