import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import t, { type Test } from 'tap'
import { archiveLogs } from '../../../actors/jobs/log-archive.js'
import jobSlice from '../../../actors/jobs/slice.task.js'
import retention from '../../../actors/server/retention.task.js'
import type { JobPlace } from '../../../actors/thread/job-work.js'
import { fileId } from '../../../actors/thread/random.js'
import type { AccountRecord } from '../../../engine/account/event.js'
import {
  archivedBound,
  archivedUpTo,
  archiveFaults,
  archiveNext,
  checkedSegments,
} from '../../../storage/archive/archiving.js'
import {
  type ArchivedLog,
  addSegment,
  archiveDirectories,
  archivedLogs,
  contentOf,
  headOf,
  historiesIn,
  segmentsIn,
} from '../../../storage/archive/log-archive.js'
import {
  ArchiveError,
  readSegment,
  type Segment,
  writeSegment,
} from '../../../storage/archive/segment.js'
import type { Log } from '../../../storage/log/log.js'
import { filePath, sqlitePath } from '../../../storage/paths.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { readCsv } from '../../../wire/format/csv.js'
import { decodeRecords, lastSeqOf, lastTimeOf, lengthThrough } from '../../../wire/record/record.js'
import type { LogArchiveTarget } from '../../../wire/thread/log-archive.js'
import { openfloor } from '../../given/command.js'
import { scratch } from '../../given/desk.js'
import { openBelow } from '../../given/open-files.js'
import { writeHistory } from '../../given/records/histories.js'
import { openLogs, openTables, projectAll, projector } from '../../given/records/projection.js'
import { syncedPaths } from '../../given/synced-paths.js'

// Archives of logs: all of it once, read back, whatever was cut off in between; and nothing is trimmed that is not there.

const SMALL = 2000
const RECORDS = 250

function given(test: Test, shards = 2) {
  const root = scratch(test)
  const [dataDir, directory] = [join(root, 'data'), join(root, 'kept')]
  mkdirSync(dataDir)
  const logs = openLogs(dataDir, shards)
  const history = { seed: 13, count: RECORDS, logins: 6, turn: 12, hasRepairs: true }
  const records = writeHistory(logs, history)
  const db = openTables(dataDir)
  metaRepo(db).set('server_id', 'server-1')
  projectAll(projector(db, logs), records.length)
  test.teardown(async () => {
    db.close()
    await Promise.all(logs.map((log) => log.close()))
  })
  return { dataDir, directory, logs, records, db, archived: archivedLogs(directory, db, shards) }
}

function bytesIn(log: Log): Buffer {
  return Buffer.concat([...log.read(0)].map(({ bytes }) => Buffer.from(bytes)))
}

function archivedBytes({ directory }: ArchivedLog): Buffer {
  return Buffer.concat(segmentsIn(directory).map((file) => contentOf(file).records))
}

/** All of a log, in small segments; answers how many. */
function archiveAll(log: Log, to: ArchivedLog, until: number | null = null): number {
  const throughSeq = lastSeqOf(log.last()?.bytes ?? Buffer.alloc(0))
  for (let [made, afterSeq] = [0, archivedUpTo(log, to)]; ; made++) {
    const how = { afterSeq, throughSeq, until, reserveBytes: 0, segmentBytes: SMALL }
    const head = archiveNext(log, to, how)
    if (head === undefined) return made
    afterSeq = head.last_seq
  }
}

const one = <T>(list: readonly T[]): T => {
  const [first] = list
  if (first === undefined) throw new Error('there is none')
  return first
}

t.test('a log is in its archive byte for byte, once, whoever begins again', async (t) => {
  const { logs, archived, records } = given(t)
  let all = 0
  for (const [shard, log] of logs.entries()) {
    const to = archived[shard] as ArchivedLog
    const made = archiveAll(log, to)
    t.ok(made > 3)
    t.equal(archiveAll(log, to), 0, 'there is nothing more')
    t.ok(archivedBytes(to).equals(bytesIn(log)))
    let after = (log.first()?.firstSeq ?? 0) - 1
    for (const file of segmentsIn(to.directory)) {
      const head = headOf(file)
      all += head.records
      const bytes = contentOf(file).records
      const own = [...decodeRecords(bytes)]
      const [first, last] = [own[0], own.at(-1)] as [AccountRecord, AccountRecord]
      t.same(head, {
        openfloor_log: 1,
        server_id: 'server-1',
        timeline: '',
        shard,
        shards: 2,
        after_seq: after,
        first_seq: first.seq,
        last_seq: last.seq,
        records: own.length,
        first_at: new Date(first.at).toISOString(),
        last_at: new Date(last.at).toISOString(),
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        packed_bytes: statSync(file.path).size - readFileSync(file.path).indexOf('\n') - 1,
      })
      after = last.seq
      t.ok(head.packed_bytes < head.bytes)
    }
    t.same(
      [...checkedSegments(to.directory)].filter(({ fault }) => fault !== ''),
      [],
    )
    t.same(archiveFaults(log, to), [])
  }
  t.equal(all, records.length)
})

t.test('a segment is on the disk before it has its name, and then so are the names', async (t) => {
  const { logs, archived, directory } = given(t, 1)
  const [to, root] = [one(archived), realpathSync(join(directory, '..'))]
  const how = { afterSeq: 0, throughSeq: 60, until: null, reserveBytes: 0 }
  const synced = syncedPaths(() => t.equal(archiveNext(one(logs), to, how)?.last_seq, 60))
  t.same(openBelow(directory), [], 'no file of it stays open')
  t.same(
    synced.map((path) => path.slice(root.length)),
    [
      '/kept/logs-server-1/shard-0/new.partial',
      '/kept/logs-server-1/shard-0',
      '/kept/logs-server-1',
      '/kept',
    ],
  )
})

t.test('a half-written file is replaced, and an unreported one is found', async (t) => {
  const { logs, archived } = given(t, 1)
  const [log, to] = [one(logs), one(archived)]
  mkdirSync(to.directory, { recursive: true })
  writeFileSync(join(to.directory, 'new.partial'), 'half a seg')
  writeFileSync(join(to.directory, 'notes.txt'), 'a stranger')
  const how = { until: null, reserveBytes: 0, segmentBytes: SMALL, throughSeq: 1e9 }
  const first = archiveNext(log, to, { ...how, afterSeq: 0 })
  // It was not reported: the next slice begins at the same place.
  t.same(archiveNext(log, to, { ...how, afterSeq: 0 }), first)
  t.equal(segmentsIn(to.directory).length, 1)
  archiveAll(log, to)
  t.ok(archivedBytes(to).equals(bytesIn(log)))
  t.same(
    readdirSync(to.directory).filter((name) => !name.endsWith('.oflog')),
    ['notes.txt'],
  )
})

t.test('a segment that is read back as another than the log has gets no name', async (t) => {
  const { logs, archived } = given(t, 1)
  const to = one(archived)
  const records = bytesIn(one(logs))
  const looked: Segment[] = []
  const refused = (): unknown =>
    addSegment(to, 0, records, 0, (segment) => {
      looked.push(segment)
      throw new ArchiveError('not what the log has')
    })
  t.throws(refused, { name: 'ArchiveError', message: 'not what the log has' })
  t.same(readdirSync(to.directory), [])
  const head = addSegment(to, 0, records, 0, (segment) => looked.push(segment))
  t.same(looked, [
    { head, records },
    { head, records },
  ])
  t.equal(segmentsIn(to.directory).length, 1)
})

t.test('a stretch that has gone is written again, and no more than that', async (t) => {
  const { logs, archived } = given(t, 1)
  const [log, to] = [one(logs), one(archived)]
  archiveAll(log, to)
  const before = segmentsIn(to.directory)
  for (const file of before.slice(2, 4)) rmSync(file.path)
  t.match(
    [...checkedSegments(to.directory)].find(({ fault }) => fault !== '')?.fault,
    /does not follow/,
  )
  t.ok(archiveAll(log, to) > 0)
  t.same(
    segmentsIn(to.directory).map(({ path }) => path),
    before.map(({ path }) => path),
  )
  t.ok(archivedBytes(to).equals(bytesIn(log)))
})

t.test(
  'of a turn that is archived in part the rest alone counts for the bytes of a segment',
  async (t) => {
    const { logs, archived } = given(t, 1)
    const [log, to] = [one(logs), one(archived)]
    const [turn, next] = [...log.read(1)].map(({ bytes }) => Buffer.from(bytes))
    if (turn === undefined || next === undefined) throw new Error('there are two turns and more')
    const [afterSeq, rest] = [5, turn.length - lengthThrough(turn, 5)]
    const how = { afterSeq, until: null, reserveBytes: 0, throughSeq: 1e9 }
    const head = archiveNext(log, to, { ...how, segmentBytes: rest + 1 })
    t.match(head, { after_seq: afterSeq, last_seq: lastSeqOf(next) })
    t.equal(head?.bytes, rest + next.length)
    rmSync(to.directory, { recursive: true })
    t.equal(archiveNext(log, to, { ...how, segmentBytes: rest })?.last_seq, lastSeqOf(turn))
  },
)

t.test('only turns that ended before until are taken', async (t) => {
  const { logs, archived, records } = given(t, 1)
  const [log, to] = [one(logs), one(archived)]
  const until = records[100]?.at ?? 0
  archiveAll(log, to, until)
  const kept = [...decodeRecords(archivedBytes(to))]
  t.ok(kept.length > 80 && kept.length <= 100)
  t.ok(kept.every(({ at }) => at < until))
  archiveAll(log, to)
  t.ok(archivedBytes(to).equals(bytesIn(log)))
})

t.test('a turn that ends at until is not taken, one that ends before it is', async (t) => {
  const { logs, archived } = given(t, 1)
  const [log, to] = [one(logs), one(archived)]
  const [first, second] = [...log.read(1)].map(({ bytes }) => Buffer.from(bytes))
  if (first === undefined || second === undefined) throw new Error('there are two turns and more')
  const how = { afterSeq: 0, reserveBytes: 0, throughSeq: 1e9 }
  const until = lastTimeOf(second)
  t.equal(archiveNext(log, to, { ...how, until })?.last_seq, lastSeqOf(first))
  rmSync(to.directory, { recursive: true })
  t.equal(archiveNext(log, to, { ...how, until: until + 1 })?.last_seq, lastSeqOf(second))
})

t.test('what lies wholly before the log begins is not looked at', async (t) => {
  const { logs, archived } = given(t, 1)
  const [log, to] = [one(logs), one(archived)]
  archiveAll(log, to)
  const [old, newest, ...later] = segmentsIn(to.directory)
  if (old === undefined || newest === undefined) throw new Error('there are more')
  const begin = newest.lastSeq
  while (log.trim(begin + 1, 100) > 0);
  t.equal(log.first()?.firstSeq, begin + 1)
  for (const { path } of [old, newest]) writeFileSync(path, 'rotten')
  t.equal(archivedUpTo(log, to), later.at(-1)?.lastSeq)
  t.same(archivedBound(log, to, 1e9), { bound: 1e9, why: '' })
  t.same(archiveFaults(log, to), [])
  for (const { path } of later) rmSync(path)
  t.equal(archivedUpTo(log, to), begin)
  t.match(archivedBound(log, to, 1e9), { bound: begin + 1, why: /ends before record/ })
  rmSync(newest.path)
  t.equal(archivedUpTo(log, to), begin)
  t.match(archivedBound(log, to, 1e9), { bound: begin + 1, why: /ends before record/ })
})

t.test('a log that has nothing is not what its archive says', async (t) => {
  const { logs, archived, dataDir } = given(t, 1)
  const [log, to] = [one(logs), one(archived)]
  archiveAll(log, to)
  t.same(archiveFaults(log, to), [])
  const empty = one(openLogs(join(dataDir, 'other'), 1))
  t.teardown(() => empty.close())
  const wrong = segmentsIn(to.directory).map(({ path, lastSeq }) => {
    return `${path} has records that the log has not, up to ${lastSeq}`
  })
  t.not(wrong.length, 0)
  t.same(archiveFaults(empty, to), wrong)
})

t.test('archives are found below a directory, and in one that is a server’s own', (t) => {
  const root = scratch(t)
  const own = ['logs-a', 'logs-a-7', 'logs-b_c'].map((name) => join(root, name))
  for (const path of own) mkdirSync(join(path, 'shard-0'), { recursive: true })
  for (const name of ['shard-1', 'shard-12', 'shard-x', 'shards-2', 'other']) {
    mkdirSync(join(root, 'logs-a', name))
  }
  mkdirSync(join(root, 'logs', 'shard-0'), { recursive: true })
  mkdirSync(join(root, 'my-logs-a', 'shard-0'), { recursive: true })
  t.same(historiesIn(root), own)
  const first = join(root, 'logs-a')
  t.same(historiesIn(first), [first])
  t.same(historiesIn(`${first}/`), [`${first}/`])
  t.same(historiesIn(join(root, 'none')), [])
  const shards = ['shard-0', 'shard-1', 'shard-12'].map((name) => join(first, name))
  t.same(archiveDirectories(first), shards)
  t.same(archiveDirectories(root), [
    ...shards,
    ...own.slice(1).map((path) => join(path, 'shard-0')),
  ])
  t.end()
})

/** Files as somebody, or a disk, may have made them. */
const DAMAGES: readonly [string, (bytes: Buffer) => Buffer, RegExp][] = [
  ['one byte less', (bytes) => bytes.subarray(0, -1), /not what its head says/],
  ['one byte more', (bytes) => Buffer.concat([bytes, Buffer.from('x')]), /not what its head says/],
  ['a bit turned', (bytes) => flipped(bytes, bytes.length - 40), /cannot be unpacked|not those/],
  ['nothing', () => Buffer.alloc(0), /no part of an archive/],
  ['no head', (bytes) => bytes.subarray(bytes.indexOf('\n') + 1), /no part of an archive/],
  [
    'another version',
    (bytes) => replaced(bytes, /"openfloor_log":1/, '"openfloor_log":2'),
    /no part of an archive/,
  ],
  ['another number', (bytes) => replaced(bytes, /"records":\d/, '"records":9'), /other records/],
  ['a huge number', (bytes) => replaced(bytes, /"bytes":\d+/, '"bytes":999999999'), /no part of/],
  ['more bytes', (bytes) => replaced(bytes, /"bytes":\d+/, '"bytes":99999'), /not those that/],
  ['a number below 0', (bytes) => replaced(bytes, /"shard":0/, '"shard":-1'), /no part of/],
  ['a number that is none', (bytes) => replaced(bytes, /"records":\d+/, '"records":""'), /no part/],
  [
    'a text that is none',
    (bytes) => replaced(bytes, /"timeline":""/, '"timeline":0'),
    /no part of/,
  ],
  ['another digest', (bytes) => replaced(bytes, /"sha256":"./, '"sha256":"-'), /not those/],
  [
    'another seq',
    (bytes) => replaced(bytes, /"last_seq":\d/, '"last_seq":9'),
    /holds records|other records/,
  ],
]

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 4
  return copy
}

function replaced(bytes: Buffer, what: RegExp, by: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replace(what, by), 'latin1')
}

t.test('a segment has what its head says, from the first record to the last', (t) => {
  const { logs, archived } = given(t, 1)
  const to = one(archived)
  archiveAll(one(logs), to)
  const [, file] = segmentsIn(to.directory)
  if (file === undefined) throw new Error('there are more')
  const whole = readFileSync(file.path)
  const { head } = contentOf(file)
  for (const name of ['first_seq', 'last_seq', 'records'] as const) {
    for (const by of [-1, 1]) {
      const said = `"${name}":${head[name] + by}`
      writeFileSync(file.path, replaced(whole, new RegExp(`"${name}":\\d+`), said))
      t.throws(() => readSegment(file.path), { message: /: the head names other records$/ }, said)
    }
  }
  writeFileSync(file.path, whole)
  t.same(readSegment(file.path).head, head)
  t.end()
})

t.test('nothing is trimmed beyond a file that is damaged or gone', async (t) => {
  const { logs, archived } = given(t, 1)
  const [log, to] = [one(logs), one(archived)]
  archiveAll(log, to)
  const files = segmentsIn(to.directory)
  const [, , damaged, next] = files
  if (damaged === undefined || next === undefined) throw new Error('there are more')
  const bound = next.firstSeq
  t.same(archivedBound(log, to, bound), { bound, why: '' })
  t.same(archivedBound(log, to, 1e9), { bound: 1e9, why: '' })
  const whole = readFileSync(damaged.path)
  for (const [name, damage, says] of DAMAGES) {
    writeFileSync(damaged.path, damage(whole))
    const found = archivedBound(log, to, bound)
    t.equal(found.bound, damaged.firstSeq, name)
    t.match(found.why, says, name)
    const faults = [...checkedSegments(to.directory)].filter(({ fault }) => fault !== '')
    t.match(faults[0]?.fault, says, name)
  }
  rmSync(damaged.path)
  t.match(archivedBound(log, to, bound), { bound: damaged.firstSeq, why: /ends before record/ })
  writeFileSync(damaged.path, whole)
  t.same(archivedBound(log, to, bound), { bound, why: '' })
  // Whole in itself, and one record in its middle is another than the log's.
  const { head, records } = contentOf(damaged)
  writeSegment(damaged.path, to.origin, head.after_seq, withOtherDigest(records))
  t.equal(contentOf(damaged).head.last_seq, head.last_seq)
  t.match(archivedBound(log, to, bound), { bound: damaged.firstSeq, why: /not what the log has/ })
  t.match(archiveFaults(log, to), [/not what the log has from record \d+ on/])
  writeFileSync(damaged.path, whole)
  t.same(archiveFaults(log, to), [])
  // Whole, under a name that says other records at either of its ends.
  const { firstSeq, lastSeq } = damaged
  for (const said of [
    { firstSeq: firstSeq + 1, lastSeq },
    { firstSeq, lastSeq: lastSeq + 1 },
  ]) {
    const says = {
      name: 'ArchiveError',
      message: new RegExp(` holds records ${firstSeq} to ${lastSeq}$`),
    }
    t.throws(() => headOf({ path: damaged.path, ...said }), says)
    t.throws(() => contentOf({ path: damaged.path, ...said }), says)
  }
  // Whole, and of another log.
  const other = given(t, 1)
  const [otherLog, foreign] = [one(other.logs), one(other.archived)]
  otherLog.commit(900, Buffer.from(recordAt(bytesIn(log), 900)))
  archiveAll(otherLog, foreign)
  const last = segmentsIn(foreign.directory).at(-1)
  if (last === undefined) throw new Error('it was archived')
  copyFileSync(last.path, join(to.directory, last.path.split('/').at(-1) ?? ''))
  t.match(archiveFaults(log, to).at(-1), /not what the log has|the log has not/)
})

/** The second record says that it answers another request; its checksum fits. */
function withOtherDigest(records: Buffer): Buffer {
  const copy = Buffer.from(records)
  const second = copy.subarray(copy.readUInt32LE(0))
  const record = second.subarray(0, second.readUInt32LE(0))
  record.writeUInt32LE(record.readUInt32LE(12) + 1, 12)
  record.writeUInt32LE(crc32(record.subarray(8)), 4)
  return copy
}

/** The first record's bytes under another seq, with a checksum that fits. */
function recordAt(bytes: Buffer, seq: number): Buffer {
  const record = Buffer.from(bytes.subarray(0, bytes.readUInt32LE(0)))
  record.writeBigUInt64LE(BigInt(seq), 16)
  record.writeUInt32LE(crc32(record.subarray(8)), 4)
  return record
}

t.test('a trimmed log is archived from where it begins, and has what went', async (t) => {
  const { logs, archived } = given(t, 1)
  const [log, to] = [one(logs), one(archived)]
  const all = bytesIn(log)
  archiveAll(log, to, 1_700_000_000_000 + 100)
  const { bound } = archivedBound(log, to, 1e9)
  t.ok(bound > 12 && bound < RECORDS)
  while (log.trim(bound, 100) > 0);
  t.equal(log.first()?.firstSeq, bound)
  archiveAll(log, to)
  t.ok(archivedBytes(to).equals(all))
  t.same(archiveFaults(log, to), [])
})

t.test('slices carry a job to its end, from any of them again', async (t) => {
  const { dataDir, directory, db, logs, records } = given(t)
  const work = { target: { directory, shards: 2 }, until: null }
  let job: JobPlace = { place: '', done: 0, total: null }
  let text = ''
  // Of the numbers that are left each shard has about a half.
  const totals: unknown[] = []
  for (let isOver = false; !isOver; ) {
    // A slice that was carried out and not told.
    const lost = await archiveLogs(dataDir, db, 0, work, job)
    const { at, end } = JSON.parse(lost.place) as { at: number[]; end: number[] }
    const left = end.reduce((sum, seq, shard) => sum + seq - (at[shard] ?? 0), 0)
    t.equal(lost.total, lost.done + Math.ceil(left / 2))
    totals.push([lost.done > 0, left > 0, lost.isOver])
    const made = await archiveLogs(dataDir, db, 0, work, job)
    if (job.place !== '') t.same(made, lost)
    text += made.made
    job = made
    isOver = made.isOver
  }
  t.match(job, { done: job.total })
  t.same(totals[0], [true, true, false], 'the first slice is some of them')
  const table = readCsv(text, { recordsMax: 100, cellsMax: 20 })
  if (!table.ok) throw new Error(table.says)
  const [head, ...rows] = table.records.map(({ cells }) => cells)
  t.equal(head?.at(-1), 'file')
  const kept = archivedLogs(directory, db, 2).flatMap((one) => segmentsIn(one.directory))
  const names = new Set(kept.map(({ path }) => path.split('/').at(-1)))
  for (const cells of rows) {
    t.equal(cells.length, head?.length)
    t.ok(names.has(cells.at(-1)), 'a line of a file that is there')
  }
  t.ok(rows.length > 0 && rows.length <= 2)
  const to = archivedLogs(directory, db, 2)
  for (const [shard, log] of logs.entries()) {
    t.ok(archivedBytes(to[shard] as ArchivedLog).equals(bytesIn(log)))
  }
  const again = await archiveLogs(dataDir, db, 0, work, { place: '', done: 0, total: null })
  t.match(again, { done: 0, total: 0, isOver: true }, 'there is nothing more')
  const ofThree = JSON.stringify({ at: [0, 0, 0], end: [1e6, 1e6, 1e6] })
  const resharded = await archiveLogs(dataDir, db, 0, work, { place: ofThree, done: 5, total: 9 })
  t.match(resharded, { done: 5, isOver: true }, 'a place in other shards is none')
  const full = archiveLogs(dataDir, db, Number.MAX_SAFE_INTEGER, work, {
    place: JSON.stringify({ at: [0, 0], end: [1e6, 1e6] }),
    done: 0,
    total: 9,
  })
  t.ok(await full, 'what is there needs no room')
  rmSync(directory, { recursive: true })
  await t.rejects(
    archiveLogs(dataDir, db, Number.MAX_SAFE_INTEGER, work, { place: '', done: 0, total: 0 }),
    { name: 'NoRoomError' },
  )
  const reserveMib = 2 ** 30
  const needs = new RegExp(`needs ${reserveMib + 2} MiB of free space`)
  await t.rejects(
    archiveLogs(dataDir, db, reserveMib * 2 ** 20, work, { place: '', done: 0, total: 0 }),
    { name: 'NoRoomError', message: needs },
    'a few records, and room for what the file system needs itself',
  )
  t.ok(records.length > 0)
})

t.test('a log whose rest is too new is done when what is old enough is archived', async (t) => {
  const { dataDir, directory, records, db } = given(t)
  const work = { target: { directory, shards: 2 }, until: records[100]?.at ?? 0 }
  let job: JobPlace = { place: '', done: 0, total: null }
  const slices: [number, boolean][] = []
  for (let isOver = false; !isOver && slices.length < 9; ) {
    const made = await archiveLogs(dataDir, db, 0, work, job)
    slices.push([made.done - job.done, made.isOver])
    job = made
    isOver = made.isOver
  }
  const [first, second, third] = slices
  t.ok((first?.[0] ?? 0) > 0 && (second?.[0] ?? 0) > 0, 'a segment of each')
  t.same([slices.length, third], [3, [0, true]])
  const { at, end } = JSON.parse(job.place) as { at: number[]; end: number[] }
  t.same(at, end)
  t.ok(job.done <= 100)
  t.equal(job.total, job.done)
})

t.test(
  'a slice of the thread of jobs archives into a directory, and none without one',
  async (t) => {
    const { dataDir, directory, archived, logs } = given(t)
    const file = fileId()
    const job = { id: 7, place: '', done: 0, total: null, bytes: 0, file }
    const slice = (target: LogArchiveTarget | undefined) => {
      return jobSlice({
        dataDir,
        reserveBytes: 0,
        job,
        work: { kind: 'log.archive', target, until: null },
      })
    }
    t.same(await slice(undefined), {
      id: 7,
      place: '',
      done: 0,
      total: 0,
      bytes: 0,
      isOver: false,
      sha256: '',
      error: 'LOG_ARCHIVE_DIR is not set.',
    })
    t.notOk(existsSync(filePath(dataDir, file)))
    const made = await slice({ directory, shards: 2 })
    t.match(made, { id: 7, error: '', bytes: readFileSync(filePath(dataDir, file)).length })
    t.ok(archivedBytes(archived[0] as ArchivedLog).equals(bytesIn(logs[0] as Log)))
    const tables = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === sqlitePath(realpathSync(dataDir))
        } catch {
          return false
        }
      }).length
    const before = tables()
    const nothing = { id: 7, place: '', done: 0, total: 0, bytes: 0, isOver: false, sha256: '' }
    // Whatever there is instead of an archive is told, and no slice opens the tables anew.
    const first = one(segmentsIn((archived[0] as ArchivedLog).directory)).path
    writeFileSync(first, 'rotten')
    t.same(await slice({ directory, shards: 2 }), {
      ...nothing,
      error: `${first} is no part of an archive of a log`,
    })
    rmSync(directory, { recursive: true })
    const target = { directory, shards: 2 }
    const full = { dataDir, reserveBytes: 2 ** 62, job: { ...job, file: fileId() } }
    const work = { kind: 'log.archive', target, until: null } as const
    t.match(await jobSlice({ ...full, work }), { ...nothing, error: /needs \d+ MiB/ })
    const accounts = { kind: 'accounts.export', filter: {}, groups: [], hidden: [] } as const
    t.match(await jobSlice({ ...full, work: accounts }), {
      id: 7,
      bytes: 0,
      sha256: '',
      isOver: true,
      error: 'The disk is nearly full: free some space and ask again.',
    })
    t.notOk(existsSync(filePath(dataDir, full.job.file)))
    t.equal(tables(), before)
  },
)

t.test('a job that is at its end archives nothing more, whatever is archived by now', async (t) => {
  const { dataDir, directory, db, logs, archived } = given(t)
  for (const [shard, log] of logs.entries()) archiveAll(log, archived[shard] as ArchivedLog)
  const place = JSON.stringify({ at: [30, 30], end: [30, 30] })
  const work = { target: { directory, shards: 2 }, until: null }
  t.same(await archiveLogs(dataDir, db, 0, work, { place, done: 9, total: 9 }), {
    made: '',
    place,
    done: 9,
    total: 9,
    isOver: true,
  })
})

t.test('retention keeps what the archive has not, and says so', async (t) => {
  const { dataDir, directory, logs, archived } = given(t)
  const old = { dataDir, shards: 2, retentionDays: 7, reserveBytes: 0 }
  const now = 1_700_000_000_000 + 8 * 86_400_000
  const free = await retention({ ...old, now })
  t.ok(free.bounds.every((bound) => bound > 200))
  const kept = await retention({ ...old, now, logArchive: directory })
  t.same(
    kept.bounds,
    logs.map((log) => log.first()?.firstSeq),
    'nothing goes',
  )
  t.match(kept.held, /ends before record/)
  archiveAll(logs[0] as Log, archived[0] as ArchivedLog)
  const half = await retention({ ...old, now, logArchive: directory })
  t.equal(half.bounds[0], free.bounds[0])
  t.match(half.held, /shard 1's log ends before/)
  archiveAll(logs[1] as Log, archived[1] as ArchivedLog)
  t.same(await retention({ ...old, now, logArchive: directory }), { ...free, held: '' })
})

t.test('commands list, check and print an archive', async (t) => {
  const { directory, logs, archived, records } = given(t)
  for (const [shard, log] of logs.entries()) archiveAll(log, archived[shard] as ArchivedLog)
  const lines = ({ stdout }: { stdout: string }) =>
    stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
  const listed = await openfloor(['archive', 'list', directory])
  t.match(lines(listed)[0], { server_id: 'server-1', shard: 0, file: String })
  const verified = await openfloor(['archive', 'verify'], { LOG_ARCHIVE_DIR: directory })
  t.match(verified, { code: 0, stdout: `verified ${records.length} records in` })
  const { login } = one(records)
  const ended = await openfloor(['archive', 'print', String(login), directory])
  t.match(ended, { code: 0, stderr: '' })
  const printed = lines(ended)
  t.same(
    printed.map(({ seq }) => seq),
    records.filter((record) => record.login === login).map(({ seq }) => seq),
  )
  t.match(printed[0], { at: /^2023-11-14T/, events: Array, previousSeq: 0 })
  const file = segmentsIn(one(archived).directory)[1]
  if (file === undefined) throw new Error('there are more')
  rmSync(file.path)
  const damaged = await openfloor(['archive', 'verify', directory])
  t.match(damaged, { code: 1, stdout: /does not follow[\s\S]*: 1 faults/ })
  const wrong = [[], ['list', 'a', 'b'], ['print', '0'], ['print', 'x', 'y']]
  for (const ended of await Promise.all(wrong.map((args) => openfloor(['archive', ...args])))) {
    t.match(ended, { code: 2, stderr: /archive list/ })
  }
  t.match(await openfloor(['archive', 'list']), { code: 1, stderr: /LOG_ARCHIVE_DIR/ })
  t.match(await openfloor(['archive', 'list', '/']), { code: 1, stderr: /no archive of logs/ })
  mkdirSync(join(directory, 'logs-server-1-77', 'shard-0'), { recursive: true })
  t.match(await openfloor(['archive', 'print', '1', directory]), { code: 1, stderr: /name one of/ })
})

t.test('archives are found below a directory of many servers, or of one', (t) => {
  const root = scratch(t)
  const [one, two] = ['a', 'b'].map((c) => join(root, `logs-${c.repeat(8)}`))
  for (const path of [one, two]) {
    for (const name of ['shard-0', 'shard-12', 'shard-x', 'notes']) {
      mkdirSync(join(String(path), name), { recursive: true })
    }
  }
  mkdirSync(join(root, 'other', 'shard-0'), { recursive: true })
  const shards = (path: unknown) => ['shard-0', 'shard-12'].map((name) => join(String(path), name))
  t.same(historiesIn(root), [one, two])
  t.same(archiveDirectories(root).sort(), [...shards(one), ...shards(two)])
  t.same(historiesIn(String(one)), [one])
  t.same(archiveDirectories(`${one}/`).sort(), shards(`${one}/`))
  t.same(archiveDirectories(join(root, 'other')), [])
  t.end()
})
