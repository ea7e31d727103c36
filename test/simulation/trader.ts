import { BALANCE_ACTIONS, type BalanceAction } from '../../engine/account/event.js'
import type { Book } from '../../engine/book.js'
import { trimmedTextFromScaled } from '../../engine/decimal.js'
import type { Prng } from '../../engine/prng.js'
import type { Ledger } from '../given/ledger.js'
import type { Asked } from './asked.js'

const REMEMBERED_MAX = 40
const KEY_MS = 7 * 86_400_000 - 3_600_000

/** What the clients of one account ask for, at random, and ask for again. */
export class Trader {
  readonly #prng: Prng
  readonly #ledger: Ledger
  #asked: Asked[] = []
  #nextKey = 1

  constructor(prng: Prng, ledger: Ledger) {
    this.#prng = prng
    this.#ledger = ledger
  }

  /** A trade or a balance request: new, repeated, or with a key that is taken. */
  next(book: Book, now: number): Asked {
    this.#asked = this.#asked.filter((asked) => now - asked.askedAt < KEY_MS)
    const prng = this.#prng
    const choice = prng.below(100)
    const old = this.#asked[prng.below(Math.max(1, this.#asked.length))]
    if (old !== undefined && choice < 22) return old
    if (old?.answer !== undefined && choice < 26) return this.#clash(old, now)
    return this.#remember(choice < 40 ? this.#balance(now) : this.#trade(book, now))
  }

  #remember(asked: Asked): Asked {
    if (asked.key === '') return asked
    this.#asked.push(asked)
    if (this.#asked.length > REMEMBERED_MAX) this.#asked.shift()
    return asked
  }

  #clash(old: Asked, askedAt: number): Asked {
    const body = { ...old.body, comment: `not ${String(old.body['comment'])}` }
    return { ...old, body, askedAt, clashesWith: old, answer: undefined }
  }

  #ask(op: Asked['op'], body: Record<string, unknown>, askedAt: number, keyed: boolean): Asked {
    const { login } = this.#ledger
    const key = keyed ? `k-${this.#nextKey++}` : ''
    const name = op === 'trade' ? 'client_order_id' : 'request_id'
    const whole = key === '' ? body : { ...body, [name]: key }
    return { op, login, key, body: whole, askedAt, clashesWith: undefined, answer: undefined }
  }

  #balance(now: number): Asked {
    const prng = this.#prng
    const action = BALANCE_ACTIONS[prng.below(BALANCE_ACTIONS.length)] as BalanceAction
    const cents = prng.below(3) === 0 ? prng.below(2_000_000) : prng.below(50_000)
    const isNegative = action.startsWith('co') && action !== 'commission' && prng.below(2) === 0
    const body = {
      login: this.#ledger.login,
      action,
      amount: `${isNegative ? '-' : ''}${(cents / 100).toFixed(2)}`,
      comment: `move ${prng.below(1000)}`,
      skip_margin_check: prng.below(12) === 0,
    }
    return this.#ask('balance', body, now, true)
  }

  #trade(book: Book, now: number): Asked {
    const prng = this.#prng
    const keyed = prng.below(6) > 0
    const open = [...this.#ledger.positions]
    const closes = open.length > 0 && prng.below(100) < (open.length > 12 ? 70 : 40)
    const comment = ['', 'grid', 'größer "als" \u{1f4b6}'][prng.below(3)]
    if (!closes) return this.#ask('trade', { ...this.#open(book), comment }, now, keyed)
    const [id, position] = open[prng.below(open.length)] as (typeof open)[number]
    const body: Record<string, unknown> = { kind: 'close', position_id: id, comment }
    if (prng.below(3) === 0) {
      const steps = Math.max(1, prng.below(Math.floor(position.volume / 1_000_000) + 2))
      body['volume'] = trimmedTextFromScaled(steps * 1_000_000, 8)
    }
    if (prng.below(40) === 0) body['position_id'] = id + 1
    return this.#ask('trade', body, now, keyed)
  }

  #open(book: Book): Record<string, unknown> {
    const prng = this.#prng
    const symbols = [...book.symbolsByName.values()]
    const symbol = symbols[prng.below(symbols.length)]
    const size = prng.below(10)
    const hundredths = 1 + prng.below(size === 0 ? 3000 : size < 4 ? 200 : 20)
    const name = prng.below(80) === 0 ? 'NOSUCH' : symbol?.name
    return {
      kind: 'open',
      symbol: name,
      side: prng.below(2) === 0 ? 'buy' : 'sell',
      volume: trimmedTextFromScaled(hundredths * 1_000_000 + (prng.below(60) === 0 ? 1 : 0), 8),
    }
  }
}
