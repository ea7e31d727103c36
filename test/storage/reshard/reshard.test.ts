import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { AccountRecord } from '../../../engine/account/event.js'
import { requestKeyHash } from '../../../engine/numbers/request-key-hash.js'
import { newestArchive } from '../../../storage/backup/archives.js'
import { backup, restore } from '../../../storage/backup/backup.js'
import { streamName } from '../../../storage/events/event-cursor.js'
import type { EventPlace } from '../../../storage/events/event-place.js'
import { sourceEvents } from '../../../storage/events/source-events.js'
import type { LogReader } from '../../../storage/log/log.js'
import { LogFile } from '../../../storage/log/log-file.js'
import {
  dealtLogsDirectory,
  formerLogsDirectory,
  logDirectory,
  logsDirectory,
  sqlitePath,
} from '../../../storage/paths.js'
import { recoverShard } from '../../../storage/projection/recovery.js'
import { metaRepo, requestKeySecretOf } from '../../../storage/repos/meta.js'
import { journalRepo } from '../../../storage/repos/records/journal.js'
import { projectionRepo } from '../../../storage/repos/trades/projection.js'
import { placeDealtLogs, settleLogs } from '../../../storage/reshard/placing.js'
import { reshard } from '../../../storage/reshard/reshard.js'
import { trimBounds, trimSome } from '../../../storage/retention.js'
import { storedShardCount } from '../../../storage/shard-count.js'
import { openAlone, openReader, type Sqlite } from '../../../storage/sqlite/open.js'
import { verify } from '../../../storage/verify/verify.js'
import { decodeRecords, findRecord } from '../../../wire/record/record.js'
import { scratch } from '../../given/desk.js'
import { writeHistory } from '../../given/records/histories.js'
import { openLogs, openTables, projectAll, projector } from '../../given/records/projection.js'

const MAP_BYTES = 256 * 1024 * 1024
const NOW = 1_700_000_000_000
const DAY_MS = 86_400_000

interface Given {
  readonly shards: number
  /** Records that the tables lack. */
  readonly behind?: number
  readonly isTrimmed?: boolean
}

/** The data directory of a stopped server. */
async function stopped(directory: string, { shards, behind = 0, isTrimmed }: Given) {
  mkdirSync(directory)
  const logs = openLogs(directory, shards)
  const history = { seed: 13, count: 250, logins: 7, turn: 12, hasRepairs: true }
  const records = writeHistory(logs, history)
  const db = openTables(directory)
  metaRepo(db).set('shards', String(shards))
  projectAll(projector(db, logs), newestOf(records) - behind)
  if (isTrimmed === true) {
    const now = NOW + 7 * DAY_MS + 100
    const bounds = trimBounds({ dataDir: directory, db, logs, retentionDays: 1, now })
    for (const [shard, log] of logs.entries()) while (!trimSome(log, bounds[shard] ?? 0, 3));
  }
  db.close()
  for (const log of logs) await log.close()
  return records
}

function newestOf(records: readonly AccountRecord[]): number {
  return Math.max(...records.map(({ seq }) => seq))
}

function alone(directory: string): Sqlite {
  const db = openAlone(sqlitePath(directory))
  if (db === undefined) throw new Error('nobody else has it open')
  return db
}

async function dealtOut(
  dataDir: string,
  shards: number,
  onStep: (name: string) => void = () => undefined,
): Promise<void> {
  const db = alone(dataDir)
  let time = 0
  try {
    await reshard({
      dataDir,
      db,
      shards,
      now: NOW,
      monotonic: () => ++time / 1e6,
      reserveBytes: 0,
      mapBytes: MAP_BYTES,
      onStep,
    })
  } finally {
    db.close()
  }
}

/** Everything that is asked of a data directory, whatever the number of its shards. */
async function looked<T>(
  directory: string,
  look: (db: Sqlite, logs: readonly LogReader[]) => T,
): Promise<T> {
  const db = openReader(sqlitePath(directory))
  const shards = storedShardCount(directory) ?? 0
  const logs = Array.from({ length: shards }, (_, n) => new LogFile(logDirectory(directory, n)))
  try {
    return look(db, logs)
  } finally {
    db.close()
    for (const log of logs) await log.close()
  }
}

function verified(directory: string) {
  return looked(directory, (db, logs) => {
    const path = newestArchive(directory)
    const archive = path === undefined ? undefined : openReader(path)
    try {
      return verify(archive === undefined ? { db, logs } : { db, logs, archive })
    } finally {
      archive?.close()
    }
  })
}

/** The event stream after a place, as far as the tables reach, with the name of its cursors. */
function stream(directory: string, after: EventPlace = { seq: 0, line: 0, part: 0 }) {
  return looked(directory, (db, logs) => {
    const name = streamName(db)
    return [...sourceEvents(db, logs, after)].map((source) => {
      const { place } = source
      const what = 'line' in source ? source.line.text : [source.record.login, source.event]
      return { name, place, what }
    })
  })
}

/** What tables have, but for what is of shards. */
function rows(db: Sqlite): Readonly<Record<string, unknown[]>> {
  const ofShards = ['projection', 'request_key_batches', 'meta', 'id_ranges', 'journal_head']
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all()
    .filter((name) => !ofShards.includes(name) && name !== 'journal')
  return Object.fromEntries(tables.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()]))
}

/** The keys that the shard of an account knows at a start. */
function keysOfShard(db: Sqlite, shard: number, shards: number): Set<string> {
  const found = new Set<string>()
  recoverShard(db, shard, shards, NOW, {
    account: () => undefined,
    position: () => undefined,
    order: () => undefined,
    cover: () => undefined,
    requestKey: (hash, seq) => found.add(`${hash} ${seq}`),
  })
  return found
}

/** Walks back by previous records, as `resume` does; answers how many there are. */
function walkBack(log: LogReader, newest: AccountRecord): number {
  let walked = 0
  for (let seq = newest.seq; seq !== 0; walked++) {
    const entry = log.entryHolding(seq)
    const record = entry && findRecord(entry.bytes, seq)
    if (record === undefined) return walked
    seq = record.previousSeq
  }
  return walked
}

const WAYS: readonly (readonly [Given, number])[] = [
  [{ shards: 2, behind: 40 }, 3],
  [{ shards: 1 }, 4],
  [{ shards: 3, behind: 250 }, 1],
  [{ shards: 2, isTrimmed: true }, 5],
  [{ shards: 5, isTrimmed: true, behind: 9 }, 2],
]

for (const [given, shards] of WAYS) {
  const name = `from ${given.shards} shards to ${shards}`
  t.test(`${name}: nothing of accounts is another, and each finds its past`, async (t) => {
    const directory = join(scratch(t), 'data')
    const records = await stopped(directory, given)
    const whole = join(scratch(t), 'whole')
    await stopped(whole, { shards: given.shards })
    const kept = await looked(directory, (_, logs) =>
      logs.flatMap((log) => [...log.read(0)].flatMap(({ bytes }) => [...decodeRecords(bytes)])),
    )
    const before = await stream(directory)
    await dealtOut(directory, shards)
    t.equal(storedShardCount(directory), shards)
    const middle = Math.floor(before.length / 2)
    const after = await stream(directory, before[middle - 1]?.place)
    t.same(after.slice(0, before.length - middle), before.slice(middle), 'cursors go on')
    t.notOk(existsSync(dealtLogsDirectory(directory)) || existsSync(formerLogsDirectory(directory)))
    t.match(await verified(directory), { differenceCount: 0, differences: [] })
    const expected = await looked(whole, rows)
    await looked(directory, (db, logs) => {
      t.same(rows(db), expected, 'the tables are those of a server that was let alone')
      const newest = new Map(records.map((record) => [record.login, record]))
      for (const [login, record] of newest) {
        const log = logs[login % shards] as LogReader
        const count = kept.filter((one) => one.login === login).length
        t.equal(walkBack(log, record), count, `the past of account ${login}`)
      }
      const secret = requestKeySecretOf(db)
      const known = logs.map((_, shard) => keysOfShard(db, shard, shards))
      for (const { login, requestKey, seq } of kept.filter((one) => one.requestKey !== '')) {
        const key = `${requestKeyHash(secret, login, requestKey)} ${seq}`
        t.ok(known[login % shards]?.has(key), `${requestKey} is known`)
      }
      const all = known.flatMap((keys) => [...keys])
      t.equal(new Set(all).size, all.length, 'no key is with two shards')
      const ends = logs.map((log) => log.last()?.firstSeq ?? 0)
      const last = newestOf(records)
      t.same(
        ends,
        logs.map((_, shard) => last + 1 + shard),
      )
      t.same(
        logs.map((_, shard) => projectionRepo(db).cursor(shard)),
        logs.map(() => last),
      )
      const head = journalRepo(db).head()
      t.match(db.prepare('SELECT * FROM journal WHERE id = ?').get(head.id), {
        kind: 'server.resharded',
        text: `The accounts were divided again: SHARDS was ${given.shards} and is ${shards}`,
      })
      t.equal(metaRepo(db).get('log_timeline'), String(NOW), 'the archive begins a new history')
    })
  })
}

t.test('a backup of before and one of after can be restored', async (t) => {
  const root = scratch(t)
  const dataDir = join(root, 'data')
  await stopped(dataDir, { shards: 2 })
  await taken(dataDir, join(root, 'before'))
  await dealtOut(dataDir, 3)
  await taken(dataDir, join(root, 'after'))
  for (const [name, shards] of [
    ['before', 2],
    ['after', 3],
  ] as const) {
    const target = join(root, `${name}-restored`)
    restore(join(root, name), target)
    t.equal(storedShardCount(target), shards)
    t.match(await verified(target), { differenceCount: 0 }, name)
  }
})

async function taken(dataDir: string, target: string): Promise<void> {
  const db = openReader(sqlitePath(dataDir))
  const shards = storedShardCount(dataDir) ?? 0
  const logs = Array.from({ length: shards }, (_, n) => new LogFile(logDirectory(dataDir, n)))
  await backup({ dataDir, target, db, logs, now: NOW, mapBytes: MAP_BYTES })
  db.close()
  for (const log of logs) await log.close()
}

const STEPS = ['tables', 'archives', 'deal', 'compare', 'decide'] as const

for (const step of STEPS) {
  t.test(`cut off after the step ${step} it is of one number, and goes on`, async (t) => {
    const directory = join(scratch(t), 'data')
    await stopped(directory, { shards: 2, behind: 30, isTrimmed: true })
    const cut = dealtOut(directory, 3, (name) => {
      if (name === step) throw new Error('cut')
    })
    await t.rejects(cut, /cut/)
    const shards = step === 'decide' ? 3 : 2
    t.equal(storedShardCount(directory), shards)
    t.equal(settleLogs(directory), step === 'decide' ? 'placed' : 'nothing')
    t.match(await verified(directory), { differenceCount: 0 })
    if (step !== 'decide') await dealtOut(directory, 3)
    t.equal(storedShardCount(directory), 3)
    t.match(await verified(directory), { differenceCount: 0 })
  })
}

// The places between two steps of the way into place, each with what a killed process leaves there.
const PLACES: readonly (readonly [string, (directory: string) => void])[] = [
  ['nothing was moved', () => undefined],
  [
    'the old logs were moved away',
    (directory) => renameSync(logsDirectory(directory), formerLogsDirectory(directory)),
  ],
  [
    'the new logs are in their place',
    (directory) => {
      renameSync(logsDirectory(directory), formerLogsDirectory(directory))
      renameSync(dealtLogsDirectory(directory), logsDirectory(directory))
    },
  ],
]

for (const [where, go] of PLACES) {
  t.test(`cut off where ${where} a start comes to the new number`, async (t) => {
    const directory = join(scratch(t), 'data')
    await stopped(directory, { shards: 2 })
    await t.rejects(
      dealtOut(directory, 3, (name) => {
        if (name === 'decide') throw new Error('cut')
      }),
    )
    go(directory)
    const db = alone(directory)
    t.equal(placeDealtLogs(directory, db), 'placed')
    t.equal(placeDealtLogs(directory, db), 'nothing')
    db.close()
    t.match(await verified(directory), { differenceCount: 0 })
    t.notOk(existsSync(formerLogsDirectory(directory)))
  })
}

t.test('what was not decided is dropped', async (t) => {
  const directory = join(scratch(t), 'data')
  await stopped(directory, { shards: 2 })
  mkdirSync(join(dealtLogsDirectory(directory), 'shard-0'), { recursive: true })
  t.equal(settleLogs(directory), 'dropped')
  t.notOk(existsSync(dealtLogsDirectory(directory)))
  t.match(await verified(directory), { differenceCount: 0 })
})

t.test('it is refused without room, and where the tables know more than the log', async (t) => {
  const directory = join(scratch(t), 'data')
  await stopped(directory, { shards: 2 })
  const db = alone(directory)
  const options = { dataDir: directory, db, shards: 3, now: NOW, monotonic: () => 0 }
  await t.rejects(reshard({ ...options, reserveBytes: 2 ** 52 }), /a reshard needs .* MiB/)
  db.exec('UPDATE projection SET record_seq = 1000 WHERE shard = 1')
  const short = reshard({ ...options, reserveBytes: 0, mapBytes: MAP_BYTES })
  await t.rejects(short, /the log of shard 1 ends at record \d+, but the tables hold record 1000/)
  t.notOk(existsSync(dealtLogsDirectory(directory)))
  db.close()
})
