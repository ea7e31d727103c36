import { ANCHOR_EVERY_RECORDS } from '../../storage/journal-anchors.js'
import type { AnchoredHead, JournalHead } from '../../wire/stored/journal-line.js'
import type { ShardClient } from '../shard/shard-client.js'
import type { SharedCounters } from '../shared/shared-state.js'
import { accept, type Outcome } from '../thread/ask.js'
import type { Clock, Timer } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'

/**
 * Tells others how the journal stands, so that its newest lines cannot be cut off unnoticed: the logs of
 * the shards (storage/journal-anchors.ts), and the log of the process, which a person can keep elsewhere.
 *
 *   J1. While lines come, or many records, a log gets an anchor about once a second, each log in turn;
 *       also when a day has ended, and at an orderly stop.
 *   J2. What is anchored was synced by the desk before.
 *   J3. The log of the process has the newest line at the start, every thousand lines, when a day has
 *       ended, and at the end.
 */
export interface JournalKeeperOptions {
  readonly shards: readonly Pick<ShardClient, 'ready' | 'post'>[]
  readonly counters: Pick<SharedCounters, 'sequence'>
  readonly clock: Clock
  readonly logger: Logger
  /** The newest line, once it is on disk. */
  sync(): Promise<Outcome<JournalHead>>
  /** True while nothing may be written. */
  isHalted(): boolean
}

const EVERY_MS = 1_000
const PRINT_LINES = 1_000

export class JournalKeeper {
  readonly #options: JournalKeeperOptions
  #newest: JournalHead = { id: 0, hash: '' }
  #printed = 0
  /** The head of the journal that was anchored last; `#anchoredAt` is the record that it was anchored at. */
  #anchored: JournalHead = { id: 0, hash: '' }
  #anchoredAt = 0
  #told: AnchoredHead | null = null
  #turn = 0
  #timer: Timer | undefined

  constructor(options: JournalKeeperOptions) {
    this.#options = options
  }

  /** The newest anchor; null before the first one. It stays when a log has to be told anew. */
  get anchor(): AnchoredHead | null {
    return this.#told
  }

  start(head: JournalHead): void {
    this.heard(head)
    this.#print('the journal begins after this line')
    this.#timer = this.#options.clock.every(EVERY_MS, () => void this.#look())
  }

  /** A line was written. Those of the desk and of the projector may come in another order than their ids. */
  heard({ id, hash }: JournalHead): void {
    if (id > this.#newest.id) this.#newest = { id, hash }
    if (this.#timer !== undefined && id >= this.#printed + PRINT_LINES) this.#print()
  }

  dayEnded(): void {
    this.#print()
    void this.#anchor()
  }

  /** A shard has ended, and maybe with it what its log was told. */
  again(): void {
    this.#anchored = { id: 0, hash: '' }
  }

  /** Anchors the newest line; to be called before the shards end. */
  async stop(): Promise<void> {
    if (this.#timer === undefined) return
    this.#timer.cancel()
    await this.#anchor()
  }

  /** Prints the newest line; to be called after the desk has ended. */
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
