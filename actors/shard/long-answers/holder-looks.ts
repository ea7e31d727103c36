import type { Account } from '../../../engine/account/state.js'
import { HOLDER_LOOKS_MAX } from '../../../engine/limits/long-answers.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { ShardCore } from '../core.js'
import type { MarginCalls } from '../margin-calls.js'
import type { ShardAnswer } from '../questions/answer.js'
import { RunTime } from '../run-time.js'

interface AccountLook {
  /** The name of the scan in the process log. */
  readonly what: string
  answer(): ShardAnswer
}

/** A scan of all accounts with positions or orders. */
export interface HolderLook extends AccountLook {
  look(account: Account, place: number): void
}

export interface ChosenLook extends AccountLook {
  look(account: Account): void
}

interface BegunLook extends AccountLook {
  readonly tell: (answer: ShardAnswer) => void
  /** Scans the next accounts; true after the last one. */
  goOn(): boolean
}

/**
 * Scans accounts of a shard in slices: either all with positions or orders, or a chosen set. Scans
 * run one after the other.
 *
 *   - A turn spends at most `RUN_MS` on scans; the next turn continues (`hasWork`), so no order
 *     waits long.
 *   - Each account is read when its turn comes. An account that opens its first position or closes
 *     its last one meanwhile may be left out.
 */
const RUN_MS = 0.3
/** The number of accounts between two readings of the clock. */
const LOOK_EVERY = 16
const TOO_MANY = because('unavailable.looks')

export class HolderLooks {
  readonly #core: ShardCore
  readonly #margin: Pick<MarginCalls, 'holderAt' | 'places'>
  readonly #looks: BegunLook[] = []
  readonly #time: RunTime

  constructor(core: ShardCore, margin: Pick<MarginCalls, 'holderAt' | 'places'>) {
    this.#core = core
    this.#margin = margin
    this.#time = new RunTime(core, RUN_MS)
  }

  /** True if a scan has not finished and needs another turn. */
  get hasWork(): boolean {
    return this.#looks.length > 0
  }

  /** `tell` receives the answer when the scan is done. */
  begin(look: HolderLook, tell: (answer: ShardAnswer) => void): void {
    const margin = this.#margin
    let next = 0
    this.#begin(look, tell, () => {
      const end = Math.min(next + LOOK_EVERY, margin.places)
      while (next < end) {
        const place = next++
        const account = margin.holderAt(place)
        if (account !== undefined) look.look(account, place)
      }
      return next >= margin.places
    })
  }

  /** Scans these accounts like `begin`, even those that hold nothing. */
  beginOf(
    look: ChosenLook,
    accounts: Iterator<Account, void, undefined>,
    tell: (answer: ShardAnswer) => void,
  ): void {
    this.#begin(look, tell, () => {
      for (let looked = 0; looked < LOOK_EVERY; looked++) {
        const next = accounts.next()
        if (next.done === true) return true
        look.look(next.value)
      }
      return false
    })
  }

  #begin(
    { what, answer }: AccountLook,
    tell: (answer: ShardAnswer) => void,
    goOn: () => boolean,
  ): void {
    if (this.#looks.length >= HOLDER_LOOKS_MAX) tell(TOO_MANY)
    else this.#looks.push({ what, answer, tell, goOn })
  }

  run(): void {
    if (!this.hasWork) return
    this.#time.begin()
    do this.#goOn()
    while (this.hasWork && !this.#time.isUp)
  }

  #goOn(): void {
    const [look] = this.#looks
    if (look === undefined) return
    try {
      if (!look.goOn()) return
      this.#looks.shift()
      look.tell(look.answer())
    } catch (error) {
      // A scan only reads, so nothing has changed.
      this.#looks.shift()
      look.tell(this.#core.quarantine.failed(look.what, 0, error))
    }
  }
}
