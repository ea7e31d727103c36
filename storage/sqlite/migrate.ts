import { assert } from '../../engine/assert.js'
import { firstTables } from '../migrations/0001-first-tables.js'
import { sessionDigests } from '../migrations/0002-session-digests.js'
import { staffReports } from '../migrations/0003-staff-reports.js'
import { tradedSymbols } from '../migrations/0004-traded-symbols.js'
import { appendOnlyJournal } from '../migrations/0005-append-only-journal.js'
import { restingOrders } from '../migrations/0006-resting-orders.js'
import { swapYearDays } from '../migrations/0007-swap-year-days.js'
import { dailyRows } from '../migrations/0008-daily-rows.js'
import { requestKeyBatches } from '../migrations/0009-request-key-batches.js'
import { providerOrders } from '../migrations/0010-provider-orders.js'
import { nightParts } from '../migrations/0011-night-parts.js'
import { positionCorrections } from '../migrations/0012-position-corrections.js'
import { closedByDeals } from '../migrations/0013-closed-by-deals.js'
import { rememberedAnswers } from '../migrations/0014-remembered-answers.js'
import { requestKeySecret } from '../migrations/0015-request-key-secret.js'
import { accountWindows } from '../migrations/0016-account-windows.js'
import type { Migration } from '../migrations/migration.js'
import type { Sqlite } from './open.js'

export const MIGRATIONS: readonly Migration[] = [
  firstTables,
  sessionDigests,
  staffReports,
  tradedSymbols,
  appendOnlyJournal,
  restingOrders,
  swapYearDays,
  dailyRows,
  requestKeyBatches,
  providerOrders,
  nightParts,
  positionCorrections,
  closedByDeals,
  rememberedAnswers,
  requestKeySecret,
  accountWindows,
]

/** The database was written by a newer version of the server. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
}

export function schemaVersion(db: Sqlite): number {
  return db.pragma('user_version', { simple: true }) as number
}

/** Brings the database to the newest version, each step in its own transaction; answers the steps taken. */
export function migrate(db: Sqlite, migrations: readonly Migration[] = MIGRATIONS): number {
  const found = schemaVersion(db)
  const newest = migrations.length
  if (found > newest) {
    throw new NewerDatabaseError(
      `the database has schema version ${found}, this server knows versions up to ${newest}: ` +
        'start the newer server again, or restore a backup taken before the upgrade',
    )
  }
  migrations.forEach((migration, index) => {
    assert(migration.number === index + 1, 'migrations are numbered from 1 without a gap')
  })
  for (const migration of migrations.slice(found)) {
    db.exec('BEGIN IMMEDIATE')
    try {
      db.exec(migration.sql)
      migration.convert?.(db)
      db.pragma(`user_version = ${migration.number}`)
      db.exec('COMMIT')
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK')
      throw new Error(`migration ${migration.number} (${migration.name}) failed`, { cause: error })
    }
  }
  return newest - found
}

/** Readers refuse a schema that is not theirs, in either direction. */
export function assertCurrentSchema(db: Sqlite): void {
  const found = schemaVersion(db)
  assert(
    found === MIGRATIONS.length,
    `the database has schema version ${found}, this process reads ${MIGRATIONS.length}`,
  )
}
