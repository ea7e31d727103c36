import { BALANCE_ACTIONS, type BalanceAction } from '../../engine/account/event.js'
import type { Book } from '../../engine/book/compiled.js'
import type { Prng } from '../../engine/numbers/prng.js'
import type { TradeFields } from '../../wire/trade/trade-request.js'
import type { AskedRequest } from './asked.js'
import type { Market } from './market.js'
import type { NaiveAccount } from './naive-account.js'
import type { NaiveOffers } from './naive-offers.js'
import { type AskSource, tradeAsk } from './trade-asks.js'

const REMEMBERED_MAX = 40
const UNANSWERED = { answer: undefined, isDone: false, decision: undefined }
const KEY_MS = 7 * 86_400_000 - 3_600_000

export interface TraderParts {
  readonly prng: Prng
  readonly login: number
  readonly world: { readonly market: Market; account(login: number): NaiveAccount }
}

/** The requests of the clients of one account, at random, and their repeats. */
export class Trader {
  readonly #parts: TraderParts
  #asked: AskedRequest[] = []
  #nextKey = 1

  constructor(parts: TraderParts) {
    this.#parts = parts
  }

  /** A trade or a balance request: new, repeated, or with a key that is taken. */
  next(book: Book, now: number, offers: NaiveOffers): AskedRequest {
    this.#asked = this.#asked.filter((asked) => now - asked.askedAt < KEY_MS)
    const { prng, login, world } = this.#parts
    const choice = prng.below(100)
    const old = this.#asked[prng.below(Math.max(1, this.#asked.length))]
    if (old !== undefined && choice < 16) return old
    if (old?.answer !== undefined && choice < 19) return this.#clash(old, now)
    if (choice < 30) return this.#remember(this.#balance(now))
    const asking: AskSource = {
      prng,
      book,
      now,
      market: world.market,
      account: world.account(login),
      offered: offers.newest,
    }
    return this.#remember(this.#trade(tradeAsk(asking), now))
  }

  #remember(asked: AskedRequest): AskedRequest {
    if (asked.key === '') return asked
    this.#asked.push(asked)
    if (this.#asked.length > REMEMBERED_MAX) this.#asked.shift()
    return asked
  }

  #clash(old: AskedRequest, askedAt: number): AskedRequest {
    const body = { ...old.body, comment: `not ${String(old.body['comment'])}` }
    return { ...old, body, askedAt, clashesWith: old, ...UNANSWERED }
  }

  #ask(
    op: AskedRequest['op'],
    body: AskedRequest['body'],
    askedAt: number,
    keyed: boolean,
  ): AskedRequest {
    const { login } = this.#parts
    const key = keyed ? `k-${this.#nextKey++}` : ''
    const name = op === 'trade' ? 'client_order_id' : 'request_id'
    const whole = key === '' ? body : { ...body, [name]: key }
    return { op, login, key, body: whole, askedAt, clashesWith: undefined, ...UNANSWERED }
  }

  #trade(body: TradeFields, now: number): AskedRequest {
    return this.#ask('trade', body, now, this.#parts.prng.below(6) > 0)
  }

  #balance(now: number): AskedRequest {
    const { prng, login } = this.#parts
    const action = BALANCE_ACTIONS[prng.below(BALANCE_ACTIONS.length)] as BalanceAction
    const cents = prng.below(3) === 0 ? prng.below(2_000_000) : prng.below(50_000)
    const isNegative = action.startsWith('co') && action !== 'commission' && prng.below(2) === 0
    const body = {
      login,
      action,
      amount: `${isNegative ? '-' : ''}${(cents / 100).toFixed(2)}`,
      comment: `move ${prng.below(1000)}`,
      skip_margin_check: prng.below(12) === 0,
    }
    return this.#ask('balance', body, now, true)
  }
}
