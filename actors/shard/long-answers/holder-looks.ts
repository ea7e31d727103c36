import type { Account } from '../../../engine/account/state.js'
import { HOLDER_LOOKS_MAX } from '../../../engine/limits/long-answers.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { ShardCore } from '../core.js'
import type { MarginCalls } from '../margin-calls.js'
import type { ShardAnswer } from '../questions/answer.js'
import { RunTime } from '../turn/run-time.js'

/** A look at accounts, which makes an answer of what it saw. */
interface AccountLook {
  /** Its name in the log. */
  readonly what: string
  answer(): ShardAnswer
}

/** A look at all accounts that hold something. */
export interface HolderLook extends AccountLook {
  look(account: Account, place: number): void
}

/** A look at accounts that somebody chose. */
export interface ChosenLook extends AccountLook {
  look(account: Account): void
}

interface BegunLook extends AccountLook {
  readonly tell: (answer: ShardAnswer) => void
  /** Looks at the next accounts; true after the last one. */
  goOn(): boolean
}

/**
 * Looks at accounts of a shard, those that hold positions or orders or those that somebody chose: one look after the
 * other, each a slice at a time.
 *
 *   H1. A turn works on them for `RUN_MS` at most; what is left is the next turn's (`hasWork`), so nobody's order waits.
 *   H2. Each account is seen as it is when its turn comes. One that begins or ceases to hold something meanwhile may be left out.
 */
const RUN_MS = 0.3
/** Accounts that are looked at between two looks at the clock. */
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

  /** Another turn is due for them. */
  get hasWork(): boolean {
    return this.#looks.length > 0
  }

  /** `tell` gets the answer when it is there. */
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

  /** The same, of these accounts, whether or not they hold something. */
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
      // It only reads: nothing has been changed.
      this.#looks.shift()
      look.tell(this.#core.quarantine.failed(look.what, 0, error))
    }
  }
}
