/**
 * The progress of a log, in shared memory, for readers that do not read its ring. It has the first
 * seq of the newest entry on disk, the first and last seq of the newest entry in the log behind the
 * ring, and a seq up to which the log behind had everything when the ring was last empty.
 *
 *   - Each number has one writer and only rises. The owner publishes an entry here before it
 *     reports it to anyone. So a reader that learned of an entry either finds it or knows that it
 *     must wait.
 *   - The readable seq never decreases, however long nothing was written.
 */
export type LogProgress = BigInt64Array
export const PROGRESS_NUMBERS = 4
const WRITTEN = 0
const FILLED = 1
const FILLED_THROUGH = 2
const FLOOR = 3

/** Called by the owner when the ring has an entry on disk. */
export function noteWritten(progress: LogProgress, firstSeq: number): void {
  const isFilled = Atomics.load(progress, FILLED) >= Atomics.load(progress, WRITTEN)
  if (isFilled) Atomics.store(progress, FLOOR, BigInt(firstSeq - 1))
  Atomics.store(progress, WRITTEN, BigInt(firstSeq))
}

/** Called by the one thread that copied the entry into the log behind the ring. */
export function noteFilled(progress: LogProgress, firstSeq: number, lastSeq: number): void {
  Atomics.store(progress, FILLED_THROUGH, BigInt(lastSeq))
  Atomics.store(progress, FILLED, BigInt(firstSeq))
}

/** The seq up to which the log behind the ring has everything on disk; undefined if it has all. */
export function readableThrough(progress: LogProgress): number | undefined {
  const written = Atomics.load(progress, WRITTEN)
  if (Atomics.load(progress, FILLED) >= written) return undefined
  const through = Number(Atomics.load(progress, FILLED_THROUGH))
  return Math.max(through, Number(Atomics.load(progress, FLOOR)))
}
