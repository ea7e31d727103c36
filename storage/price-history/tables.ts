import { assertCurrentSchema, migrate } from '../migrations/migrate.js'
import type { Migration } from '../migrations/migration.js'
import { openReader, openWriter, type Sqlite } from '../sqlite/open.js'

/**
 * `prices.sqlite`: the price history. It is a separate file, so that writing it never delays the
 * trading tables.
 *
 *   - Nothing in it depends on settings: candles are minutes and hours of UTC. Longer ones, and
 *     their start on the server's clock, are computed on request.
 *   - Every row is complete, so writing it again changes nothing; an hour's row is written in the
 *     transaction of the minutes that changed it.
 */
const firstTables: Migration = {
  number: 1,
  name: 'first tables of prices',
  sql: `
${candleTable('minute_candles')}
${candleTable('hour_candles')}
-- A block of the ticks of a symbol within a minute; first counts those of the minute before it.
CREATE TABLE ticks (
  minute INTEGER NOT NULL,
  symbol_id INTEGER NOT NULL,
  first INTEGER NOT NULL,
  count INTEGER NOT NULL,
  digits INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (minute, symbol_id, first)
) WITHOUT ROWID, STRICT;
-- How far the ticks of one run of the server are stored.
CREATE TABLE recorded (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  ring TEXT NOT NULL,
  place INTEGER NOT NULL
) STRICT;
`,
}

const MIGRATIONS: readonly Migration[] = [firstTables]
const CACHE_KIB = 16 * 1024

/**
 * Creates a table of candles. `minute` counts from 1970 UTC, and an hour has the number of its
 * first minute.
 */
function candleTable(name: string): string {
  return `
CREATE TABLE ${name} (
  symbol_id INTEGER NOT NULL,
  minute INTEGER NOT NULL,
  digits INTEGER NOT NULL,
  open INTEGER NOT NULL,
  high INTEGER NOT NULL,
  low INTEGER NOT NULL,
  close INTEGER NOT NULL,
  ask_high INTEGER NOT NULL,
  ask_low INTEGER NOT NULL,
  ticks INTEGER NOT NULL,
  PRIMARY KEY (symbol_id, minute)
) WITHOUT ROWID, STRICT;`
}

/** Opens the only writer connection, and creates the file and its tables if needed. */
export function openPriceWriter(path: string): Sqlite {
  const db = openWriter(path)
  db.pragma(`cache_size = -${CACHE_KIB}`)
  migrate(db, MIGRATIONS)
  return db
}

export function openPriceReader(path: string): Sqlite {
  const db = openReader(path)
  assertCurrentSchema(db, MIGRATIONS)
  return db
}
