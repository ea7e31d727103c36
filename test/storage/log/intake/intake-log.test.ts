import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import t, { type Test } from 'tap'
import { openShardLog } from '../../../../actors/shard/log/open-log.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { silentLogger } from '../../../../actors/thread/logger.js'
import { HEAD_BYTES, headAt, PAGE_BYTES } from '../../../../storage/log/intake/entry.js'
import type { IntakeLog } from '../../../../storage/log/intake/intake-log.js'
import { PROGRESS_NUMBERS, readableThrough } from '../../../../storage/log/intake/log-progress.js'
import { LogWithTail } from '../../../../storage/log/intake/log-with-tail.js'
import { RING_BYTES, RING_FILE } from '../../../../storage/log/intake/ring.js'
import { openEntries } from '../../../../storage/log/lmdb-entries.js'
import { openLmdbLog } from '../../../../storage/log/lmdb-log.js'
import type { Log, LogReader, TornTail } from '../../../../storage/log/log.js'
import { openLog, openWholeLogForReading } from '../../../../storage/log/open.js'
import { openLogFile } from '../../../../storage/log/open-file.js'
import { type Quorum, QuorumLog } from '../../../../storage/log/quorum/quorum-log.js'
import { logDirectory } from '../../../../storage/paths.js'
import { metaRepo } from '../../../../storage/repos/meta.js'
import { openFastLog } from '../../../given/fast-log.js'
import { openTables } from '../../../given/records/projection.js'
import { turnOf, turnOfBytes } from '../../../wire/record/sample-records.js'

const MIB = 1024 * 1024

function seqs(log: Pick<LogReader, 'read'>, from = 0): number[] {
  return [...log.read(from)].map(({ firstSeq }) => firstSeq)
}

const left = await leftByKilled()

/** Copies the log of the killed process into the directory of a test. */
function killed(t: Test): string {
  const directory = join(t.testdir({}), 'left')
  cpSync(left, directory, { recursive: true })
  return directory
}

/**
 * What a killed process leaves: LMDB has the entries 10 and 20, the ring alone has 30, 40 and 50, of three records each.
 * LMDB has one writer at a time, so whoever holds that place keeps the ring's thread from filling it.
 */
async function leftByKilled(): Promise<string> {
  const root = t.testdir({ log: {}, left: {} })
  const [directory, copy] = [join(root, 'log'), join(root, 'left')]
  const log = openFastLog({ directory })
  for (const seq of [10, 20]) log.commit(seq, turnOf(seq, 3))
  t.same(seqs(log), [10, 20])
  whileHeld(directory, () => {
    log.commit(30, turnOf(30, 3))
    for (const seq of [40, 50]) {
      t.ok(log.begin(seq, turnOf(seq, 3)))
      log.settle()
    }
    t.equal(log.entryHolding(41)?.firstSeq, 40, 'from the ring')
    t.equal(log.entryHolding(43), undefined)
    t.equal(log.last()?.firstSeq, 50)
    t.equal(log.first()?.firstSeq, 10)
    cpSync(directory, copy, { recursive: true })
  })
  await log.close()
  return copy
}

/** Runs with the one place of a writer of LMDB taken. */
function whileHeld(directory: string, run: () => void): void {
  const other = openEntries({ directory })
  other.transactionSync(run)
  void other.close()
}

function damage(directory: string, firstSeq: number, at: number): void {
  const path = join(directory, RING_FILE)
  const bytes = readFileSync(path)
  for (let page = 0; page < bytes.length; page += PAGE_BYTES) {
    if (headAt(bytes.subarray(page))?.firstSeq !== firstSeq) continue
    bytes[page + at] = (bytes[page + at] ?? 0) ^ 1
  }
  writeFileSync(path, bytes)
}

t.test('I1: what the ring alone held is in the log when it is opened', async (t) => {
  const directory = killed(t)
  const behind = openLmdbLog({ directory })
  t.same(seqs(behind), [10, 20])
  await behind.close()
  for (const open of [openLogFile, openWholeLogForReading]) {
    const reader = open(directory)
    t.same(seqs(reader), [10, 20, 30, 40, 50])
    t.same(seqs(reader, 33), [40, 50])
    t.same([reader.first()?.firstSeq, reader.last()?.firstSeq], [10, 50])
    t.same(
      [11, 42, 43].map((seq) => reader.entryHolding(seq)?.firstSeq),
      [10, 40, undefined],
    )
    await reader.close()
  }
  const log = openLog({ directory })
  t.same(seqs(log), [10, 20, 30, 40, 50])
  t.same(Buffer.from(log.last()?.bytes ?? []), Buffer.from(turnOf(50, 3)))
  log.commit(60, turnOf(60, 1))
  await log.close()
  const again = openLog({ directory })
  t.same(seqs(again), [10, 20, 30, 40, 50, 60])
  await again.close()
})

t.test('A2: a write that was cut off is left out and told, and never comes back', async (t) => {
  const directory = killed(t)
  damage(directory, 50, HEAD_BYTES + 80)
  const cuts: TornTail[] = []
  const log = openLog({ directory, onTornTail: (cut) => cuts.push(cut) })
  t.match(cuts, [{ firstSeq: 50, lastSeq: 0, keptBytes: 0 }])
  t.same(seqs(log), [10, 20, 30, 40])
  await log.close()
  t.equal(existsSync(join(directory, RING_FILE)), false, 'it cannot be whole another time')
  const again = openLog({ directory, onTornTail: (cut) => cuts.push(cut) })
  t.same([seqs(again), cuts.length], [[10, 20, 30, 40], 1])
  await again.close()
})

t.test('A2: a head that was not written hides nothing but its own entry', async (t) => {
  const directory = killed(t)
  damage(directory, 50, 0)
  const log = openLog({ directory })
  t.same(seqs(log), [10, 20, 30, 40])
  await log.close()
})

t.test('A2: a bad entry before another one stops the start, and is named', async (t) => {
  for (const at of [0, 20, HEAD_BYTES + 80]) {
    const directory = killed(t)
    damage(directory, 40, at)
    const message = at < HEAD_BYTES ? /entry 50 .*the entry 40 .*is missing/ : /log entry 40 is bad/
    t.throws(() => openLog({ directory }), { name: 'BadRecordError', message })
    const reader = openLogFile(directory)
    t.throws(() => seqs(reader), { name: 'BadRecordError', message })
    await reader.close()
  }
})

t.test('A3: a ring that was not synced counts up to what a power cut took', async (t) => {
  const cases = [
    { damaged: 30, at: 20, kept: [10, 20], torn: 40, why: /the entry 30 before it is missing/ },
    { damaged: 40, at: 20, kept: [10, 20, 30], torn: 50, why: /the entry 40 before it is missing/ },
    { damaged: 40, at: HEAD_BYTES + 80, kept: [10, 20, 30], torn: 40, why: /./ },
    { damaged: 50, at: HEAD_BYTES + 80, kept: [10, 20, 30, 40], torn: 50, why: /./ },
  ]
  for (const { damaged, at, kept, torn, why } of cases) {
    const directory = killed(t)
    damage(directory, damaged, at)
    const cuts: TornTail[] = []
    const own = openLog({ directory, isSynced: false, onTornTail: (cut) => cuts.push(cut) })
    t.match(cuts, [{ firstSeq: torn, lastSeq: 0, keptBytes: 0, why }])
    const lost = [30, 40, 50].filter((seq) => seq >= torn).map((seq) => turnOf(seq, 3).length)
    t.equal(
      cuts[0]?.cutBytes,
      lost.reduce((sum, length) => sum + length, 0),
    )
    t.same(seqs(own), kept)
    t.equal(existsSync(join(directory, RING_FILE)), false, 'it cannot count another time')
    const log = new QuorumLog(own, quorumOf([30, 40, 50]))
    t.equal(log.pulled, 5 - kept.length, 'the rest comes from the quorum')
    await log.close()
    const again = openLog({ directory })
    t.same(seqs(again), [10, 20, 30, 40, 50])
    await again.close()
  }
})

/** A quorum that has entries of three records under these seqs. */
function quorumOf(firstSeqs: readonly number[]): Quorum {
  return {
    open: (local) =>
      firstSeqs
        .filter((seq) => seq > (local?.firstSeq ?? 0))
        .map((firstSeq) => ({ firstSeq, bytes: turnOf(firstSeq, 3) })),
    begin: () => undefined,
    settle: () => undefined,
    close: async () => undefined,
  }
}

t.test(
  'A3: the ring of a cluster’s directory is none that was synced, whoever opens it',
  async (t) => {
    // `killed` makes the directory of the test anew.
    const left = killed(t)
    const dataDir = join(left, '..', 'data')
    mkdirSync(dataDir)
    const tables = openTables(dataDir)
    damage(left, 40, 20)
    const start = { dataDir, shard: 0 }
    const open = (): Log => {
      cpSync(left, logDirectory(dataDir, 0), { recursive: true })
      return openShardLog(start, tables, undefined, systemClock(), silentLogger)
    }
    t.throws(open, { name: 'BadRecordError' })
    metaRepo(tables).set('cluster_id', 'cluster')
    const log = open()
    t.same(seqs(log), [10, 20, 30])
    await log.close()
    tables.close()
  },
)

t.test('I3: around and around, and everything is in the log', async (t) => {
  const directory = t.testdir()
  const log = openFastLog({ directory })
  const expected: number[] = []
  let bytes = 0
  for (let seq = 1; bytes < 3 * RING_BYTES; seq++) {
    const turn = turnOfBytes(seq, seq % 9 === 0 ? MIB : 20_000 + (seq % 7) * 10_000)
    if (seq % 2 === 0 && log.begin(seq, turn)) log.settle()
    else log.commit(seq, turn)
    expected.push(seq)
    bytes += turn.length
  }
  t.same(seqs(log), expected)
  await log.close()
  const behind = openLmdbLog({ directory })
  t.same(seqs(behind), expected)
  await behind.close()
})

/** A thread that has the one place of a writer of LMDB until it is told to leave it. */
async function holderOf(directory: string): Promise<() => void> {
  const until = new Int32Array(new SharedArrayBuffer(4))
  const url = new URL('../../../../storage/log/lmdb-entries.js', import.meta.url).href
  const program = `
    const { parentPort, workerData: { url, directory, until } } = require('node:worker_threads')
    import(url).then(({ openEntries }) => {
      const db = openEntries({ directory })
      db.transactionSync(() => {
        parentPort.postMessage('held')
        Atomics.wait(until, 0, 0)
      })
      return db.close()
    })
  `
  const holder = new Worker(program, { eval: true, workerData: { url, directory, until } })
  await once(holder, 'message')
  return () => {
    Atomics.store(until, 0, 1)
    Atomics.notify(until, 0)
  }
}

t.test('I3: a full ring waits for the log behind it, and nothing is lost', async (t) => {
  const directory = t.testdir()
  const log = openFastLog({ directory })
  const release = await holderOf(directory)
  const full = Math.floor(RING_BYTES / (MIB + PAGE_BYTES))
  for (let seq = 1; seq <= 3 * full; seq++) {
    log.commit(seq, turnOfBytes(seq, MIB))
    if (seq === full) release()
  }
  t.same(
    seqs(log),
    Array.from({ length: 3 * full }, (_, index) => index + 1),
  )
  await log.close()
})

t.test('I2: a turn of a mebibyte goes into the ring, a longer one behind it', async (t) => {
  const directory = t.testdir()
  const log = openFastLog({ directory })
  log.commit(1, turnOf(1, 1))
  const [bytes, longer] = [turnOfBytes(2, MIB), turnOfBytes(2, MIB + 1)]
  t.equal(log.begin(2, longer), false)
  t.equal(log.begin(2, bytes), true)
  log.settle()
  log.commit(3, turnOfBytes(3, MIB + 1))
  const behind = openWholeLogForReading(directory)
  t.same(seqs(behind), [1, 2, 3])
  await behind.close()
  // Either half of a seq has its 32 bits.
  const large = [2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 33 + 2 ** 31 + 5]
  for (const seq of large) log.commit(seq, turnOf(seq, 1))
  t.same(seqs(log), [1, 2, 3, ...large])
  await log.close()
})

t.test(
  'I2: where nothing is traded there is no ring, and with the first trade there is',
  async (t) => {
    const directory = t.testdir()
    const log = openLog({ directory }) as IntakeLog
    log.prepare()
    t.equal(log.isFast, false)
    log.commit(1, turnOf(1, 1))
    log.prepare()
    while (!log.isFast) await new Promise((resolve) => setImmediate(resolve))
    log.commit(2, turnOf(2, 1))
    t.same(seqs(log), [1, 2])
    await log.close()
  },
)

t.test('P1, P2: readers of the log behind know how far it is, and never less', async (t) => {
  const directory = t.testdir()
  const progress = new BigInt64Array(new SharedArrayBuffer(8 * PROGRESS_NUMBERS))
  const log = openFastLog({ directory, progress })
  t.equal(readableThrough(progress), undefined)
  log.commit(10, turnOf(10, 3))
  t.same(seqs(log), [10])
  t.equal(readableThrough(progress), undefined, 'all is there')
  whileHeld(directory, () => {
    log.commit(500, turnOf(500, 3))
    t.equal(readableThrough(progress), 499, 'not back to 12')
    log.commit(510, turnOf(510, 3))
    t.equal(readableThrough(progress), 499)
  })
  t.same(seqs(log), [10, 500, 510])
  t.equal(readableThrough(progress), undefined)
  await log.close()
})

t.test('readers see every entry once while the ring goes around', async (t) => {
  const directory = t.testdir()
  const log = openFastLog({ directory })
  const readers = [openLogFile(directory), openWholeLogForReading(directory)]
  let seq = 0
  for (let round = 0; round < 12; round++) {
    for (let turn = 0; turn < 12; turn++) log.commit(++seq, turnOfBytes(seq, 100_000))
    for (const reader of readers) {
      const from = Math.max(1, seq - 20)
      t.same(
        seqs(reader, from),
        Array.from({ length: seq - from + 1 }, (_, index) => from + index),
      )
      t.equal(reader.last()?.firstSeq, seq)
    }
  }
  for (const reader of readers) await reader.close()
  await log.close()
})

t.test(
  'V1: what comes into the log behind the ring while it is read is not passed over',
  async (t) => {
    const entries = [1, 2, 3, 4].map((firstSeq) => ({ firstSeq, bytes: turnOf(firstSeq, 1) }))
    let there = 2
    const behind: LogReader = {
      *read(fromSeq) {
        yield* entries.slice(0, there).filter(({ firstSeq }) => firstSeq >= fromSeq)
        there = Math.min(entries.length, there + 1)
      },
      last: () => entries[there - 1],
      first: () => entries[0],
      entryHolding: () => undefined,
      close: async () => undefined,
    }
    const log = new LogWithTail(behind, t.testdir())
    t.same(seqs(log), [1, 2, 3, 4])
    there = 2
    t.same(seqs(log, 3), [3, 4])
  },
)

t.test('a log without any entry is read to its end', async (t) => {
  const directory = t.testdir()
  await openFastLog({ directory }).close()
  const log = openWholeLogForReading(directory)
  t.same(seqs(log), [])
  t.same([log.first(), log.last(), log.entryHolding(1)], [undefined, undefined, undefined])
  await log.close()
})

t.test('a thread that fails in the middle leaves a log that can be opened', async (t) => {
  const directory = t.testdir()
  const owner = new Worker(
    `
      const { workerData } = require('node:worker_threads')
      Promise.all(workerData.urls.map((url) => import(url))).then(([{ openFastLog }, { turnOf }]) => {
        const log = openFastLog({ directory: workerData.directory })
        for (let seq = 1; seq <= 200; seq++) log.commit(seq, turnOf(seq, 1))
        throw new Error('a bug')
      })
    `,
    {
      eval: true,
      workerData: {
        directory,
        urls: ['../../../given/fast-log.js', '../../../wire/record/sample-records.js'].map(
          (path) => new URL(path, import.meta.url).href,
        ),
      },
    },
  )
  const [error] = await once(owner, 'error')
  t.match(error, { message: 'a bug' })
  const log = openLog({ directory })
  t.equal(seqs(log).length, 200)
  await log.close()
})

t.test('I4: turns are handed over where the disk is slow, and it is looked at again', async (t) => {
  let now = 0
  let takes = 0.1
  // Asked before and after each write.
  let asked = 0
  const monotonic = (): number => {
    if (asked++ % 2 === 1) now += takes
    return now
  }
  const log = openFastLog({ directory: t.testdir(), monotonic })
  let seq = 0
  const turn = (): boolean => {
    const bytes = turnOf(++seq, 1)
    const isHanded = log.begin(seq, bytes)
    if (isHanded) log.settle()
    else log.commit(seq, bytes)
    return isHanded
  }
  const handedOf = (turns: number) => Array.from({ length: turns }, turn).filter(Boolean).length
  t.equal(handedOf(20), 0)
  takes = 5
  t.ok(handedOf(200) > 180, 'slow now')
  takes = 0.1
  handedOf(2_000)
  t.equal(handedOf(20), 0, 'fast again')
  t.same(seqs(log).length, seq)
  await log.close()
})
