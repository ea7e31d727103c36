import type { Migration } from './migration.js'

/** Why a position was closed: the reason of its last deal. Empty in rows of before, of which it is not known here. */
export const closeReasons: Migration = {
  name: 'close reasons',
  sql: `ALTER TABLE closed_positions ADD COLUMN close_reason TEXT NOT NULL DEFAULT '';`,
}
