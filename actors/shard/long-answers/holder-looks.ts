import type { Account } from '../../../engine/account/state.js'
import { HOLDER_LOOKS_MAX } from '../../../engine/limits/long-answers.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { ShardCore } from '../core.js'
import type { MarginCalls } from '../margin-calls.js'
import type { ShardAnswer } from '../questions/answer.js'
import { RunTime } from '../turn/run-time.js'

/** A look at all accounts that hold something, which makes an answer of what it saw. */
export interface HolderLook {
  /** Its name in the log. */
  readonly what: string
  look(account: Account, place: number): void
  answer(): ShardAnswer
}

interface BegunLook extends HolderLook {
  readonly tell: (answer: ShardAnswer) => void
  next: number
}

/**
 * Looks at all accounts of a shard that hold positions or orders, one after the other and each a slice at a time.
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
    if (this.#looks.length >= HOLDER_LOOKS_MAX) tell(TOO_MANY)
    else this.#looks.push({ ...look, tell, next: 0 })
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
      const end = Math.min(look.next + LOOK_EVERY, this.#margin.places)
      while (look.next < end) {
        const place = look.next++
        const account = this.#margin.holderAt(place)
        if (account !== undefined) look.look(account, place)
      }
      if (look.next < this.#margin.places) return
      this.#looks.shift()
      look.tell(look.answer())
    } catch (error) {
      // It only reads: nothing has been changed.
      this.#looks.shift()
      look.tell(this.#core.quarantine.failed(look.what, 0, error))
    }
  }
}
