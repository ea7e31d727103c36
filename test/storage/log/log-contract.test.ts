import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Prng } from '../../../engine/numbers/prng.js'
import { RING_FILE } from '../../../storage/log/intake/ring.js'
import { keyOf, openEntries } from '../../../storage/log/lmdb-entries.js'
import { openLmdbLog } from '../../../storage/log/lmdb-log.js'
import type { Log, LogEntry, TornTail } from '../../../storage/log/log.js'
import { openFastLog } from '../../given/fast-log.js'
import { MemoryDisk, openMemoryLog } from '../../given/memory-log.js'
import { turnOf } from '../../wire/record/sample-records.js'
import { SimulatedDatabase } from './quorum/simulated-database.js'
import { openQuorumLog } from './quorum/simulated-quorum.js'

/** The behaviour of every log, tried on each that there is. */
interface Stage {
  open(onTornTail?: (cut: TornTail) => void): Log
}

interface DamagedStage extends Stage {
  /** Changes what is stored under `firstSeq` while no log is open. */
  damage(firstSeq: number, change: (bytes: Uint8Array) => Uint8Array): void | Promise<void>
}

const ON_DISK: Readonly<Record<string, (t: Test) => DamagedStage>> = {
  memory: () => {
    const disk = new MemoryDisk()
    return {
      open: (onTornTail) => openMemoryLog(disk, onTornTail),
      damage: (firstSeq, change) => disk.damage(firstSeq, change),
    }
  },
  lmdb: (t) => {
    const directory = t.testdir()
    return {
      open: (onTornTail = () => {}) => openLmdbLog({ directory, onTornTail }),
      damage: (firstSeq, change) => damageLmdb(directory, firstSeq, change),
    }
  },
  'a ring before lmdb': (t) => {
    const directory = t.testdir()
    return {
      open: (onTornTail = () => {}) => openFastLog({ directory, onTornTail }),
      damage: async (firstSeq, change) => {
        await damageLmdb(directory, firstSeq, change)
        // It may have the entry whole.
        rmSync(join(directory, RING_FILE), { force: true })
      },
    }
  },
}

const STAGES: Readonly<Record<string, (t: Test) => Stage>> = {
  ...ON_DISK,
  'kept by a quorum': () => {
    const [disk, { primary }] = [new MemoryDisk(), new SimulatedDatabase(new Prng(1))]
    return { open: () => openQuorumLog(disk, primary) }
  },
  'kept by a quorum, opened without a log of its own': () => {
    const { primary } = new SimulatedDatabase(new Prng(1))
    return { open: () => openQuorumLog(new MemoryDisk(), primary) }
  },
}

async function damageLmdb(
  directory: string,
  firstSeq: number,
  change: (bytes: Uint8Array) => Uint8Array,
): Promise<void> {
  const db = openEntries({ directory })
  db.putSync(keyOf(firstSeq), change(db.get(keyOf(firstSeq)) ?? new Uint8Array()))
  await db.close()
}

function contract(name: string, run: (t: Test, stage: Stage) => Promise<void> | void): void {
  tried(STAGES, name, run)
}

/** Of logs that have nothing but what they find. */
function contractOnDisk(
  name: string,
  run: (t: Test, stage: DamagedStage) => Promise<void> | void,
): void {
  tried(ON_DISK, name, run)
}

function tried<S>(
  stages: Readonly<Record<string, (t: Test) => S>>,
  name: string,
  run: (t: Test, stage: S) => Promise<void> | void,
): void {
  for (const [kind, make] of Object.entries(stages)) {
    t.test(`${kind}: ${name}`, async (t) => {
      await run(t, make(t))
    })
  }
}

function seqs(entries: Iterable<LogEntry>): number[] {
  return [...entries].map((entry) => entry.firstSeq)
}

/** Entries 10-12, 20-22, … of three records each; seqs between belong to other shards. */
function filled(stage: Stage, entries = 4): Log {
  const log = stage.open()
  for (let place = 1; place <= entries; place++) log.commit(place * 10, turnOf(place * 10, 3))
  // Only what has come into the log behind a ring can be trimmed.
  for (const _ of log.read(0));
  return log
}

contract('an empty log has nothing to tell', async (t, stage) => {
  const log = stage.open()
  t.equal(log.first(), undefined)
  t.equal(log.last(), undefined)
  t.equal(log.entryHolding(1), undefined)
  t.strictSame(seqs(log.read(0)), [])
  t.equal(log.trim(100, 10), 0)
  await log.close()
})

contract('what was committed is read back, also after reopening', async (t, stage) => {
  const log = filled(stage)
  const check = (log: Log) => {
    for (const { firstSeq, bytes } of log.read(0)) {
      t.same(Buffer.from(bytes), Buffer.from(turnOf(firstSeq, 3)))
    }
    t.strictSame(seqs(log.read(0)), [10, 20, 30, 40])
    t.equal(log.first()?.firstSeq, 10)
    t.equal(log.last()?.firstSeq, 40)
  }
  check(log)
  await log.close()
  const again = stage.open()
  check(again)
  await again.close()
})

contract('reading begins with the entry that holds the seq, or the next', async (t, stage) => {
  const log = filled(stage)
  t.strictSame(seqs(log.read(20)), [20, 30, 40])
  t.strictSame(seqs(log.read(22)), [20, 30, 40])
  t.strictSame(seqs(log.read(23)), [30, 40])
  t.strictSame(seqs(log.read(9)), [10, 20, 30, 40])
  t.strictSame(seqs(log.read(43)), [])
  await log.close()
})

contract('an entry is found by any seq that it holds, and by no other', async (t, stage) => {
  const log = filled(stage)
  for (const seq of [20, 21, 22]) t.equal(log.entryHolding(seq)?.firstSeq, 20)
  for (const seq of [9, 13, 19, 23, 43]) t.equal(log.entryHolding(seq), undefined)
  await log.close()
})

contract('reading goes on into what is committed meanwhile', async (t, stage) => {
  const log = filled(stage, 1)
  const seen: number[] = []
  for (const { firstSeq } of log.read(0)) {
    seen.push(firstSeq)
    if (firstSeq < 50) log.commit(firstSeq + 10, turnOf(firstSeq + 10, 3))
  }
  t.strictSame(seen, [10, 20, 30, 40, 50])
  await log.close()
})

contract('trim takes whole entries below the seq, a few at a time', async (t, stage) => {
  const log = filled(stage)
  t.equal(log.trim(22, 10), 1, 'record 22 has to stay')
  t.strictSame(seqs(log.read(0)), [20, 30, 40])
  t.equal(log.trim(40, 1), 1)
  t.equal(log.trim(40, 10), 1)
  t.equal(log.trim(40, 10), 0)
  t.equal(log.first()?.firstSeq, 40)
  t.equal(log.entryHolding(20), undefined)
  await log.close()
})

contract('the newest entry is never trimmed', async (t, stage) => {
  const log = filled(stage)
  t.equal(log.trim(1000, 100), 3)
  t.equal(log.last()?.firstSeq, 40)
  await log.close()
})

contract('entries rise by key', async (t, stage) => {
  const log = filled(stage)
  t.throws(() => log.commit(40, turnOf(40, 1)), { name: 'InvariantError' })
  t.throws(() => log.commit(50, new Uint8Array()), { name: 'InvariantError' })
  t.throws(() => log.commit(50, turnOf(51, 1)), { name: 'InvariantError' })
  log.commit(50, turnOf(50, 1))
  await log.close()
})

contractOnDisk('a torn tail is cut to its whole records, and told', async (t, stage) => {
  await filled(stage).close()
  const length = turnOf(40, 1).length
  await stage.damage(40, (bytes) => bytes.subarray(0, 2 * length + 50))
  const cuts: TornTail[] = []
  const log = stage.open((cut) => cuts.push(cut))
  t.match(cuts, [{ firstSeq: 40, lastSeq: 41, keptBytes: 2 * length, cutBytes: 50 }])
  t.same(Buffer.from(log.last()?.bytes ?? []), Buffer.from(turnOf(40, 2)))
  log.commit(42, turnOf(42, 1))
  await log.close()
  const again = stage.open((cut) => cuts.push(cut))
  t.equal(cuts.length, 1, 'the cut was for good')
  t.strictSame(seqs(again.read(0)), [10, 20, 30, 40, 42])
  await again.close()
})

contractOnDisk('an entry with no whole record is removed', async (t, stage) => {
  await filled(stage).close()
  await stage.damage(40, (bytes) => bytes.subarray(0, 50))
  const cuts: TornTail[] = []
  const log = stage.open((cut) => cuts.push(cut))
  t.match(cuts, [{ firstSeq: 40, keptBytes: 0, cutBytes: 50 }])
  t.strictSame(seqs(log.read(0)), [10, 20, 30])
  await log.close()
})

contractOnDisk('a bad record before the tail stops the start, and is named', async (t, stage) => {
  await filled(stage).close()
  await stage.damage(20, (bytes) => flipped(bytes, 70))
  t.throws(() => stage.open(), { name: 'BadRecordError', message: /log entry 20: its first/ })
  await stage.damage(20, () => turnOf(20, 3).subarray(0, 2 * turnOf(20, 1).length))
  await stage.open().close()
  await stage.damage(20, () => flipped(turnOf(20, 3), turnOf(20, 3).length - 1))
  t.throws(() => stage.open(), { message: /log entry 20: the record after seq 21 is bad/ })
  await stage.damage(20, () => flipped(turnOf(20, 3), turnOf(20, 2).length - 1))
  t.throws(() => stage.open(), { message: /log entry 20: the record after seq 20 is bad/ })
})

contractOnDisk(
  'a bad record in the newest entry with a whole one after it stops it',
  async (t, stage) => {
    await filled(stage).close()
    await stage.damage(40, (bytes) => flipped(bytes, 70))
    t.throws(() => stage.open(), { name: 'BadRecordError', message: /log entry 40/ })
  },
)

contractOnDisk(
  'an entry under another seq than its first record stops the start',
  async (t, stage) => {
    await filled(stage).close()
    await stage.damage(40, () => turnOf(41, 3))
    t.throws(() => stage.open(), { name: 'BadRecordError', message: /first record has seq 41/ })
  },
)

contractOnDisk('a repeated seq stops the start', async (t, stage) => {
  await filled(stage).close()
  await stage.damage(10, () => turnOf(10, 12))
  t.throws(() => stage.open(), { name: 'BadRecordError', message: /record 20 follows record 21/ })
})

function flipped(bytes: Uint8Array, place: number): Uint8Array {
  const damaged = bytes.slice()
  damaged[place] = (damaged[place] ?? 0) ^ 1
  return damaged
}

contract(
  'L4: what was begun is on disk when it is settled, beside what was committed',
  async (t, stage) => {
    const log = filled(stage)
    for (let seq = 50; seq <= 240; seq += 10) {
      const bytes = turnOf(seq, 3)
      // A log that does nothing beside its caller says so and takes nothing.
      if (log.begin(seq, bytes)) {
        bytes.fill(0)
        t.throws(() => log.commit(seq + 5, turnOf(seq + 5, 1)), { name: 'InvariantError' })
        t.equal(log.first()?.firstSeq, 10)
        log.settle()
      } else log.commit(seq, bytes)
      t.same(Buffer.from(log.last()?.bytes ?? []), Buffer.from(turnOf(seq, 3)))
    }
    log.settle()
    const newest = log.last()?.firstSeq
    t.throws(() => log.begin(newest ?? 0, turnOf(newest ?? 0, 1)), { name: 'InvariantError' })
    await log.close()
    const again = stage.open()
    t.equal(again.last()?.firstSeq, newest)
    await again.close()
  },
)
