import type { Migration } from './migration.js'

/**
 * Why a position was closed: the reason of its last deal. Empty in older rows, where it is unknown.
 */
export const closeReasons: Migration = {
  name: 'close reasons',
  sql: `ALTER TABLE closed_positions ADD COLUMN close_reason TEXT NOT NULL DEFAULT '';`,
}
