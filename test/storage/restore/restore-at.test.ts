import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { AccountRecord } from '../../../engine/account/event.js'
import { archiveNext } from '../../../storage/archive/archiving.js'
import { archivedLogs } from '../../../storage/archive/log-archive.js'
import { takeArchive } from '../../../storage/backup/archives.js'
import { backup } from '../../../storage/backup/backup.js'
import type { Log, LogReader } from '../../../storage/log/log.js'
import { LogFile } from '../../../storage/log/log-file.js'
import { logDirectory, sqlitePath } from '../../../storage/paths.js'
import { countersRepo } from '../../../storage/repos/counters.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { reshard } from '../../../storage/reshard/reshard.js'
import { archiveSources } from '../../../storage/restore/archive-source.js'
import { backupsAt } from '../../../storage/restore/backup-look.js'
import { directorySource } from '../../../storage/restore/directory-source.js'
import type { LogSource } from '../../../storage/restore/log-source.js'
import { type Moment, planOf, type RestorePlan } from '../../../storage/restore/plan.js'
import { restoreAt } from '../../../storage/restore/restore-at.js'
import { openAlone, openReader, type Sqlite } from '../../../storage/sqlite/open.js'
import { verify } from '../../../storage/verify/verify.js'
import { scratch } from '../../given/desk.js'
import { commitTurn, writeHistory } from '../../given/records/histories.js'
import { openLogs, openTables, projectAll, projector } from '../../given/records/projection.js'

const MAP_BYTES = 256 * 1024 * 1024
const RANGE = 1000
/** All that a history of up to three shards may have. */
const LOGINS = Array.from({ length: 40 }, (_, n) => 990 + n)
const HISTORY = { seed: 21, count: 300, logins: 6, turn: 5, hasRepairs: true }
let time = 0
const monotonic = (): number => ++time / 1e6

/** The tables of a server of which nothing was traded yet. */
function begin(directory: string, shards: number, logins = LOGINS, symbols = 99): Sqlite {
  const db = openTables(directory)
  const meta = metaRepo(db)
  meta.set('server_id', 'abc')
  meta.set('shards', String(shards))
  const account = db.prepare(
    `INSERT INTO accounts (login, group_path, created_at, updated_at) VALUES (?, 'real', 1, 1)`,
  )
  for (const login of logins) account.run(login)
  const symbol = db.prepare(
    `INSERT INTO settings (kind, id, name, version, body, created_at, updated_at)
     VALUES ('symbols', ?, ?, 1, '{}', 1, 1)`,
  )
  for (let id = 1; id <= symbols; id++) symbol.run(id, `S${id}`)
  return db
}

/** What the records make of the tables: all but what the desk and the shards' numbers have. */
const TRADED = [
  'account_states',
  'orders',
  'open_orders',
  'deals',
  'positions',
  'closed_positions',
  'daily',
  'position_corrections',
  'traded_symbols',
  'order_marks',
  'deal_marks',
  'closed_marks',
]

function traded(db: Sqlite): Readonly<Record<string, unknown[]>> {
  return Object.fromEntries(TRADED.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()]))
}

interface Server {
  readonly dataDir: string
  readonly archive: string
  readonly backups: string
  readonly records: readonly AccountRecord[]
  /** The tables as they were at the record in the middle. */
  readonly then: Readonly<Record<string, unknown[]>>
  readonly middle: AccountRecord
}

/** The newest record of the early backup, whose tables are somewhat behind. */
const BACKED_UP = 100

/**
 * A server that was backed up after some records and archived its logs later; what its tables had at a moment in
 * between is kept.
 */
async function traded300(
  root: string,
  shards: number,
  logins = LOGINS,
  symbols = 99,
): Promise<Server> {
  const [dataDir, archive, backups] = ['data', 'archive', 'backups'].map((name) =>
    join(root, name),
  ) as [string, string, string]
  mkdirSync(dataDir)
  const logs = openLogs(dataDir, shards)
  const records = writeHistory(logs, HISTORY)
  const db = begin(dataDir, shards, logins, symbols)
  const project = projector(db, logs)
  projectAll(project, BACKED_UP - 15)
  await copy(dataDir, join(backups, 'early'), db, until(logs, BACKED_UP), records[90]?.at ?? 0)
  const middle = records[200] as AccountRecord
  projectAll(project, middle.seq)
  const then = traded(db)
  projectAll(project, records.at(-1)?.seq ?? 0)
  await copy(dataDir, join(backups, 'late'), db, logs, records.at(-1)?.at ?? 0)
  archiveAll(archive, db, logs)
  db.close()
  for (const log of logs) await log.close()
  return { dataDir, archive, backups, records, then, middle }
}

/** Logs as they were at that record. */
function until(logs: readonly LogReader[], seq: number): LogReader[] {
  return logs.map((log) => ({
    read: function* (from: number) {
      for (const entry of log.read(from)) if (entry.firstSeq <= seq) yield entry
    },
    last: () => [...log.read(0)].filter(({ firstSeq }) => firstSeq <= seq).at(-1),
    first: () => log.first(),
    entryHolding: (of) => log.entryHolding(of),
    close: () => log.close(),
  }))
}

async function copy(
  dataDir: string,
  target: string,
  db: Sqlite,
  logs: readonly LogReader[],
  now: number,
): Promise<void> {
  await backup({ dataDir, target, db, logs, now, mapBytes: MAP_BYTES })
}

function archiveAll(root: string, db: Sqlite, logs: readonly LogReader[]): void {
  for (const [shard, archived] of archivedLogs(root, db, logs.length).entries()) {
    const stretch = { throughSeq: 1e9, until: null, reserveBytes: 0, segmentBytes: 4000 }
    const log = logs[shard] as LogReader
    for (let afterSeq = 0; ; ) {
      const head = archiveNext(log, archived, { afterSeq, ...stretch })
      if (head === undefined) break
      afterSeq = head.last_seq
    }
  }
}

async function planned(
  { backups, archive }: Pick<Server, 'backups' | 'archive'>,
  moment: Moment,
  more: readonly LogSource[] = [],
): Promise<RestorePlan> {
  const archived = existsSync(archive) ? archiveSources(archive) : []
  return planOf(backupsAt(backups), [...archived, ...more], moment)
}

async function restored(plan: RestorePlan, target: string): Promise<void> {
  await restoreAt({
    target,
    plan,
    reserveBytes: 0,
    idRangeLength: RANGE,
    monotonic,
    mapBytes: MAP_BYTES,
  })
}

async function looked<T>(directory: string, look: (db: Sqlite, logs: LogFile[]) => T): Promise<T> {
  const db = openReader(sqlitePath(directory))
  const shards = Number(metaRepo(db).get('shards'))
  const logs = Array.from({ length: shards }, (_, n) => new LogFile(logDirectory(directory, n)))
  try {
    return look(db, logs)
  } finally {
    db.close()
    for (const log of logs) await log.close()
  }
}

for (const shards of [1, 3]) {
  t.test(`${shards} shards: the tables are as they were at that moment`, async (t) => {
    const root = scratch(t)
    const server = await traded300(root, shards)
    const { middle, then, records } = server
    const later = records[records.indexOf(middle) + 1] as AccountRecord
    t.ok(later.at > middle.at)
    const moments: Moment[] = [{ seq: middle.seq }, { at: middle.at }, { at: later.at - 1 }]
    for (const [index, moment] of moments.entries()) {
      const plan = await planned(server, moment)
      t.match(plan, { at: middle.at, backup: { path: join(server.backups, 'early') } })
      t.equal(plan.leftOut.size, 0)
      const target = join(root, `to-${index}`)
      await restored(plan, target)
      t.same(
        readdirSync(root).filter((name) => name.endsWith('.restoring')),
        [],
      )
      await looked(target, (db, logs) => {
        t.same(traded(db), then)
        t.match(verify({ db, logs }), { differenceCount: 0, differences: [] })
        const highest = (table: string) =>
          db.prepare<[], number>(`SELECT max(id) FROM ${table}`).pluck().get() as number
        for (const kind of ['order', 'deal'] as const) {
          const next = countersRepo(db).next(kind, 1)
          t.ok(next > highest(`${kind}s`), 'no number is given out again')
          t.equal(next % RANGE, 1)
        }
        t.match(metaRepo(db).get('restored_up_to'), `record ${plan.seq}`)
        const isNew = 'SELECT count(*) FROM margin_letters WHERE is_due = 1 AND at > ?'
        const due = db.prepare(isNew).pluck()
        t.equal(due.get(records[BACKED_UP]?.at ?? 0), 0, 'nobody is written to again')
        const unmailed = `SELECT count(*) FROM daily WHERE seq > 0 AND at > ? AND NOT EXISTS
          (SELECT 1 FROM mailed_statements AS m WHERE m.day = daily.day AND m.login = daily.login)`
        t.equal(
          db
            .prepare(unmailed)
            .pluck()
            .get(records[BACKED_UP]?.at ?? 0),
          0,
        )
      })
    }
    const newest = records.at(-1) as AccountRecord
    const whole = await planned(server, { seq: newest.seq }, [directorySource(server.dataDir)])
    t.equal(whole.backup.path, join(server.backups, 'late'), 'the newest backup that is not later')
    t.equal(whole.records, 0)
  })
}

t.test('a backup whose tables are of after the moment serves no moment before them', async (t) => {
  const root = scratch(t)
  const server = await traded300(root, 2)
  const { dataDir, backups, middle } = server
  const logs = openLogs(dataDir, 2)
  const db = openReader(sqlitePath(dataDir))
  // It was begun at that moment, and its tables were copied later.
  await copy(dataDir, join(backups, 'slow'), db, logs, middle.at)
  db.close()
  for (const log of logs) await log.close()
  for (const more of [[], [directorySource(dataDir)]]) {
    const plan = await planned(server, { at: middle.at }, more)
    t.match(plan, { seq: middle.seq, backup: { path: join(backups, 'early') } })
    for (const source of more) await source.close()
  }
})

t.test('what there is not is said before anything is written', async (t) => {
  const root = scratch(t)
  const server = await traded300(root, 2)
  const { records, backups, dataDir } = server
  const newest = records.at(-1) as AccountRecord
  const atEnd = { at: newest.at + 5 }
  await t.rejects(planned(server, { at: 5 }), /no backup at or before it: the oldest is of 20/)
  await t.rejects(
    planned(server, atEnd),
    /the time is after what is there, which goes up to record/,
  )
  await t.rejects(
    planned(server, { seq: newest.seq + 1 }),
    /is beyond what is there, up to \d+: the archive/,
  )
  const stopped = await planned(server, atEnd, [directorySource(dataDir)])
  t.equal(stopped.seq, newest.seq, 'nothing was written after what a stopped server has')
  const none = { backups, archive: join(root, 'none') }
  await t.rejects(planned(none, { seq: 150 }), /no archive of logs was named \(LOG_ARCHIVE_DIR\)/)
  await t.rejects(planned({ ...server, backups: join(root, 'x') }, { seq: 150 }), /no backup at/)
  await t.rejects(planned({ ...server, backups: dataDir }, { seq: 150 }), /no backup in/)

  const [history = ''] = readdirSync(server.archive)
  const files = join(server.archive, history, 'shard-1')
  const names = readdirSync(files)
  const inMiddle = names.find((name) => Number(name.slice(0, 16)) > 150) as string
  rmSync(join(files, inMiddle))
  const gap = /the archive of shard 1 in .* lacks records \d+ to \d+: a file is missing/
  await t.rejects(planned(server, { seq: newest.seq - 5 }), gap)
  const filled = await planned(server, { seq: 250 }, [directorySource(dataDir)])
  t.equal(filled.seq, 250, 'the logs of a data directory have what is missing')
  await restored(filled, join(root, 'filled'))
  t.match(await looked(join(root, 'filled'), (db, logs) => verify({ db, logs })), {
    differenceCount: 0,
  })
})

t.test('logs that were trimmed are taken from where they have everything', async (t) => {
  const root = scratch(t)
  const server = await traded300(root, 2)
  const { dataDir, backups } = server
  const logs = openLogs(dataDir, 2)
  const db = openReader(sqlitePath(dataDir))
  takeArchive(dataDir, db)
  db.close()
  for (const log of logs) while (log.trim(150, 10) > 0);
  for (const log of logs) await log.close()
  const alone = { backups, archive: join(root, 'none') }
  const begin = /the logs of .* begin after record 1[0-4]\d/
  await t.rejects(planned(alone, { seq: 200 }, [directorySource(dataDir)]), begin)
  const both = await planned(server, { seq: 200 }, [directorySource(dataDir)])
  t.equal(both.seq, 200)
})

t.test('accounts and symbols that the backup does not have are named, and left out', async (t) => {
  const root = scratch(t)
  const server = await traded300(
    root,
    2,
    LOGINS.filter((login) => login !== 1000),
    1,
  )
  const { records } = server
  const plan = await planned(server, { seq: 250 })
  const later = records.filter(({ login, seq }) => login === 1000 && seq > BACKED_UP && seq <= 250)
  t.match(plan.leftOut.get(1000), { why: 'account', fromSeq: later[0]?.seq, records: later.length })
  const ofSymbols = [...plan.leftOut].filter(([, { why }]) => why === 'symbol')
  t.ok(ofSymbols.length > 0)
  await restored(plan, join(root, 'to'))
  await looked(join(root, 'to'), (db, logs) => {
    t.match(verify({ db, logs }), { differenceCount: 0 })
    for (const [login, { fromSeq }] of plan.leftOut) {
      const state = db
        .prepare<[number], number>('SELECT record_seq FROM account_states WHERE login = ?')
        .pluck()
      t.ok((state.get(login) ?? 0) < fromSeq, `account ${login} stops before it`)
    }
  })
})

t.test('after a reshard a backup of before and the new logs come to any moment', async (t) => {
  const root = scratch(t)
  const server = await traded300(root, 2)
  const { dataDir, middle, then } = server
  const db = openAlone(sqlitePath(dataDir))
  if (db === undefined) throw new Error('nobody else has it open')
  await reshard({ dataDir, db, shards: 3, now: 7, monotonic, reserveBytes: 0, mapBytes: MAP_BYTES })
  db.close()
  rmSync(server.archive, { recursive: true })
  await looked(dataDir, (tables, logs) => archiveAll(server.archive, tables, logs))
  for (const [name, more] of [
    ['archive', []],
    ['data', [directorySource(dataDir)]],
  ] as const) {
    const sources = name === 'archive' ? server : { ...server, archive: join(root, 'none') }
    const plan = await planned(sources, { at: middle.at }, more)
    await restored(plan, join(root, `to-${name}`))
    t.same(await looked(join(root, `to-${name}`), traded), then)
    for (const source of more) await source.close()
  }
})

t.test('of two histories neither is taken until one is named', async (t) => {
  const root = scratch(t)
  const server = await traded300(root, 1)
  const { archive, records } = server
  const [first = ''] = readdirSync(archive)
  // A server that was restored at record 180, and went on otherwise under the same numbers.
  await archived(join(root, 'restored'), archive, '5', (log) => {
    for (const record of records) {
      commitTurn(log, [record.seq <= 180 ? record : { ...record, at: record.at + 1 }])
    }
  })
  const histories = readdirSync(archive)
  t.equal(histories.length, 2)
  t.equal((await planned(server, { seq: 150 })).seq, 150, 'where they are the same it is no matter')
  const parted = /are two histories that part after record \d+: name one of them, with --archive/
  for (const seq of [180, 200]) await t.rejects(planned(server, { seq }), parted)
  for (const name of histories) {
    const one = { ...server, archive: join(archive, name) }
    t.equal((await planned(one, { seq: 200 })).seq, 200, name)
  }

  // Another past is none of the backup's, whatever numbers it has.
  const strange = join(root, 'strange')
  cpSync(join(archive, first), join(strange, first), { recursive: true })
  await archived(join(root, 'stranger'), strange, '9', (log) => {
    writeHistory([log], { ...HISTORY, seed: 5 })
  })
  const plan = await planned({ ...server, archive: strange }, { seq: 200 })
  t.equal(plan.chain.sources.length, 1)
  rmSync(join(strange, first), { recursive: true })
  const none = /none of .* has the history of .*, of the server abc/
  await t.rejects(planned({ ...server, archive: strange }, { seq: 200 }), none)
})

/** Archives a log of the same server, of another timeline. */
async function archived(
  directory: string,
  root: string,
  timeline: string,
  write: (log: Log) => void,
): Promise<void> {
  mkdirSync(directory)
  const logs = openLogs(directory, 1)
  write(logs[0] as Log)
  const db = begin(directory, 1)
  metaRepo(db).set('log_timeline', timeline)
  archiveAll(root, db, logs)
  db.close()
  for (const log of logs) await log.close()
}
