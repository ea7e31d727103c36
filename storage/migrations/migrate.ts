import { assert } from '../../engine/assert.js'
import type { Sqlite } from '../sqlite/open.js'
import type { Migration } from './migration.js'
import { MIGRATIONS } from './migrations.js'

/**
 * Applies migrations and records their names.
 *
 *   - A migration and its name in `applied_migrations` are one transaction. A new database takes
 *     all of them in one, because each transaction waits for the disk.
 *   - Missing migrations are applied in the order of the list, wherever they are in it.
 *   - A database with a name that is not in the list belongs to a newer server and is refused.
 *   M4. Databases from before names have a number in `user_version`: the migrations up to it count
 *       as applied. Databases with names have `NAMED` there, so that an older server refuses them.
 */
const NAMED = 1_000_000

const TABLE = `
CREATE TABLE applied_migrations (
  name TEXT PRIMARY KEY,
  place INTEGER NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
`

/** The database was written by a newer version of the server. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
}

/** The names of the applied migrations, in the order of their application. */
export function appliedMigrations(
  db: Sqlite,
  migrations: readonly Migration[] = MIGRATIONS,
): string[] {
  const version = db.pragma('user_version', { simple: true }) as number
  if (version === NAMED) {
    const names = db.prepare<[], string>('SELECT name FROM applied_migrations ORDER BY place')
    return names.pluck().all()
  }
  const numbered = migrations.filter(({ number = Number.POSITIVE_INFINITY }) => number <= version)
  if (numbered.length < version) throw newer(`schema version ${version}`, numbered.length)
  return numbered.map(({ name }) => name)
}

/** Applies the missing migrations. Returns how many. */
export function migrate(db: Sqlite, migrations: readonly Migration[] = MIGRATIONS): number {
  const names = new Set(migrations.map(({ name }) => name))
  assert(names.size === migrations.length, 'each migration has a name of its own')
  const applied = appliedMigrations(db, migrations)
  refuseUnknown(applied, names)
  nameThem(db, applied)
  const missing = migrations.filter(({ name }) => !applied.includes(name))
  const takeAll = (): void => {
    for (const one of missing) take(db, one)
  }
  if (applied.length > 0) takeAll()
  else inOne(db, 'the tables could not be made', takeAll)
  return missing.length
}

/** Applies one migration, in a separate transaction unless one is open already. */
function take(db: Sqlite, { name, sql, convert }: Migration): void {
  inOne(db, `migration ${name} failed`, () => {
    db.exec(sql)
    convert?.(db)
    remember(db, name)
  })
}

/** Readers refuse an older or newer schema. */
export function assertCurrentSchema(
  db: Sqlite,
  migrations: readonly Migration[] = MIGRATIONS,
): void {
  const applied = appliedMigrations(db, migrations)
  refuseUnknown(applied, new Set(migrations.map(({ name }) => name)))
  const lacking = migrations.find(({ name }) => !applied.includes(name))
  assert(lacking === undefined, `the database lacks the migration ${lacking?.name}`)
}

function refuseUnknown(applied: readonly string[], known: ReadonlySet<string>): void {
  const unknown = applied.find((name) => !known.has(name))
  if (unknown !== undefined) throw newer(`the migration ${unknown}`, known.size)
}

function newer(has: string, known: number): NewerDatabaseError {
  return new NewerDatabaseError(
    `the database has ${has}, which is none of the ${known} migrations that this server knows: ` +
      'start the newer server again, or restore a backup taken before the upgrade',
  )
}

/** Stores the names of the migrations that the old version number includes, once (M4). */
function nameThem(db: Sqlite, applied: readonly string[]): void {
  if (db.pragma('user_version', { simple: true }) === NAMED) return
  inOne(db, 'the migrations that were taken could not be written down', () => {
    db.exec(TABLE)
    for (const name of applied) remember(db, name)
    db.pragma(`user_version = ${NAMED}`)
  })
}

function remember(db: Sqlite, name: string): void {
  db.prepare(
    `INSERT INTO applied_migrations (name, place)
     SELECT ?, COALESCE(MAX(place), 0) + 1 FROM applied_migrations`,
  ).run(name)
}

/** Runs the work in a transaction, or as part of the transaction that is open already. */
function inOne(db: Sqlite, failed: string, work: () => void): void {
  const isOuter = !db.inTransaction
  if (isOuter) db.exec('BEGIN IMMEDIATE')
  try {
    work()
    if (isOuter) db.exec('COMMIT')
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    throw new Error(failed, { cause: error })
  }
}
