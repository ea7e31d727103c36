import { assert } from '../../engine/assert.js'
import { checkEntries } from '../../storage/log/check-entries.js'
import {
  type Log,
  type LogEntry,
  LogError,
  logError,
  type TornTail,
} from '../../storage/log/log.js'
import { firstSeqOf, hasRecord, lastSeqOf } from '../../wire/record/record.js'

/**
 * A log in memory that fails on demand, for the simulator. The disk outlives the log, as a real one
 * does: what a crash leaves is opened with `openMemoryLog` again.
 *
 *   M1. A failed commit tells the log's owner nothing of what is on the disk.
 *   M2. A log that failed or crashed answers nothing more; opening the disk again is the only way on.
 */
export class MemoryDisk {
  #entries: LogEntry[] = []
  #fault: CommitFault | undefined
  #opening = 0
  /** The entry that a commit beside its caller is about to write; only the log touches it. */
  underway: LogEntry | undefined

  /** The next commit throws; its records are kept, lost, or cut off after so many bytes. */
  failNextCommit(fault: CommitFault): void {
    this.#fault = fault
  }

  /**
   * The process dies: the log that was open is dead, what was committed stays. Of a commit that was
   * under way the disk holds everything or nothing, as the fault for the next commit says.
   */
  crash(): void {
    this.#opening += 1
    if (this.underway !== undefined && this.#fault === 'kept') {
      this.#keep(this.underway.firstSeq, this.underway.bytes)
    }
    this.underway = undefined
    this.#fault = undefined
  }

  /** Changes what is stored under `firstSeq`: a torn write, a flipped bit. */
  damage(firstSeq: number, change: (bytes: Uint8Array) => Uint8Array): void {
    const place = this.#entries.findIndex((entry) => entry.firstSeq === firstSeq)
    const entry = this.#entries[place]
    assert(entry !== undefined, 'there is such an entry')
    this.#entries[place] = { firstSeq, bytes: change(entry.bytes) }
  }

  get entries(): readonly LogEntry[] {
    return this.#entries
  }

  /** Only the log calls what follows. */
  open(): number {
    this.#opening += 1
    return this.#opening
  }

  isOpen(opening: number): boolean {
    return opening === this.#opening
  }

  write(firstSeq: number, bytes: Uint8Array): void {
    const fault = this.#fault
    this.#fault = undefined
    if (fault !== 'lost') {
      this.#keep(firstSeq, bytes.slice(0, typeof fault === 'number' ? fault : bytes.length))
    }
    if (fault !== undefined) throw new Error('injected input/output error')
  }

  cut({ firstSeq, keptBytes }: TornTail): void {
    const newest = this.#entries.pop()
    assert(newest?.firstSeq === firstSeq, 'only the newest entry is cut')
    if (keptBytes > 0) this.#keep(firstSeq, newest.bytes.slice(0, keptBytes))
  }

  dropOldest(count: number): void {
    this.#entries.splice(0, count)
  }

  #keep(firstSeq: number, bytes: Uint8Array): void {
    this.#entries.push({ firstSeq, bytes })
  }
}

/** The fate of the records of a commit that throws; a number is torn after so many bytes. */
export type CommitFault = 'kept' | 'lost' | number

export function openMemoryLog(disk: MemoryDisk, onTornTail?: (cut: TornTail) => void): Log {
  const cut = checkEntries(disk.entries)
  if (cut !== undefined) {
    onTornTail?.(cut)
    disk.cut(cut)
  }
  return new MemoryLog(disk)
}

class MemoryLog implements Log {
  readonly #disk: MemoryDisk
  readonly #opening: number
  #failure: LogError | undefined

  constructor(disk: MemoryDisk) {
    this.#disk = disk
    this.#opening = disk.open()
  }

  begin(firstSeq: number, bytes: Uint8Array): boolean {
    assert(this.#disk.underway === undefined, 'one commit at a time')
    this.#assertNext(firstSeq, bytes)
    this.#disk.underway = { firstSeq, bytes: bytes.slice() }
    return true
  }

  settle(): void {
    const entry = this.#disk.underway
    this.#disk.underway = undefined
    if (entry !== undefined) this.#write(entry.firstSeq, entry.bytes)
  }

  commit(firstSeq: number, bytes: Uint8Array): void {
    assert(this.#disk.underway === undefined, 'one commit at a time')
    this.#assertNext(firstSeq, bytes)
    this.#write(firstSeq, bytes)
  }

  #assertNext(firstSeq: number, bytes: Uint8Array): void {
    assert(firstSeqOf(bytes) === firstSeq, 'an entry lies under the seq of its first record')
    assert(firstSeq > (this.last()?.firstSeq ?? 0), 'log entries rise by key')
  }

  #write(firstSeq: number, bytes: Uint8Array): void {
    try {
      this.#disk.write(firstSeq, bytes)
    } catch (error) {
      this.#failure = logError(`entry ${firstSeq} may not be on disk`, error)
      throw this.#failure
    }
  }

  *read(fromSeq: number): Generator<LogEntry, void, undefined> {
    const floor = this.#floor(fromSeq)
    if (floor !== undefined && lastSeqOf(floor.bytes) >= fromSeq) yield floor
    for (let after = fromSeq; ; ) {
      const entry = this.#entries()[this.#placeAfter(after)]
      if (entry === undefined) return
      yield entry
      after = entry.firstSeq
    }
  }

  entryHolding(seq: number): LogEntry | undefined {
    const floor = this.#floor(seq)
    return floor !== undefined && hasRecord(floor.bytes, seq) ? floor : undefined
  }

  last(): LogEntry | undefined {
    return this.#entries().at(-1)
  }

  first(): LogEntry | undefined {
    return this.#entries()[0]
  }

  trim(beforeSeq: number, maxEntries: number): number {
    const entries = this.#entries()
    let count = 0
    while (count < maxEntries) {
      const next = entries[count + 1]
      if (next === undefined || next.firstSeq > beforeSeq) break
      count += 1
    }
    this.#disk.dropOldest(count)
    return count
  }

  prepare(): void {
    // Memory is there.
  }

  close(): Promise<void> {
    if (this.#disk.isOpen(this.#opening)) this.#disk.open()
    return Promise.resolve()
  }

  #floor(seq: number): LogEntry | undefined {
    return this.#entries()[this.#placeAfter(seq) - 1]
  }

  /** The place of the first entry that begins after `seq`. */
  #placeAfter(seq: number): number {
    const entries = this.#entries()
    let low = 0
    let high = entries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((entries[middle]?.firstSeq ?? 0) > seq) high = middle
      else low = middle + 1
    }
    return low
  }

  #entries(): readonly LogEntry[] {
    if (this.#failure !== undefined)
      throw logError('the log is closed since an error', this.#failure)
    if (!this.#disk.isOpen(this.#opening)) throw new LogError('the log is closed')
    return this.#disk.entries
  }
}
