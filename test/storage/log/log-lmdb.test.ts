import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import t from 'tap'
import {
  type Entries,
  keyOf,
  LmdbEntries,
  openEntries,
  seqOf,
} from '../../../storage/log/lmdb-entries.js'
import { openLmdbLog, openLmdbLogForReading } from '../../../storage/log/lmdb-log.js'
import { encodeRecord, RecordBuffer } from '../../../wire/record/record.js'
import { syncedPaths } from '../../given/synced-paths.js'
import { orderRecord, turnOf, turnOfBytes } from '../../wire/record/sample-records.js'

t.test('keys are 8 bytes that sort as their numbers, up to 2^53', (t) => {
  for (const seq of [0, 1, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
    t.equal(keyOf(seq).length, 8)
    t.equal(seqOf(keyOf(seq)), seq)
  }
  t.ok(Buffer.compare(keyOf(2 ** 32), keyOf(2 ** 32 - 1)) > 0)
  t.end()
})

t.test('another thread follows the log while it is written', async (t) => {
  const directory = t.testdir()
  const log = openLmdbLog({ directory })
  log.commit(1, turnOf(1, 1))
  const follower = new Worker(new URL('./log-reading-thread.js', import.meta.url), {
    workerData: directory,
  })
  await once(follower, 'message')
  const seen: number[] = []
  const look = async () => {
    const answer = once(follower, 'message')
    follower.postMessage('look')
    seen.push(...((await answer)[0] as number[]))
  }
  for (let round = 0; round < 5; round++) {
    const looking = look()
    for (let seq = round * 30 + 2; seq < round * 30 + 32; seq++) log.commit(seq, turnOf(seq, 1))
    await looking
  }
  await look()
  t.strictSame(
    seen,
    Array.from({ length: 151 }, (_, index) => index + 1),
  )
  await follower.terminate()
  log.commit(200, turnOf(200, 1))
  t.equal(log.last()?.firstSeq, 200, 'the writer outlives its reader')
  await log.close()
})

t.test('a reader sees in one event-loop turn what is committed in it', async (t) => {
  const directory = t.testdir()
  const log = openLmdbLog({ directory })
  const reader = openLmdbLogForReading({ directory })
  t.equal(reader.last(), undefined)
  for (const seq of [1, 2, 3]) {
    log.commit(seq, turnOf(seq, 1))
    t.equal(reader.last()?.firstSeq, seq)
    t.equal([...reader.read(0)].length, seq)
  }
  await reader.close()
  await log.close()
})

t.test('a process that only reads opens the log read-only, for good', async (t) => {
  const directory = t.testdir()
  const log = openLmdbLog({ directory })
  log.commit(1, turnOf(1, 1))
  const url = new URL('../../../storage/log/lmdb-log.js', import.meta.url).href
  const script = `
    const { openLmdbLog, openLmdbLogForReading } = await import(${JSON.stringify(url)})
    const directory = process.argv[1]
    const log = openLmdbLogForReading({ directory, readOnly: true })
    console.log(log.last().firstSeq)
    try {
      openLmdbLog({ directory })
    } catch (error) {
      console.log(error.name)
    }`
  const node = ['--input-type=module', '-e', script, directory]
  const say = () => spawnSync(process.execPath, node, { encoding: 'utf8' }).stdout
  t.equal(say(), '1\nLogError\n')
  log.commit(2, turnOf(2, 1))
  t.equal(say(), '2\nLogError\n')
  await log.close()
})

t.test('a reader makes no log where there is none', (t) => {
  const directory = join(t.testdir(), 'none')
  t.throws(() => openLmdbLogForReading({ directory }), { name: 'LogError', message: /no log in/ })
  t.notOk(existsSync(directory))
  t.end()
})

t.test('an opening that was cut off before the log was in place is done again', async (t) => {
  const directory = t.testdir({ new: { 'data.mdb': 'half of it' } })
  const log = openLmdbLog({ directory })
  log.commit(1, turnOf(1, 1))
  t.notOk(existsSync(join(directory, 'new')))
  await log.close()
})

t.test('a log that outgrows its map goes on', async (t) => {
  const directory = t.testdir()
  const log = openLmdbLog({ directory, mapBytes: 256 * 1024 })
  const reader = openLmdbLogForReading({ directory, mapBytes: 256 * 1024 })
  for (let seq = 1; seq < 9000; seq += 3000) {
    log.commit(seq, turnOf(seq, 3000))
    t.equal(reader.last()?.firstSeq, seq)
  }
  await reader.close()
  await log.close()
})

t.test('entries before `verifyFrom` are taken as they are, the newest never is', async (t) => {
  const directory = t.testdir()
  const log = openLmdbLog({ directory })
  for (const seq of [10, 20, 30, 40]) log.commit(seq, turnOf(seq, 2))
  await log.close()
  const damage = async (seq: number) => {
    const db = openEntries({ directory })
    db.putSync(keyOf(seq), turnOf(seq, 2).fill(0, 60, 61))
    await db.close()
  }
  await damage(20)
  t.throws(() => openLmdbLog({ directory, verifyFrom: 21 }), /log entry 20/)
  const tolerant = openLmdbLog({ directory, verifyFrom: 30 })
  await tolerant.close()
  await damage(40)
  t.throws(() => openLmdbLog({ directory, verifyFrom: 1000 }), /log entry 40/)
})

// The library takes a value that begins with 01 01 01 for an order to write a time into it, when it
// is asked to; a record of 65,793 bytes begins so.
t.test('a record of 65,793 bytes is stored as it is', async (t) => {
  const log = openLmdbLog({ directory: t.testdir() })
  const into = new RecordBuffer()
  encodeRecord({ ...orderRecord(1), events: [], message: '' }, into)
  const rest = 65_793 - into.length - 2
  into.clear()
  encodeRecord({ ...orderRecord(1), events: [], message: 'x'.repeat(rest) }, into)
  const bytes = Buffer.from(into.bytes())
  t.equal(bytes.readUInt32LE(0), 0x010101)
  log.commit(1, bytes)
  t.same(Buffer.from(log.last()?.bytes ?? []), bytes)
  await log.close()
})

/** What is looked at in one go. */
class Looks extends LmdbEntries {
  seqs(limit: number): number[] {
    return this.page({ limit }).map(({ firstSeq }) => firstSeq)
  }
}

t.test('E3: a look ends with its limit, or with so many bytes', async (t) => {
  const directory = t.testdir()
  const log = openLmdbLog({ directory })
  const looks = new Looks(openEntries({ directory }))
  for (const seq of [1, 2, 3, 4]) log.commit(seq, turnOfBytes(seq, 64 * 1024))
  t.same(looks.seqs(64), [1, 2], '128 KiB')
  t.same(looks.seqs(1), [1])
  await looks.close()
  await log.close()
})

t.test('E2: a log that had entries, and reads as empty, is refused', async (t) => {
  const directory = t.testdir()
  const log = openLmdbLog({ directory })
  const reader = openLmdbLogForReading({ directory })
  t.same([reader.last(), reader.last()], [undefined, undefined], 'it never had any')
  log.commit(1, turnOf(1, 1))
  t.equal(reader.last()?.firstSeq, 1)
  const unread = openLmdbLogForReading({ directory })
  const other = openEntries({ directory })
  other.removeSync(keyOf(1))
  for (const one of [reader, unread]) {
    t.throws(() => one.last(), { name: 'LogError', message: /reads as empty/ })
  }
  for (const one of [other, unread, reader, log]) await one.close()
})

t.test(
  'W4: what opening finds is brought to the disk, and the names that lead to it',
  async (t) => {
    const directory = realpathSync(t.testdir({ log: {} }))
    const own = join(directory, 'log')
    await openLmdbLog({ directory: own }).close()
    const logs: { close(): Promise<void> }[] = []
    const synced = syncedPaths(() => logs.push(openLmdbLog({ directory: own })))
    t.same(synced.slice(-3), [join(own, 'data.mdb'), own, directory])
    for (const log of logs) await log.close()
  },
)

t.test(
  'W2: after a write that failed nothing is written, though the disk takes it again',
  async (t) => {
    const log = openLmdbLog({ directory: t.testdir() })
    log.commit(1, turnOf(1, 1))
    const { db } = log as unknown as { db: Entries }
    const whole = db.transactionSync
    db.transactionSync = () => {
      throw new Error('the disk is away')
    }
    t.throws(() => log.commit(2, turnOf(2, 1)), { message: /entry 2 may not be on disk/ })
    db.transactionSync = whole
    for (const again of [
      () => log.commit(2, turnOf(2, 1)),
      () => log.trim(2, 9),
      () => log.last(),
    ]) {
      t.throws(again, { name: 'LogError', message: /the log is closed since an error/ })
    }
    t.equal(db.get(keyOf(2)), undefined)
    await log.close()
  },
)

t.test('a look that is over keeps no pages from being used again', async (t) => {
  const directory = t.testdir()
  const log = openLmdbLog({ directory })
  const turns = 200
  let next = 1
  const pagesOfTurns = (): number => {
    const before = statSync(join(directory, 'data.mdb')).size
    for (let turn = 0; turn < turns; turn++) {
      log.commit(next, turnOf(next, 64))
      next += 64
    }
    return (statSync(join(directory, 'data.mdb')).size - before) / 4096
  }
  pagesOfTurns()
  const unwatched = pagesOfTurns()
  const looks = [() => log.last(), () => [...log.read(1)], () => log.trim(1, 1)]
  for (const look of looks) {
    look()
    // In the same turn of the event loop.
    t.ok(pagesOfTurns() < unwatched + turns / 4)
  }
  await log.close()
})
