/**
 * How far a log is for those who read it without its ring, in numbers of shared memory: the first seq of the newest entry
 * that is on disk, the first and the last seq of the newest that is in the log behind the ring, and a seq below
 * which everything was there when the ring was empty last.
 *
 *   P1. Each number has one writer and only rises. The owner of the log tells an entry before it lets anybody know of
 *       it, so who asks after he heard of it finds it or is told to wait.
 *   P2. What readers may read never falls back, however long nothing was written before.
 */
export type LogProgress = BigInt64Array
export const PROGRESS_NUMBERS = 4
const WRITTEN = 0
const FILLED = 1
const FILLED_THROUGH = 2
const FLOOR = 3

/** Told by the owner when an entry is on disk in the ring. */
export function noteWritten(progress: LogProgress, firstSeq: number): void {
  const isFilled = Atomics.load(progress, FILLED) >= Atomics.load(progress, WRITTEN)
  if (isFilled) Atomics.store(progress, FLOOR, BigInt(firstSeq - 1))
  Atomics.store(progress, WRITTEN, BigInt(firstSeq))
}

/** Told by whoever put the entry into the log behind the ring; nobody else does meanwhile. */
export function noteFilled(progress: LogProgress, firstSeq: number, lastSeq: number): void {
  Atomics.store(progress, FILLED_THROUGH, BigInt(lastSeq))
  Atomics.store(progress, FILLED, BigInt(firstSeq))
}

/** The seq up to which readers find all that is on disk; undefined where that is everything. */
export function readableThrough(progress: LogProgress): number | undefined {
  const written = Atomics.load(progress, WRITTEN)
  if (Atomics.load(progress, FILLED) >= written) return undefined
  const through = Number(Atomics.load(progress, FILLED_THROUGH))
  return Math.max(through, Number(Atomics.load(progress, FLOOR)))
}
