import { existsSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { oldRequestKeyHash } from '../../../engine/numbers/request-key-hash.js'
import {
  appliedMigrations,
  assertCurrentSchema,
  migrate,
} from '../../../storage/migrations/migrate.js'
import type { Migration } from '../../../storage/migrations/migration.js'
import { MIGRATIONS } from '../../../storage/migrations/migrations.js'
import { settingsRepo } from '../../../storage/repos/settings.js'
import { requestKeysRepo } from '../../../storage/repos/trades/request-keys.js'
import { openSeal } from '../../../storage/secrets/seal.js'
import { copyTables } from '../../../storage/sqlite/copy-tables.js'
import { isDatabaseInUse } from '../../../storage/sqlite/in-use.js'
import { Database } from '../../../storage/sqlite/library.js'
import {
  isDiskFull,
  openReader,
  openWriter,
  type Sqlite,
  Transactions,
} from '../../../storage/sqlite/open.js'
import { BLOCK_ROWS, rowsInBlocks } from '../../../storage/sqlite/row-blocks.js'
import { Statements } from '../../../storage/sqlite/statements.js'
import { scratch } from '../../given/desk.js'
import { syncedPaths } from '../../given/synced-paths.js'

const MORE: Migration = { name: 'more', sql: 'CREATE TABLE more (a)' }
const NAMES = MIGRATIONS.map(({ name }) => name)

t.test('migrations run once each, and a newer database is refused with what to do', (t) => {
  const path = join(scratch(t), 'a.sqlite')
  const db = openWriter(path)
  t.equal(migrate(db), MIGRATIONS.length)
  t.equal(migrate(db), 0)
  t.doesNotThrow(() => assertCurrentSchema(db))
  t.equal(migrate(db, [...MIGRATIONS, MORE]), 1)
  const refusal = {
    name: 'NewerDatabaseError',
    message: new RegExp(`the migration more, .*${MIGRATIONS.length} .*: start the newer`),
  }
  t.throws(() => migrate(db), refusal)
  t.throws(() => assertCurrentSchema(db), refusal)
  t.same(appliedMigrations(db), [...NAMES, 'more'])
  db.close()
  t.end()
})

t.test('a database takes what it lacks, wherever in the list that stands', (t) => {
  const db = openWriter(join(scratch(t), 'a.sqlite'))
  const other: Migration = { name: 'other', sql: 'CREATE TABLE other (a)' }
  migrate(db, [...MIGRATIONS, MORE])
  t.throws(() => assertCurrentSchema(db, [...MIGRATIONS, other, MORE]), /lacks the migration other/)
  t.equal(migrate(db, [...MIGRATIONS, other, MORE]), 1)
  t.same(appliedMigrations(db), [...NAMES, 'more', 'other'])
  t.equal(migrate(db, [...MIGRATIONS, other, MORE]), 0)
  t.throws(() => migrate(db, [...MIGRATIONS, MORE, MORE]), /name of its own/)
  db.close()
  t.end()
})

t.test('a database with a number goes on as it is, and a higher number is refused', (t) => {
  const numbered = MIGRATIONS.filter(({ number }) => number !== undefined)
  t.same(
    numbered.map(({ number }) => number),
    numbered.map((_, index) => index + 1),
  )
  t.equal(numbered.length, 15, 'new migrations have a name alone')
  const path = join(scratch(t), 'a.sqlite')
  const before = openWriter(path)
  for (const { sql, convert } of numbered) {
    before.exec(sql)
    convert?.(before)
  }
  before.exec("INSERT INTO counters VALUES ('login', 7)")
  before.pragma('user_version = 16')
  t.throws(() => migrate(before), { name: 'NewerDatabaseError', message: /schema version 16/ })
  before.pragma('user_version = 15')
  t.equal(migrate(before), MIGRATIONS.length - 15)
  t.same(appliedMigrations(before), NAMES)
  t.equal(before.prepare('SELECT "next" FROM counters').pluck().get(), 7)
  t.ok(
    Number(before.pragma('user_version', { simple: true })) > 15,
    'refused by a server of before',
  )
  before.close()
  const again = openWriter(path)
  t.equal(migrate(again), 0)
  again.close()
  t.end()
})

t.test('a migration that fails leaves the version before it, whole', (t) => {
  const db = openWriter(join(scratch(t), 'a.sqlite'))
  migrate(db)
  const bad: Migration = { ...MORE, sql: 'CREATE TABLE half (a); CREATE TABLE accounts (a)' }
  t.throws(() => migrate(db, [...MIGRATIONS, bad]), /migration more failed/)
  t.same(appliedMigrations(db), NAMES)
  t.throws(() => db.prepare('SELECT * FROM half'), /no such table/)
  db.close()
  const fresh = openWriter(join(scratch(t), 'b.sqlite'))
  t.throws(() => migrate(fresh, [...MIGRATIONS, bad]), {
    message: 'the tables could not be made',
    cause: { message: 'migration more failed' },
  })
  t.same(appliedMigrations(fresh), [], 'a new database has all of them or none')
  t.throws(() => fresh.prepare('SELECT * FROM accounts'), /no such table/)
  t.equal(migrate(fresh), MIGRATIONS.length)
  t.same(appliedMigrations(fresh), NAMES)
  fresh.close()
  t.end()
})

t.test('symbols from before the days of a year were said count 360', (t) => {
  const db = openWriter(join(scratch(t), 'a.sqlite'))
  const before = MIGRATIONS.findIndex(({ name }) => name === 'swap year days')
  migrate(db, MIGRATIONS.slice(0, before))
  // The rows as that version wrote them: today's repository knows columns that came later.
  const older = db.prepare(
    'INSERT INTO settings (kind, id, name, version, body, created_at, updated_at) VALUES (?, ?, ?, 1, ?, 1, 1)',
  )
  older.run('symbols', 1, 'A', JSON.stringify({ path: 'F\\A', digits: 5 }))
  older.run('symbols', 2, 'B', JSON.stringify({ swap_year_days: 365 }))
  older.run('holidays', 1, 'C', JSON.stringify({ month: 12 }))
  migrate(db)
  const settings = settingsRepo(db)
  t.same(
    [...settings.list('symbols'), ...settings.list('holidays')].map(({ body }) => body),
    [{ path: 'F\\A', digits: 5, swap_year_days: 360 }, { swap_year_days: 365 }, { month: 12 }],
  )
  db.close()
  t.end()
})

t.test('request keys of an older database are known after the migration', (t) => {
  const db = openWriter(join(scratch(t), 'a.sqlite'))
  const before = MIGRATIONS.findIndex(({ name }) => name === 'request key batches')
  migrate(db, MIGRATIONS.slice(0, before))
  db.exec("INSERT INTO meta VALUES ('shards', '2')")
  const insert = db.prepare('INSERT INTO request_keys VALUES (?, ?, ?, ?)')
  const count = 10_000
  db.transaction(() => {
    for (let seq = 1; seq <= count; seq++)
      insert.run(seq, 1000 + (seq % 5), `o:${seq}`, 7_000 + seq)
  })()
  migrate(db)
  const found = new Map<number, number>()
  for (const shard of [0, 1]) {
    let last = 0
    requestKeysRepo(db).ofShard(shard, 7_001, (hash, seq, at, isOld) => {
      if (!isOld) t.fail(`key ${seq} is stored by the old hash`)
      if (seq <= last || at !== 7_000 + seq) t.fail(`key ${seq} of ${at} after ${last}`)
      if ((1000 + (seq % 5)) % 2 !== shard) t.fail(`key ${seq} is of the other shard`)
      last = seq
      found.set(hash, seq)
    })
  }
  let lost = 0
  for (let seq = 1; seq <= count; seq++) {
    if (found.get(oldRequestKeyHash(1000 + (seq % 5), `o:${seq}`)) !== seq) lost++
  }
  t.equal(lost, 0)
  t.throws(() => db.prepare('SELECT * FROM request_keys'), /no such table/)
  db.close()
  t.end()
})

t.test('desk transactions sync, projector transactions do not, on one connection', (t) => {
  const path = join(scratch(t), 'a.sqlite')
  openWriter(path).close()
  const db = openWriter(path)
  const transactions = new Transactions(db)
  const level = (): unknown => db.pragma('synchronous', { simple: true })
  const FULL = 2
  const NORMAL = 1
  t.equal(db.pragma('journal_mode', { simple: true }), 'wal')
  for (let round = 0; round < 3; round++) {
    t.equal(transactions.projected(level), NORMAL)
    t.equal(transactions.durable(level), FULL)
    t.equal(transactions.durable(level), FULL)
  }
  db.close()
  t.end()
})

t.test('every connection has its settings, whatever the library takes by itself', (t) => {
  const path = join(scratch(t), 'a.sqlite')
  openWriter(path).close()
  const settings = (db: Sqlite, names: readonly string[]): unknown[] =>
    names.map((name) => db.pragma(name, { simple: true }))
  const common = ['foreign_keys', 'temp_store', 'mmap_size', 'trusted_schema', 'busy_timeout']
  const writer = openWriter(path)
  t.same(settings(writer, common), [1, 2, 0, 0, 60_000])
  const ofFile = ['journal_mode', 'synchronous', 'wal_autocheckpoint', 'journal_size_limit']
  t.same(settings(writer, ofFile), ['wal', 2, 500, 64 * 1024 * 1024])
  t.same(settings(writer, ['cache_size', 'query_only']), [-64 * 1024, 0])
  const reader = openReader(path)
  t.same(settings(reader, common), [1, 2, 0, 0, 5_000])
  t.same(settings(reader, ['cache_size', 'query_only']), [-8 * 1024, 1])
  for (const db of [reader, writer]) {
    t.equal(db.prepare("SELECT lower_case('ÄB')").pluck().get(), 'äb')
    db.close()
  }
  t.end()
})

t.test('a transaction that throws is undone, and the next one begins afresh', (t) => {
  const db = openWriter(join(scratch(t), 'a.sqlite'))
  migrate(db)
  const transactions = new Transactions(db)
  const insert = (): void => {
    db.exec("INSERT INTO counters VALUES ('login', 7)")
  }
  const fails = (): void => {
    insert()
    throw new Error('in the middle')
  }
  t.throws(() => transactions.durable(fails), /in the middle/)
  t.doesNotThrow(() => transactions.projected(insert))
  db.close()
  t.end()
})

t.test('a reader sees what is committed and can change nothing', (t) => {
  const path = join(scratch(t), 'a.sqlite')
  const db = openWriter(path)
  migrate(db)
  const reader = openReader(path)
  db.exec("INSERT INTO counters VALUES ('login', 7)")
  t.equal(reader.prepare('SELECT "next" FROM counters').pluck().get(), 7)
  t.throws(() => reader.exec('DELETE FROM counters'), /readonly/)
  t.equal(reader.readonly, true, 'also for checkpoints')
  t.throws(() => openReader(`${path}.none`), /unable to open/)
  t.notOk(existsSync(`${path}.none`))
  reader.close()
  db.close()
  t.end()
})

t.test('a copy of the tables leaves the connection as it was', (t) => {
  const directory = realpathSync(scratch(t))
  const db = openWriter(join(directory, 'a.sqlite'))
  migrate(db)
  const reader = openReader(join(directory, 'a.sqlite'))
  for (const [name, from, only] of [
    ['one', reader, 1],
    ['other', db, 0],
  ] as const) {
    const path = join(directory, name)
    t.same(
      syncedPaths(() => copyTables(from, path)),
      [path, directory],
    )
    t.equal(statSync(path).mode & 0o777, 0o600)
    t.equal(from.pragma('query_only', { simple: true }), only, name)
    const copy = openReader(path)
    t.doesNotThrow(() => assertCurrentSchema(copy))
    copy.close()
  }
  reader.close()
  db.close()
  t.end()
})

t.test('a database is in use while one has it open, and what is none is no answer', (t) => {
  const path = join(scratch(t), 'a.sqlite')
  t.throws(() => isDatabaseInUse(path), { code: 'SQLITE_CANTOPEN' }, 'none is made')
  const db = openWriter(path)
  migrate(db)
  t.equal(isDatabaseInUse(path), true)
  db.close()
  t.equal(isDatabaseInUse(path), false)
  const other = join(scratch(t), 'b.sqlite')
  writeFileSync(other, 'x'.repeat(5000))
  t.throws(() => isDatabaseInUse(other), { code: 'SQLITE_NOTADB' })
  t.end()
})

t.test('the disk is full where SQLite says so', (t) => {
  const says = (code: string): Error => new Database.SqliteError('it failed', code)
  t.equal(isDiskFull(says('SQLITE_FULL')), true)
  t.equal(isDiskFull(says('SQLITE_BUSY')), false)
  t.equal(isDiskFull(Object.assign(new Error('it failed'), { code: 'SQLITE_FULL' })), false)
  t.equal(isDiskFull(undefined), false)
  t.end()
})

t.test('rows come in blocks, up to one that is not full', (t) => {
  const asked: (readonly [number] | undefined)[] = []
  const rowsOf = (count: number): number[] => {
    asked.length = 0
    const rows = rowsInBlocks<[number]>((after) => {
      asked.push(after)
      const first = (after?.[0] ?? 0) + 1
      const left = Math.min(BLOCK_ROWS, count - first + 1)
      if (left <= 0) return undefined
      return JSON.stringify(Array.from({ length: left }, (_, at) => [first + at]))
    })
    return [...rows].map(([id]) => id)
  }
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1)
  for (const [count, more] of [
    [0, []],
    [BLOCK_ROWS - 1, []],
    [BLOCK_ROWS, [[BLOCK_ROWS]]],
    [BLOCK_ROWS + 1, [[BLOCK_ROWS]]],
  ] as const) {
    t.same(rowsOf(count), upTo(count))
    t.same(asked, [undefined, ...more], `${count} rows`)
  }
  t.end()
})

t.test('statements are kept by their SQL, 256 of them', (t) => {
  const db = openWriter(join(scratch(t), 'a.sqlite'))
  const statements = new Statements(db)
  const all = Array.from({ length: 256 }, (_, n) => statements.of(`SELECT ${n}`))
  for (const [n, statement] of all.entries()) {
    if (statements.of(`SELECT ${n}`) !== statement) t.fail(`${n} was made anew`)
  }
  t.equal(statements.of('SELECT 256').pluck().get(), 256)
  t.not(statements.of('SELECT 0'), all[0], 'all of them were forgotten')
  db.close()
  t.end()
})

t.test('a sealed secret opens only in its place, whole, and with its key', (t) => {
  let counter = 0
  const random = (): Uint8Array => new Uint8Array(32).fill(++counter)
  const seal = openSeal(new Uint8Array(32).fill(1), random)
  const sealed = seal.seal('pässword', 'settings/datafeed/a/password')
  t.equal(seal.open(sealed, 'settings/datafeed/a/password'), 'pässword')
  t.not(seal.seal('pässword', 'settings/datafeed/a/password'), sealed)
  t.throws(() => seal.open(sealed, 'settings/datafeed/b/password'), /was changed/)
  for (let at = sealed.length - 30; at < sealed.length; at++) {
    const flipped = sealed[at] === 'A' ? 'B' : 'A'
    const changed = sealed.slice(0, at) + flipped + sealed.slice(at + 1)
    // The last character of base64url holds spare bits: only a change of bytes counts.
    const parts = (text: string): Buffer => Buffer.from(text.split('.')[3] ?? '', 'base64url')
    if (parts(changed).equals(parts(sealed))) continue
    t.throws(() => seal.open(changed, 'settings/datafeed/a/password'), { name: 'SealError' })
  }
  t.throws(() => seal.open(sealed.replace('v1.', 'v2.'), 'settings/datafeed/a/password'), {
    name: 'SealError',
    message: /another SECRET_KEY/,
  })
  const other = openSeal(new Uint8Array(32).fill(2), random)
  t.throws(() => other.open(sealed, 'settings/datafeed/a/password'), /another SECRET_KEY/)
  t.end()
})
