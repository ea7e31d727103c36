import { assert } from '../../../engine/assert.js'
import { firstSeqOf, lastSeqOf } from '../../../wire/record/record.js'
import { type Log, type LogEntry, type LogError, logError } from '../log.js'
import type { LocalEnd } from './log-database.js'

/**
 * A log that counts what a quorum has (`storage/log/log.ts`, L1, L2 and L4), with a log of this node's own behind it.
 * All that reads logs reads that one.
 *
 *   R1. An entry goes into the own log when the quorum confirmed it, so that one is always a beginning of the confirmed
 *       one (G6). When it is opened it has everything that the quorum has.
 *   R2. The first error closes the way in: what is not settled is not known until the log is opened again.
 */
export interface Quorum {
  /** Opens it beside a log whose newest entry is `local`: gives what that lacks, in order, and ends when nothing is left. */
  open(local: LocalEnd | undefined): Iterable<LogEntry>
  /** Begins to bring an entry to the quorum. `bytes` may be used again at once. */
  begin(firstSeq: number, bytes: Uint8Array): void
  /** Waits until it is confirmed; throws when that is not known. */
  settle(): void
  close(): Promise<void>
}

export class ReplicatedLog implements Log {
  /** The number of entries that the own log lacked when this was opened. */
  readonly pulled: number
  readonly #own: Log
  readonly #quorum: Quorum
  #newestSeq: number
  /** What `begin` took, until it is settled. */
  #begun: LogEntry | undefined
  #failure: LogError | undefined

  constructor(own: Log, quorum: Quorum) {
    this.#own = own
    this.#quorum = quorum
    let pulled = 0
    for (const { firstSeq, bytes } of quorum.open(endOf(own.last()))) {
      own.commit(firstSeq, bytes)
      pulled++
    }
    this.pulled = pulled
    this.#newestSeq = own.last()?.firstSeq ?? 0
  }

  commit(firstSeq: number, bytes: Uint8Array): void {
    this.begin(firstSeq, bytes)
    this.settle()
  }

  begin(firstSeq: number, bytes: Uint8Array): boolean {
    this.#assertUsable()
    assert(this.#begun === undefined, 'one commit at a time (L4)')
    assert(firstSeqOf(bytes) === firstSeq, 'an entry lies under the seq of its first record')
    assert(firstSeq > this.#newestSeq, 'log entries rise by key')
    this.#begun = { firstSeq, bytes: bytes.slice() }
    this.#tried(() => this.#quorum.begin(firstSeq, bytes))
    return true
  }

  settle(): void {
    const begun = this.#begun
    if (begun === undefined) return
    this.#begun = undefined
    this.#tried(() => {
      this.#quorum.settle()
      this.#own.commit(begun.firstSeq, begun.bytes)
    })
    this.#newestSeq = begun.firstSeq
  }

  *read(fromSeq: number): Generator<LogEntry, void, undefined> {
    this.#assertUsable()
    yield* this.#own.read(fromSeq)
  }

  entryHolding(seq: number): LogEntry | undefined {
    this.#assertUsable()
    return this.#own.entryHolding(seq)
  }

  last(): LogEntry | undefined {
    this.#assertUsable()
    return this.#own.last()
  }

  first(): LogEntry | undefined {
    this.#assertUsable()
    return this.#own.first()
  }

  trim(beforeSeq: number, maxEntries: number): number {
    this.#assertUsable()
    return this.#own.trim(beforeSeq, maxEntries)
  }

  prepare(): void {
    this.#own.prepare()
  }

  async close(): Promise<void> {
    await this.#quorum.close()
    await this.#own.close()
  }

  #assertUsable(): void {
    if (this.#failure !== undefined) {
      throw logError('the log is closed since an error', this.#failure)
    }
  }

  /** R2. */
  #tried(run: () => void): void {
    try {
      run()
    } catch (error) {
      this.#failure = logError(`entries after ${this.#newestSeq} may not be confirmed`, error)
      throw this.#failure
    }
  }
}

function endOf(newest: LogEntry | undefined): LocalEnd | undefined {
  return newest && { ...newest, lastSeq: lastSeqOf(newest.bytes) }
}
