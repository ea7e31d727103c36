import { workerData } from 'node:worker_threads'
import { CELL, type CommitThreadData, HEAD_BYTES, STATE } from './commit-thread.js'
import { keyOf, openEntries } from './lmdb-entries.js'

/** Thread entry: commits what the owner of the log puts into the slot (commit-thread.ts, C1 to C3). */
const WORD = 0x1_0000_0000
const WHY_CHARACTERS_MAX = 1000

const { log, slot } = workerData as CommitThreadData
const cells = new Int32Array(slot, 0, HEAD_BYTES / 4)
const shared = new Uint8Array(slot, HEAD_BYTES)
const db = openEntries(log)

answer(STATE.starting, STATE.idle)
while (work());
await db.close()

/** Waits for an entry and commits it; false when there is nothing more to do. */
function work(): boolean {
  Atomics.wait(cells, CELL.state, STATE.idle)
  if (Atomics.load(cells, CELL.state) !== STATE.work) return false
  try {
    const key = keyOf(
      (cells[CELL.seqHigh] as number) * WORD + ((cells[CELL.seqLow] as number) >>> 0),
    )
    // A copy: what the disk library is handed must not be shared memory.
    const bytes = shared.slice(0, cells[CELL.length])
    db.transactionSync(() => db.putSync(key, bytes))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    cells[CELL.length] = new TextEncoder().encodeInto(
      why.slice(0, WHY_CHARACTERS_MAX),
      shared,
    ).written
    answer(STATE.work, STATE.failed)
    return false
  }
  answer(STATE.work, STATE.idle)
  return true
}

/** Tells the owner, unless it said meanwhile that it stops. */
function answer(from: number, to: number): void {
  Atomics.compareExchange(cells, CELL.state, from, to)
  Atomics.notify(cells, CELL.state)
}
