import { ANCHOR_EVERY_RECORDS } from '../../storage/journal-anchors.js'
import type { AnchoredHead, JournalHead } from '../../wire/stored/journal-line.js'
import type { ShardClient } from '../shard/shard-client.js'
import type { SharedCounters } from '../shared/shared-state.js'
import { accept, type Outcome } from '../thread/ask.js'
import type { Clock, Timer } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'

/**
 * Writes the newest line of the journal to other places, so that nobody can cut off its newest
 * lines unnoticed: to the logs of the shards (storage/journal-anchors.ts), and to the log of the
 * process, which an operator can store elsewhere.
 *
 *   - While lines or many records arrive, one log gets an anchor about once a second, each log in
 *     turn. Another follows a day end and an orderly stop.
 *   - The desk syncs a line to disk before it is anchored.
 *   - The log of the process gets the newest line at the start, every thousand lines, after a day
 *     end, and at the end.
 */
export interface JournalKeeperOptions {
  readonly shards: readonly Pick<ShardClient, 'ready' | 'post'>[]
  readonly counters: Pick<SharedCounters, 'sequence'>
  readonly clock: Clock
  readonly logger: Logger
  /** Syncs the journal to disk and answers with its newest line. */
  sync(): Promise<Outcome<JournalHead>>
  /** True while nothing may be written, because the server has halted. */
  isHalted(): boolean
}

const EVERY_MS = 1_000
const PRINT_LINES = 1_000

export class JournalKeeper {
  readonly #options: JournalKeeperOptions
  #newest: JournalHead = { id: 0, hash: '' }
  #printed = 0
  /**
   * The newest journal line that is anchored; `#anchoredAt` is the sequence number when it was
   * anchored.
   */
  #anchored: JournalHead = { id: 0, hash: '' }
  #anchoredAt = 0
  #told: AnchoredHead | null = null
  #turn = 0
  #timer: Timer | undefined

  constructor(options: JournalKeeperOptions) {
    this.#options = options
  }

  /**
   * The newest anchor; null before the first one. It stays while it is being written to a log
   * again.
   */
  get anchor(): AnchoredHead | null {
    return this.#told
  }

  start(head: JournalHead): void {
    this.heard(head)
    this.#print('the journal begins after this line')
    this.#timer = this.#options.clock.every(EVERY_MS, () => void this.#look())
  }

  /**
   * Notes a line that was written. Lines of the desk and the projector may arrive in another order
   * than their ids.
   */
  heard({ id, hash }: JournalHead): void {
    if (id > this.#newest.id) this.#newest = { id, hash }
    if (this.#timer !== undefined && id >= this.#printed + PRINT_LINES) this.#print()
  }

  dayEnded(): void {
    this.#print()
    void this.#anchor()
  }

  /** A shard has ended, perhaps before it wrote the last anchor: the next check anchors again. */
  again(): void {
    this.#anchored = { id: 0, hash: '' }
  }

  /** Anchors the newest line. Call it before the shards end. */
  async stop(): Promise<void> {
    if (this.#timer === undefined) return
    this.#timer.cancel()
    await this.#anchor()
  }

  /** Prints the newest line. Call it after the desk has ended. */
  ended(): void {
    this.#print('the journal ends with this line')
  }

  async #look(): Promise<void> {
    const records = this.#options.counters.sequence - this.#anchoredAt
    if (this.#newest.id > this.#anchored.id || records >= ANCHOR_EVERY_RECORDS) await this.#anchor()
  }

  async #anchor(): Promise<void> {
    const { shards, counters, clock, isHalted, sync } = this.#options
    if (isHalted()) return
    const isNew = this.#newest.id > this.#anchored.id
    const head = isNew ? await sync() : accept(this.#anchored)
    if (!head.ok || isHalted()) return
    const ready = shards.filter((shard) => shard.ready)
    const shard = ready[this.#turn++ % ready.length]
    if (shard === undefined) return
    shard.post({ type: 'anchor', head: head.value })
    this.#anchored = head.value
    this.#told = { ...head.value, at: clock.now() }
    this.#anchoredAt = counters.sequence
  }

  #print(message = 'the journal has come to this line'): void {
    const { id, hash } = this.#newest
    if (id === 0) return
    this.#printed = id
    this.#options.logger.info({ line: id, journal_hash: hash }, message)
  }
}
