import { workerData } from 'node:worker_threads'
import { assert } from '../../../engine/assert.js'
import { lastSeqOf } from '../../../wire/record/record.js'
import { type Entries, keyOf, openEntries } from '../lmdb-entries.js'
import { type LogEntry, LogError } from '../log.js'
import { entryBytes, HEAD_BYTES, headAt } from './entry.js'
import {
  FILL,
  FILL_AT,
  FILL_CELLS_BYTES,
  FILL_WHY_BYTES,
  type FillThreadData,
} from './fill-thread.js'
import { noteFilled } from './log-progress.js'
import { findsRoom, makeRing, RING_BYTES, Ring } from './ring.js'

/**
 * Thread entry: creates the ring and copies its entries into LMDB, the turns of some milliseconds
 * in one synced transaction (fill-thread.ts). On an idle server a single turn is copied at once.
 */
const GATHER_MS = 20
/** The target size of a transaction, which may exceed it by its last turn. */
const TRANSACTION_BYTES = 1024 * 1024
const READ_BYTES = 256 * 1024

const { log, memory, progress } = workerData as FillThreadData
const words = new Int32Array(memory, 0, FILL_CELLS_BYTES / 4)
const places = new BigInt64Array(memory, 0, FILL_CELLS_BYTES / 8)
const why = new Uint8Array(memory, FILL_CELLS_BYTES)
let newestSeq = 0

try {
  makeRing(log.directory)
  run()
} catch (error) {
  tell(Atomics.load(words, FILL_AT.state) === FILL.starting ? FILL.unable : FILL.failed, error)
}

function run(): void {
  const ring = new Ring(log.directory)
  const db = openEntries(log)
  tell(FILL.ready)
  try {
    for (let filled = 0; ; ) {
      const bell = Atomics.load(words, FILL_AT.bell)
      const isStopping = Atomics.load(words, FILL_AT.stop) === 1
      const written = Number(Atomics.load(places, FILL_AT.written))
      if (written > filled) {
        const { entries, end } = entriesBetween(ring, db, filled, written)
        if (!findsRoom(log.directory, end - filled)) throw new LogError('the disk is full')
        db.transactionSync(() => {
          for (const { firstSeq, bytes } of entries) db.putSync(keyOf(firstSeq), bytes)
        })
        const last = entries.at(-1)
        if (last !== undefined) noteFilled(progress, last.firstSeq, lastSeqOf(last.bytes))
        filled = end
        Atomics.store(places, FILL_AT.filled, BigInt(filled))
        Atomics.notify(places, FILL_AT.filled)
        if (filled < written || isStopping) continue
        Atomics.wait(words, FILL_AT.hurry, 0, GATHER_MS)
        Atomics.store(words, FILL_AT.hurry, 0)
      } else if (isStopping) break
      else Atomics.wait(words, FILL_AT.bell, bell)
    }
  } finally {
    ring.close()
    void db.close()
  }
  tell(FILL.ended)
}

interface Taken {
  readonly entries: readonly LogEntry[]
  readonly end: number
}

/**
 * Reads the entries between two places, at most for one transaction. Throws if one of them is
 * missing.
 */
function entriesBetween(ring: Ring, db: Entries, from: number, to: number): Taken {
  const entries: LogEntry[] = []
  let taken = 0
  let end = from
  while (end < to && taken < TRANSACTION_BYTES) {
    const left = Math.min(to - end, RING_BYTES - (end % RING_BYTES))
    const piece = pieceAt(ring, end, Math.min(left, READ_BYTES), left)
    let at = 0
    for (;;) {
      const head = headAt(piece.subarray(at))
      // An older head here means that the rest of the file was skipped (ring.ts, G3).
      if (head === undefined || head.firstSeq <= newestSeq) {
        assert(at > 0 || (end + left) % RING_BYTES === 0, 'entries follow one another in the ring')
        if (at === 0) at = left
        break
      }
      const { previousSeq } = head
      // The owner writes long turns into the log itself.
      assert(
        previousSeq === newestSeq || previousSeq === 0 || db.doesExist(keyOf(previousSeq)),
        `entry ${previousSeq} is in the ring or in the log`,
      )
      const start = at + HEAD_BYTES
      if (start + head.length > piece.length) break
      entries.push({ firstSeq: head.firstSeq, bytes: piece.subarray(start, start + head.length) })
      newestSeq = head.firstSeq
      taken += head.length
      at += entryBytes(head.length)
      if (at >= piece.length || taken >= TRANSACTION_BYTES) break
    }
    end += Math.min(at, left)
  }
  return { entries, end }
}

/** Reads this many bytes of the ring, or more if the first entry is longer. */
function pieceAt(ring: Ring, place: number, bytes: number, left: number): Uint8Array {
  const head = ring.headAt(place)
  const needed = head === undefined ? 0 : Math.min(left, entryBytes(head.length))
  return ring.read(place, Math.max(bytes, needed))
}

function tell(state: number, error?: unknown): void {
  if (error !== undefined) {
    const text = error instanceof Error ? error.message : String(error)
    const { written } = new TextEncoder().encodeInto(text.slice(0, FILL_WHY_BYTES / 4), why)
    words[FILL_AT.whyBytes] = written
  }
  Atomics.store(words, FILL_AT.state, state)
  Atomics.notify(words, FILL_AT.state)
  // Wakes waiting threads, which then notice that the thread has failed.
  Atomics.notify(places, FILL_AT.filled)
}
