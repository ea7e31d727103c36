import { writeSync } from 'node:fs'
import { createClockMemory, machineReadings } from './clock.js'

const STDOUT = 1
const LINE_END = '\n'
/**
 * How long a slow reader may take to accept a line. It gets this time only once until it reads
 * again.
 */
const READER_WAIT_MS = 100
const READER_LOOK_MS = 5
const BUSY = new Set(['EAGAIN', 'EBUSY'])
/** For how long after a dropped line the server reports that lines of its log are lost. */
const TOLD_MS = 3_600_000
const { monotonic } = machineReadings(0, createClockMemory())
const sleeper = new Int32Array(new SharedArrayBuffer(4))

/**
 * Writes the lines of the log to a file descriptor before `write` returns.
 *
 *   - A line that cannot be written (full disk, reader ended or stuck) is dropped and counted.
 *     Nothing is thrown.
 *   - After a line that was cut off, the next one begins on a new line.
 */
export class LogOutput {
  readonly #fd: number
  #dropped = 0
  #lastDroppedAt = Number.NEGATIVE_INFINITY
  #isCutOff = false
  #isStuck = false

  constructor(fd = STDOUT) {
    this.#fd = fd
  }

  /** The number of dropped lines since the start. */
  get dropped(): number {
    return this.#dropped
  }

  /** True until an hour after the newest dropped line. */
  get hasDroppedLately(): boolean {
    return monotonic() - this.#lastDroppedAt < TOLD_MS
  }

  write(line: string): void {
    const bytes = Buffer.from(this.#isCutOff ? LINE_END + line : line)
    let written = 0
    try {
      while (written < bytes.length) written += this.#writeSome(bytes, written)
      this.#isCutOff = false
      this.#isStuck = false
    } catch {
      if (written > 0) this.#isCutOff = true
      this.lost()
    }
  }

  /** Counts a line that another writer of the process could not write. */
  lost(): void {
    this.#dropped++
    this.#lastDroppedAt = monotonic()
  }

  #writeSome(bytes: Buffer, from: number): number {
    const waits = this.#isStuck ? 0 : READER_WAIT_MS / READER_LOOK_MS
    for (let looks = 0; ; looks++) {
      try {
        return writeSync(this.#fd, bytes, from)
      } catch (error) {
        if (!BUSY.has((error as NodeJS.ErrnoException).code ?? '')) throw error
        if (looks >= waits) {
          this.#isStuck = true
          throw error
        }
        Atomics.wait(sleeper, 0, 0, READER_LOOK_MS)
      }
    }
  }
}

export const logOutput = new LogOutput()
