import { assert } from '../../../engine/assert.js'
import { firstSeqOf, lastSeqOf } from '../../../wire/record/record.js'
import { type Log, type LogEntry, type LogError, logError } from '../log.js'
import type { LocalLogHead } from './log-database.js'

/**
 * A log that confirms only what a quorum has (`storage/log/log.ts`, L1, L2 and L4), with a local
 * log behind it, which all readers use.
 *
 *   - An entry is written to the local log after the quorum confirmed it, so the local log is
 *     always a prefix of the confirmed one (docs/decisions/quorum.md, G6). At opening it gets every entry of the
 *     quorum.
 *   R2. After the first error nothing more is accepted: the outcome of an unsettled entry is
 *       unknown until the log is opened again.
 */
export interface Quorum {
  /**
   * Opens the quorum for a local log with the newest entry `local`. Yields the entries that the
   * local log lacks, in order, and then ends.
   */
  open(local: LocalLogHead | undefined): Iterable<LogEntry>
  /** Starts to send an entry to the quorum. The caller may reuse `bytes` afterwards. */
  begin(firstSeq: number, bytes: Uint8Array): void
  /** Waits until the entry is confirmed. Throws if the outcome is unknown. */
  settle(): void
  close(): Promise<void>
}

export class QuorumLog implements Log {
  /** The number of entries that the local log lacked when it was opened. */
  readonly pulled: number
  readonly #own: Log
  readonly #quorum: Quorum
  #newestSeq: number
  /** The entry that `begin` received, until it is settled. */
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

  /** See R2. */
  #tried(run: () => void): void {
    try {
      run()
    } catch (error) {
      this.#failure = logError(`entries after ${this.#newestSeq} may not be confirmed`, error)
      throw this.#failure
    }
  }
}

function endOf(newest: LogEntry | undefined): LocalLogHead | undefined {
  return newest && { ...newest, lastSeq: lastSeqOf(newest.bytes) }
}
