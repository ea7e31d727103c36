import { assert } from '../../../engine/assert.js'
import type { Log } from '../../../storage/log/log.js'
import { type BatchMessage, type BatchWriter, FROM_SHARD } from '../../../wire/thread/batch.js'
import type { TurnToGateways } from '../../../wire/thread/provider-messages.js'
import type { IntakePace } from '../../shared/intake-pace.js'
import type { LogTrimming } from '../log/log-trimming.js'
import type { ShardParts } from '../parts.js'
import type { LinksPort } from './links-port.js'
import type { TurnClock } from './turn-clock.js'

/**
 * A shard's turns. A turn takes and decides requests, commits them once, and then sends the answers.
 *
 *      open()             passOn(), with the log's own thread
 *   idle ───> open ─────────────────────────────────> overlapped ──┐
 *    ^         │  ^                                     │  │  ^    │ passOn(): settles, hands over
 *    │ close() │  └──────────── settle() ───────────────┘  │  └────┘
 *    └─────────┴────────────────── close() ────────────────┘
 *
 *   - `idle`: everything is committed and sent. Accounts change only in an open turn.
 *   - `open`: no turn is on its way to the disk.
 *   - `overlapped`: the previous turn is being committed. Its output is kept here until it is
 *     durable, and is sent before any output of this turn.
 *   - If a commit fails, the state does not matter any more: the thread ends (`letLogEnd`).
 */
type TurnState =
  | { readonly is: 'idle' }
  | { readonly is: 'open' }
  | { readonly is: 'overlapped'; readonly toTell: Output }

const IDLE: TurnState = { is: 'idle' }
const OPEN: TurnState = { is: 'open' }
/**
 * The effort of a slice of day ends in a full turn. It makes days end even under a constant load of
 * requests.
 */
const BUSY_EFFORT = 512
const NOTHING = new Uint8Array(0)
const NO_BATCHES: readonly BatchMessage[] = []

/** The output of a turn, to the front and to the gateways. It leaves once the turn is durable. */
interface Output {
  readonly batches: readonly BatchMessage[]
  readonly toGateways: TurnToGateways
}

export interface TurnsParts {
  readonly parts: ShardParts
  readonly log: Log
  readonly out: BatchWriter
  readonly pace: IntakePace
  readonly trimming: LogTrimming
  readonly clock: TurnClock
  readonly links: Pick<LinksPort, 'take' | 'send'>
  tell(batch: BatchMessage): void
}

export class Turns {
  readonly #parts: TurnsParts
  #state: TurnState = IDLE
  #takenBytes = 0
  #writesTimes = false

  constructor(parts: TurnsParts) {
    this.#parts = parts
  }

  /** True while the previous turn is being committed. */
  get isOverlapped(): boolean {
    return this.#state.is === 'overlapped'
  }

  open(): void {
    assert(this.#state.is === 'idle', 'the turn before was closed')
    this.#begin()
    this.#state = OPEN
  }

  /**
   * Counts bytes of the front's messages that were processed, so that the front may send as many
   * again.
   */
  tookBytes(bytes: number): void {
    this.#takenBytes += bytes
  }

  /** Ends the turn and opens the next one, while this one is committed. */
  passOn(): void {
    const { parts, pace, trimming, clock } = this.#parts
    const { core } = parts
    core.ledger.dayEnds.slice(BUSY_EFFORT)
    this.#end()
    this.settle()
    if (core.records.dirty) clock.write(core.records, core.now)
    trimming.step()
    // All answers are sent before a pause, so that none waits for it.
    if (!pace.isSlowed && core.records.handOver()) {
      clock.handedOver()
      this.#state = { is: 'overlapped', toTell: this.#takeOut() }
    } else {
      core.records.commit()
      clock.durable()
      this.#tell(this.#takeOut())
    }
    pace.rest(core.records.takeAppended())
    this.#begin()
    // Other work runs while the turn is on its way to the disk.
    parts.goOnWithOthers()
  }

  /** Waits until the previous turn is durable, and sends its answers and events. */
  settle(): void {
    this.#parts.parts.core.records.settle()
    if (this.#state.is !== 'overlapped') return
    const { toTell } = this.#state
    this.#state = OPEN
    this.#parts.clock.durable()
    this.#tell(toTell)
  }

  /** Ends the turn: commits it, then sends its answers and events. */
  close(): void {
    assert(this.#state.is !== 'idle', 'a turn is open')
    const { parts, pace, trimming, clock } = this.#parts
    const { records, now, mayWrite } = parts.core
    parts.goOnWithOthers()
    this.#end()
    this.settle()
    if (records.dirty || (this.#writesTimes && mayWrite)) clock.write(records, now)
    this.#writesTimes = false
    records.commit()
    clock.durable()
    this.#state = IDLE
    this.#tell(this.#takeOut())
    trimming.step()
    pace.rest(records.takeAppended())
  }

  /**
   * Makes the next closed turn write the times of the previous one, even if it has no other
   * records.
   */
  writeTimes(): void {
    if (this.#parts.clock.owes) this.#writesTimes = true
  }

  /**
   * Waits for the log before the thread ends, because the log's own thread must not be ended inside
   * a transaction.
   */
  letLogEnd(): void {
    try {
      this.#parts.log.settle()
    } catch {
      // The error of the log is already known, or no longer matters.
    }
  }

  #begin(): void {
    const { parts, clock } = this.#parts
    parts.core.beginTurn()
    clock.begin(parts.core.now)
  }

  #end(): void {
    const { parts, pace, out, clock } = this.#parts
    pace.turnEnds()
    parts.endTurn()
    clock.decided()
    if (this.#takenBytes === 0) return
    out.push(FROM_SHARD.taken, this.#takenBytes, NOTHING)
    this.#takenBytes = 0
  }

  #takeOut(): Output {
    const { out, links } = this.#parts
    const toGateways = links.take()
    if (out.length === 0) return { batches: NO_BATCHES, toGateways }
    const batches = [out.take()]
    while (out.length > 0) batches.push(out.take())
    return { batches, toGateways }
  }

  #tell({ batches, toGateways }: Output): void {
    this.#parts.links.send(toGateways)
    for (const batch of batches) this.#parts.tell(batch)
    this.#parts.clock.told()
  }
}
