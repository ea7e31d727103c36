import { assert } from '../../../engine/assert.js'
import { firstSeqOf, hasRecord, lastSeqOf } from '../../../wire/record/record.js'
import type { EntriesOptions } from '../lmdb-entries.js'
import { type Log, type LogEntry, LogError, logError, type TornTail } from '../log.js'
import { CommitThread, ENTRY_MAX_BYTES } from './commit-thread.js'
import { DiskPace } from './disk-pace.js'
import { type EntryHead, entryBytes } from './entry.js'
import { FillThread } from './fill-thread.js'
import { type LogProgress, noteFilled, noteWritten, PROGRESS_NUMBERS } from './log-progress.js'
import { findsRoom, placeFor, RING_BYTES, Ring, removeRing } from './ring.js'
import { lastSeqIn, type Tail, tailAfter } from './tail.js'

/**
 * A log with a ring in front of it (`storage/log/log.ts`, L1 to L4). A turn is one synced write
 * into the ring; a thread copies entries from the ring into the log behind it, with one transaction
 * for many turns. Recovery, readers, trimming, verify, backup and archive use only the log behind.
 *
 *   I1. When the log is opened, the entries left in the ring are copied into the log behind and
 *       synced before anything else is written. If the disk is too full for that, an owner with
 *       `waitsForRoom` reads them from the ring.
 *   I2. The ring is created with the first trade. Until its threads are ready, and if no ring can
 *       be created, turns are written directly into the log behind. So is a turn longer than
 *       `ENTRY_MAX_BYTES`, after everything before it has been copied.
 *   I3. Space in the ring is reused only after a synced transaction of the log behind has its
 *       former content.
 *   - If the disk is slow, a turn is handed to a separate thread (disk-pace.ts).
 *   I5. After the first error nothing more is accepted. Opening the log again shows which records
 *       are on disk.
 */
export interface IntakeOptions extends EntriesOptions {
  readonly onTornTail?: (cut: TornTail) => void
  /**
   * Returns monotonic milliseconds, for measuring the disk. Without it, writes always stay on the
   * calling thread.
   */
  readonly monotonic?: () => number
  /** Called once if no ring can be created. */
  readonly onUnable?: (why: string) => void
  /**
   * False if entries that exist only in the ring may be lost with the machine, because other nodes
   * have them. The log behind the ring is synced in any case.
   */
  readonly isSynced?: boolean
  /**
   * True to open the log even on a full disk. It can be read, and written again once there is space
   * (I1).
   */
  readonly waitsForRoom?: boolean
  /**
   * The progress shared with readers of the log behind the ring. Without readers the log creates
   * its own.
   */
  readonly progress?: LogProgress
}

/** Adds a ring to a log that was opened in the same directory. */
export function withIntake(log: Log, options: IntakeOptions): IntakeLog {
  const { directory, waitsForRoom = false, isSynced } = options
  const tail = tailAfter(directory, lastSeqIn(log.last()), isSynced)
  if (waitsForRoom && !fits(tail, directory)) return new IntakeLog(log, options, tail)
  bringBehind(tail, log, options)
  return new IntakeLog(log, options)
}

function fits({ entries }: Tail, directory: string): boolean {
  if (entries.length === 0) return true
  const length = entries.reduce((sum, { bytes }) => sum + bytes.length, 0)
  return findsRoom(directory, length)
}

function bringBehind(
  { entries, torn }: Tail,
  log: Log,
  { directory, onTornTail }: IntakeOptions,
  onFilled: (entry: LogEntry) => void = () => undefined,
): void {
  for (const entry of entries) {
    log.commit(entry.firstSeq, entry.bytes)
    onFilled(entry)
  }
  if (torn === undefined) return
  onTornTail?.(torn)
  // A later start must not read this ring as complete.
  removeRing(directory)
}

/** An entry in the ring, with `length` bytes of records. */
interface RingEntry {
  readonly firstSeq: number
  readonly place: number
  readonly length: number
  readonly end: number
}

interface Intake {
  readonly ring: Ring
  readonly commits: CommitThread
}

export class IntakeLog implements Log {
  readonly #log: Log
  readonly #options: IntakeOptions
  readonly #progress: LogProgress
  readonly #openedAt: number
  readonly #pace = new DiskPace()
  #hasReportedUnable = false
  #newestSeq: number
  #fill: FillThread | undefined
  #intake: Intake | undefined
  /** The place up to which the ring is written. */
  #end = 0
  /** The entry that `begin` received, until it is settled. */
  #begun: RingEntry | undefined
  #pending: RingEntry[] = []
  #failure: LogError | undefined
  /** The entries that exist only in the ring, until the log behind it has space for them (I1). */
  #tail: Tail | undefined

  constructor(log: Log, options: IntakeOptions, tail?: Tail) {
    this.#log = log
    this.#options = options
    this.#tail = tail
    const filled = log.last()?.firstSeq ?? 0
    const written = tail?.entries.map(({ firstSeq }) => firstSeq) ?? [filled]
    this.#openedAt = written.at(-1) ?? filled
    this.#newestSeq = this.#openedAt
    this.#progress = options.progress ?? new BigInt64Array(PROGRESS_NUMBERS)
    noteFilled(this.#progress, filled, lastSeqIn(log.last()))
    for (const seq of written) noteWritten(this.#progress, seq)
  }

  /** True if turns are written into the ring at present. */
  get isFast(): boolean {
    return this.#takesIntake() !== undefined
  }

  commit(firstSeq: number, bytes: Uint8Array): void {
    this.#assertNext(firstSeq, bytes)
    this.#bringTail()
    const intake = this.#takesIntake()
    if (intake === undefined || bytes.length > ENTRY_MAX_BYTES) this.#commitBehind(firstSeq, bytes)
    else {
      const taken = this.#take(firstSeq, bytes)
      const { monotonic = noClock } = this.#options
      const begun = monotonic()
      this.#tried(() => intake.ring.write(taken.place, this.#headOf(taken), bytes))
      this.#pace.took(monotonic() - begun)
      this.#wrote(taken)
    }
  }

  begin(firstSeq: number, bytes: Uint8Array): boolean {
    this.#assertNext(firstSeq, bytes)
    this.#bringTail()
    this.start()
    const intake = this.#takesIntake()
    if (intake === undefined || bytes.length > ENTRY_MAX_BYTES) return false
    if (!this.#pace.handsOver()) return false
    const taken = this.#take(firstSeq, bytes)
    intake.commits.begin(taken.place, this.#headOf(taken), bytes)
    this.#begun = taken
    return true
  }

  settle(): void {
    const begun = this.#begun
    if (begun === undefined) return
    this.#begun = undefined
    this.#tried(() => this.#intake?.commits.settle())
    this.#wrote(begun)
  }

  *read(fromSeq: number): Generator<LogEntry, void, undefined> {
    for (let from = fromSeq, isOver = false; !isOver; ) {
      this.#drain()
      isOver = true
      for (const entry of this.#log.read(from)) {
        from = lastSeqIn(entry) + 1
        isOver = false
        yield entry
      }
    }
    for (const entry of this.#tail?.entries ?? []) if (lastSeqIn(entry) >= fromSeq) yield entry
  }

  entryHolding(seq: number): LogEntry | undefined {
    this.#assertUsable()
    const inTail = this.#tail?.entries.findLast(({ firstSeq }) => firstSeq <= seq)
    if (inTail !== undefined) return hasRecord(inTail.bytes, seq) ? inTail : undefined
    const { ring } = this.#intake ?? {}
    const pending = this.#stillPending().findLast(({ firstSeq }) => firstSeq <= seq)
    if (ring === undefined || pending === undefined) return this.#log.entryHolding(seq)
    const bytes = ring.recordsAt(pending.place, pending.length)
    return hasRecord(bytes, seq) ? { firstSeq: pending.firstSeq, bytes } : undefined
  }

  last(): LogEntry | undefined {
    this.#assertUsable()
    const inTail = this.#tail?.entries.at(-1)
    if (inTail !== undefined) return inTail
    const { ring } = this.#intake ?? {}
    const pending = this.#stillPending().at(-1)
    if (ring === undefined || pending === undefined) return this.#log.last()
    const { firstSeq, place, length } = pending
    return { firstSeq, bytes: ring.recordsAt(place, length) }
  }

  first(): LogEntry | undefined {
    const first = this.#log.first()
    if (first !== undefined) return first
    for (const entry of this.read(0)) return entry
    return undefined
  }

  trim(beforeSeq: number, maxEntries: number): number {
    this.#assertUsable()
    return this.#tail === undefined ? this.#log.trim(beforeSeq, maxEntries) : 0
  }

  prepare(): void {
    if (this.#tail !== undefined) {
      if (fits(this.#tail, this.#options.directory)) this.#bringTail()
      return
    }
    // More trades may follow the first one soon, and the threads need time to start.
    if (this.#newestSeq > this.#openedAt) this.start()
    this.#log.prepare()
    const why = this.#fill?.whyUnable ?? ''
    if (why === '' || this.#hasReportedUnable) return
    this.#hasReportedUnable = true
    this.#options.onUnable?.(why)
  }

  async close(): Promise<void> {
    await this.#intake?.commits.close()
    await this.#fill?.close()
    this.#intake?.ring.close()
    await this.#log.close()
  }

  /** Starts creating the ring, unless it exists or is being created. */
  start(): void {
    this.#fill ??= new FillThread(this.#options, this.#progress)
  }

  /** The intake; undefined while there is no ring (I2). */
  #takesIntake(): Intake | undefined {
    this.#assertUsable()
    const fill = this.#fill
    if (fill === undefined || !this.#tried(() => fill.isReady)) return undefined
    const { directory, isSynced } = this.#options
    this.#intake ??= {
      ring: new Ring(directory, isSynced),
      commits: new CommitThread(directory),
    }
    return this.#intake.commits.isReady ? this.#intake : undefined
  }

  /** See I1. */
  #bringTail(): void {
    const tail = this.#tail
    if (tail === undefined) return
    this.#tried(() => {
      if (!fits(tail, this.#options.directory)) throw new LogError('the disk is full')
      bringBehind(tail, this.#log, this.#options, ({ firstSeq, bytes }) =>
        noteFilled(this.#progress, firstSeq, lastSeqOf(bytes)),
      )
    })
    this.#tail = undefined
  }

  #commitBehind(firstSeq: number, bytes: Uint8Array): void {
    this.#drain()
    this.#log.commit(firstSeq, bytes)
    noteFilled(this.#progress, firstSeq, lastSeqOf(bytes))
    noteWritten(this.#progress, firstSeq)
    this.#newestSeq = firstSeq
  }

  /** Reserves a place for an entry and waits until that place is free (I3). */
  #take(firstSeq: number, { length }: Uint8Array): RingEntry {
    const place = placeFor(length, this.#end)
    const end = place + entryBytes(length)
    this.#tried(() => this.#fill?.waitFor(end - RING_BYTES))
    return { firstSeq, place, length, end }
  }

  #headOf({ firstSeq, length }: RingEntry): EntryHead {
    return { length, firstSeq, previousSeq: this.#newestSeq }
  }

  #wrote(entry: RingEntry): void {
    const { firstSeq, end } = entry
    if (this.#pending.length >= PENDING_LOOKED_AT) this.#pending = this.#stillPending()
    this.#pending.push(entry)
    this.#newestSeq = firstSeq
    this.#end = end
    noteWritten(this.#progress, firstSeq)
    this.#fill?.wrote(end)
  }

  #stillPending(): RingEntry[] {
    const filled = this.#fill?.filled ?? 0
    return this.#pending.filter(({ place }) => place >= filled)
  }

  /** Waits until the log behind the ring has all entries. */
  #drain(): void {
    this.#assertUsable()
    this.#tried(() => this.#fill?.waitFor(this.#end))
  }

  #assertNext(firstSeq: number, bytes: Uint8Array): void {
    this.#assertUsable()
    assert(this.#begun === undefined, 'one commit at a time (L4)')
    assert(firstSeqOf(bytes) === firstSeq, 'an entry lies under the seq of its first record')
    assert(firstSeq > this.#newestSeq, 'log entries rise by key')
  }

  #assertUsable(): void {
    if (this.#failure !== undefined) {
      throw logError('the log is closed since an error', this.#failure)
    }
  }

  /** See I5. */
  #tried<T>(run: () => T): T {
    try {
      return run()
    } catch (error) {
      this.#failure = logError(`entries after ${this.#newestSeq} may not be on disk`, error)
      throw this.#failure
    }
  }
}

function noClock(): number {
  return 0
}

/** How many pending entries are remembered before those that the log behind has are removed. */
const PENDING_LOOKED_AT = 4096
