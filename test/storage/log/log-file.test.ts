import fs, {
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import t from 'tap'
import { Prng } from '../../../engine/numbers/prng.js'
import { openLmdbLog } from '../../../storage/log/lmdb-log.js'
import { META_BYTES, PageTree, pageSizeOf, snapshotOf } from '../../../storage/log/lmdb-pages.js'
import type { LogEntry, LogReader } from '../../../storage/log/log.js'
import { LogFile } from '../../../storage/log/log-file.js'
import { lastSeqOf } from '../../../wire/record/record.js'
import { turnOf, turnOfBytes } from '../../wire/record/sample-records.js'

// Goal: what the log's file says is what LMDB says, nothing is touched, and a writer is not disturbed.

t.test('it finds what LMDB finds, in a log that grows and is trimmed', async (t) => {
  const directory = t.testdir()
  const log = openLmdbLog({ directory })
  const file = new LogFile(directory)
  const prng = new Prng(1)
  t.same(found(file, 0), found(log, 0), 'nothing, in an empty one')
  let next = 1
  for (let round = 0; round < 12; round++) {
    for (let turn = prng.below(40); turn >= 0; turn--) {
      const records = prng.below(10) === 0 ? 1 + prng.below(600) : 1 + prng.below(8)
      log.commit(next, turnOf(next, records))
      next += records + prng.below(5)
    }
    if (round % 3 === 2) log.trim(next - prng.below(3_000), 20 + prng.below(200))
    for (let look = 0; look < 10; look++) {
      const seq = prng.below(next + 10)
      t.same(found(file, seq), found(log, seq), `from ${seq} of ${next}`)
    }
  }
  await file.close()
  await log.close()
})

t.test('it touches nothing', async (t) => {
  const directory = t.testdir({ log: {}, copy: {} })
  const log = openLmdbLog({ directory: join(directory, 'log') })
  log.commit(1, turnOf(1, 3))
  await log.close()
  const copy = join(directory, 'copy')
  copyFileSync(join(directory, 'log', 'data.mdb'), join(copy, 'data.mdb'))
  const file = new LogFile(copy)
  t.equal(length(file), 1)
  await file.close()
  t.same(readdirSync(copy), ['data.mdb'])
})

t.test('what is written meanwhile is seen whole or not at all', async (t) => {
  const directory = t.testdir()
  await openLmdbLog({ directory }).close()
  const url = new URL('./log-writing-thread.js', import.meta.url)
  const writer = new Worker(url, { workerData: { directory, turns: 600 } })
  let isDone = false
  writer.once('message', () => {
    isDone = true
  })
  const ended = new Promise((resolve) => writer.once('exit', resolve))
  const file = new LogFile(directory)
  let looks = 0
  for (let seen = 0; !isDone || length(file, seen + 1) > 0; looks++) {
    for (const { firstSeq, bytes } of file.read(seen + 1)) {
      // A reader that is slow misses what is trimmed, and nothing else.
      const isTrimmed = (file.first()?.firstSeq ?? 0) >= firstSeq
      if (firstSeq !== seen + 1 && !isTrimmed) t.fail(`${firstSeq} follows ${seen}`)
      seen = lastSeqOf(bytes)
      if (!Buffer.from(bytes).equals(turnOf(firstSeq, seen - firstSeq + 1))) t.fail(`${firstSeq}`)
    }
    // Its beginning is trimmed meanwhile.
    let before = 0
    for (const { firstSeq, bytes } of file.read(0)) {
      if (firstSeq <= before) t.fail(`${firstSeq} comes after ${before}`)
      before = lastSeqOf(bytes)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  t.ok(looks > 5, `${looks} looks`)
  t.equal(await ended, 0)
  await file.close()
})

t.test('transactions and pages are told from one another beyond 32 bits', async (t) => {
  const metaOf = (txn: bigint, root: bigint): Buffer => {
    const meta = Buffer.alloc(META_BYTES)
    meta.writeBigUInt64LE(root, 136)
    meta.writeBigUInt64LE(txn, 152)
    return meta
  }
  t.same(snapshotOf(metaOf(0x1_0000_0005n, 0x2_0000_0003n)), {
    txn: 0x1_0000_0005,
    root: 0x2_0000_0003,
  })
  t.same(snapshotOf(metaOf(0x3_ffff_ffffn, 2n ** 64n - 1n)), {
    txn: 0x3_ffff_ffff,
    root: undefined,
  })
})

t.test('a file is a log where both its mark and its version are known', async (t) => {
  const directory = t.testdir()
  await openLmdbLog({ directory }).close()
  const meta = readFileSync(join(directory, 'data.mdb')).subarray(0, META_BYTES)
  t.equal(pageSizeOf(meta), 4_096)
  for (const at of [24, 28]) {
    const other = Buffer.from(meta)
    other.writeUInt32LE(meta.readUInt32LE(at) + 1, at)
    t.equal(pageSizeOf(other), undefined, `byte ${at}`)
  }
})

t.test('a page under another number, or of a later transaction, is none of the tree', async (t) => {
  const directory = t.testdir()
  const log = openLmdbLog({ directory })
  for (let seq = 1; seq < 40; seq++) log.commit(seq, turnOf(seq, 1))
  await log.close()
  const whole = readFileSync(join(directory, 'data.mdb'))
  const [one, other] = [0, 4_096].map((at) => snapshotOf(whole.subarray(at, at + META_BYTES)))
  const newest = (one?.txn ?? 0) > (other?.txn ?? 0) ? one : other
  if (newest?.root === undefined) throw new Error('it has entries')
  const head = newest.root * 4_096
  const seqs = (change: (file: Buffer) => void): number => {
    const file = Buffer.from(whole)
    change(file)
    const tree = new PageTree(newest, 4_096, (at, length) => file.subarray(at, at + length))
    return [...tree.entries({ limit: 64 })].length
  }
  t.equal(
    seqs(() => undefined),
    39,
  )
  const refused = new RegExp(`page ${newest.root} is not of transaction ${newest.txn}$`)
  t.throws(() => seqs((file) => file.writeUInt32LE(newest.txn + 1, head + 8)), refused)
  t.throws(() => seqs((file) => file.writeUInt32LE(1, head)), refused)
})

t.test('F1: a meta page that is read while it is written is read again', async (t) => {
  const directory = t.testdir()
  const log = openLmdbLog({ directory })
  for (const seq of [1, 2, 3]) log.commit(seq, turnOf(seq, 1))
  await log.close()
  const file = new LogFile(directory)
  const { readSync } = fs
  t.teardown(() => {
    Object.assign(fs, { readSync })
    syncBuiltinESMExports()
  })
  for (const torn of [1, 2, 3, 4]) {
    let reads = 0
    fs.readSync = ((fd: number, bytes: Buffer, ...rest: [number, number, number]) => {
      const length = readSync(fd, bytes, ...rest)
      // An empty log that would be newer than all others.
      if (++reads === torn) bytes.fill(0xff, 136, META_BYTES)
      return length
    }) as typeof fs.readSync
    syncBuiltinESMExports()
    t.equal(file.last()?.firstSeq, 3, `look ${torn}`)
  }
  await file.close()
})

/** What is looked at in one go. */
class Looks extends LogFile {
  seqs(limit: number): number[] {
    return this.page({ limit }).map(({ firstSeq }) => firstSeq)
  }
}

t.test('a look ends with its limit, or with so many bytes', async (t) => {
  const directory = t.testdir()
  const log = openLmdbLog({ directory })
  for (const seq of [1, 2, 3, 4]) log.commit(seq, turnOfBytes(seq, 128 * 1024))
  await log.close()
  const looks = new Looks(directory)
  t.same(looks.seqs(64), [1, 2], '256 KiB')
  t.same(looks.seqs(1), [1])
  await looks.close()
})

t.test('what is no log is said so', (t) => {
  const directory = t.testdir({ none: {}, other: { 'data.mdb': 'x'.repeat(9_000) } })
  t.throws(() => new LogFile(join(directory, 'none')), /there is no log in .*none/)
  t.throws(() => new LogFile(join(directory, 'other')), /is no log of this version/)
  t.end()
})

t.test('a damaged page is named', async (t) => {
  const directory = t.testdir()
  const log = openLmdbLog({ directory })
  for (let seq = 1; seq < 40; seq++) log.commit(seq, turnOf(seq, 1))
  await log.close()
  const file = new LogFile(directory)
  t.equal(length(file), 39)
  const bytes = Buffer.alloc(30 * 4_096, 7)
  const data = openSync(join(directory, 'data.mdb'), 'r+')
  writeSync(data, bytes, 0, bytes.length, 2 * 4_096)
  closeSync(data)
  t.throws(() => length(file), /data\.mdb is damaged: page \d+ is not of transaction/)
  await file.close()
})

t.test('a page that is not of the kind that leads to it is named', async (t) => {
  const directory = t.testdir()
  const log = openLmdbLog({ directory })
  // Each a page of its own and some more.
  for (let turn = 0; turn < 20; turn++) log.commit(1 + turn * 64, turnOf(1 + turn * 64, 64))
  await log.close()
  const path = join(directory, 'data.mdb')
  const whole = readFileSync(path)
  const KINDS = [
    [2, /page \d+ has no entries/],
    [4, /page \d+ has no value/],
  ] as const
  const FLAGS_AT = 18
  for (const [kind, names] of KINDS) {
    // Some of the pages that the tree has left are still in the file: one that is used says so.
    const said: string[] = []
    for (let page = 2; page < whole.length / 4_096; page++) {
      const at = page * 4_096 + FLAGS_AT
      if ((whole.readUInt16LE(at) & 7) !== kind) continue
      const damaged = Buffer.from(whole)
      damaged.writeUInt16LE(whole.readUInt16LE(at) & ~7, at)
      writeFileSync(path, damaged)
      const file = new LogFile(directory)
      try {
        t.equal(length(file), 20)
      } catch (error) {
        said.push(String(error))
      }
      await file.close()
    }
    t.ok(said.length > 0, `kind ${kind}`)
    for (const what of said) t.match(what, names)
  }
})

function found(log: LogReader, seq: number) {
  const read: unknown[] = []
  for (const entry of log.read(seq)) if (read.push(shown(entry)) > 70) break
  return { read, holding: shown(log.entryHolding(seq)), ...ends(log) }
}

function ends(log: LogReader) {
  return { first: shown(log.first()), last: shown(log.last()) }
}

function shown(entry: LogEntry | undefined) {
  if (entry === undefined) return undefined
  return { firstSeq: entry.firstSeq, bytes: Buffer.from(entry.bytes).toString('base64') }
}

function length(log: LogReader, from = 0): number {
  return [...log.read(from)].length
}
