import { workerData } from 'node:worker_threads'
import { CELL, CELLS_BYTES, type CommitThreadData, STATE } from './commit-thread.js'
import { Ring } from './ring.js'

/**
 * Thread entry: writes the entries that the owner of the log puts into the slot (commit-thread.ts,
 * C1 and C2).
 */
const WHY_CHARACTERS_MAX = 1000

const { directory, slot } = workerData as CommitThreadData
const cells = new Int32Array(slot, 0, CELLS_BYTES / 4)
const places = new Float64Array(slot, 0, CELLS_BYTES / 8)
const bytes = new Uint8Array(slot, CELLS_BYTES)
const ring = new Ring(directory)

answer(STATE.starting, STATE.idle)
while (work());
ring.close()

/** Waits for an entry and writes it. False if the thread should end. */
function work(): boolean {
  Atomics.wait(cells, CELL.state, STATE.idle)
  if (Atomics.load(cells, CELL.state) !== STATE.work) return false
  try {
    ring.writeWhole(places[CELL.place / 2] ?? 0, bytes.subarray(0, cells[CELL.length]))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const { written } = new TextEncoder().encodeInto(why.slice(0, WHY_CHARACTERS_MAX), bytes)
    cells[CELL.length] = written
    answer(STATE.work, STATE.failed)
    return false
  }
  answer(STATE.work, STATE.idle)
  return true
}

/** Sets the new state, unless the owner has requested a stop meanwhile. */
function answer(from: number, to: number): void {
  Atomics.compareExchange(cells, CELL.state, from, to)
  Atomics.notify(cells, CELL.state)
}
