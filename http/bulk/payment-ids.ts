import type { ClaimedPayment } from '../../actors/desk/payment-ids.js'
import type { Supervisor } from '../../actors/server/supervisor.js'
import type { Refusal } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import type { KnownActor } from '../pipeline/actor.js'

interface Waiting {
  readonly payer: KnownActor
  readonly payment: ClaimedPayment
  readonly settle: (refusal: Refusal | null) => void
}

const ASKED_AT_ONCE = 256

const ANOTHER = because('conflict.request_id_of_another')

/**
 * Reserves the request ids of payments at the desk before the payments are made. Ids that arrive
 * while the desk is answering are sent together, which saves commits.
 */
export class PaymentIds {
  readonly #desk: Pick<Supervisor, 'ask'>
  #waiting: Waiting[] = []
  #isAsking = false

  constructor(desk: Pick<Supervisor, 'ask'>) {
    this.#desk = desk
  }

  /** Returns null when the id has been reserved for the account. */
  claim(payer: KnownActor, payment: ClaimedPayment): Promise<Refusal | null> {
    return new Promise((settle) => {
      this.#waiting.push({ payer, payment, settle })
      if (!this.#isAsking) void this.#askAll()
    })
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true
    while (this.#waiting.length > 0) await this.#ask(this.#next())
    this.#isAsking = false
  }

  /** The next batch: all waiting ids of the caller who has waited longest. */
  #next(): readonly Waiting[] {
    const { payer } = this.#waiting[0] as Waiting
    const next: Waiting[] = []
    this.#waiting = this.#waiting.filter((one) => {
      const isTaken = next.length < ASKED_AT_ONCE && one.payer.login === payer.login
      if (isTaken) next.push(one)
      return !isTaken
    })
    return next
  }

  async #ask(next: readonly Waiting[]): Promise<void> {
    const { payer } = next[0] as Waiting
    const payments = next.map(({ payment }) => payment)
    const claimed = await this.#desk.ask('payments.claim', { actor: payer, payments })
    for (const [i, { settle }] of next.entries()) {
      if (!claimed.ok) settle(claimed)
      else settle(claimed.value[i] === true ? null : ANOTHER)
    }
  }
}
