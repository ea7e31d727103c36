import { dropPosition } from '../../../engine/account/holdings/hold-position.js'
import {
  type MarginStanding,
  marginStanding,
} from '../../../engine/account/money/margin-standing.js'
import { moneyOf } from '../../../engine/account/money/money.js'
import type { Account } from '../../../engine/account/state.js'
import { compileBook } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import { groupPrices } from '../../../engine/book/group-prices.js'
import type { Prices, Quote } from '../../../engine/book/prices.js'
import type { GroupRecord } from '../../../engine/config/records/group.js'
import type { LeverageProfileRecord } from '../../../engine/config/records/leverage-profile.js'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import { MarginWatch } from '../../../engine/margin-watch/margin-watch.js'
import { textFromScaled, trimmedTextFromScaled } from '../../../engine/numbers/decimal.js'
import { Prng } from '../../../engine/numbers/prng.js'
import { RATE_ONE } from '../../../engine/units.js'
import { givenAccount, givenPosition } from '../../given/account.js'
import {
  givenBook,
  groupIn,
  HEDGING,
  leverageProfile,
  NETTING,
  tierRule,
} from '../../given/book.js'

/** Quotes in points, changed as a test goes. */
export class PointPrices implements Prices {
  readonly quotes = new Map<number, Quote>()

  quote(symbolId: number): Quote | undefined {
    return this.quotes.get(symbolId)
  }
}

/** The standing of every account, by looking at each of them. One that has no value now stands as it did. */
export function lookAtAll(
  accounts: Iterable<Account>,
  book: Book,
  prices: Prices,
  known: Map<number, MarginStanding>,
): void {
  for (const account of accounts) {
    const { equity, margin } = moneyOf(account, book, groupPrices(book, account, prices))
    if (equity === null || margin === null) continue
    const hasPositions = account.positions.size > 0
    const group = groupIn(book, account.groupPath)
    known.set(account.login, marginStanding(group, { equity, margin, hasPositions }))
  }
}

const SYMBOLS = [1, 2, 3, 4, 5, 6, 7, 8] as const
const STARTS: Readonly<Record<number, readonly [bid: number, spread: number]>> = {
  1: [117_000, 10],
  2: [150_000, 12],
  3: [135_000, 20],
  4: [86_650, 20],
  5: [240_000, 30],
  6: [500_000, 50],
  7: [6_500_000, 60_000],
  8: [175_000, 15],
}

export const TIERS = 'given\\tiers'

const NARROW = [
  { mask: 'BTCUSD', spread_diff_pts: -55_000 },
  { mask: '*', spread_diff_pts: -11 },
]

const GROUPS: Readonly<Record<string, Partial<GroupRecord>>> = {
  [NETTING]: { margin_call_level: '120', stop_out_level: '80' },
  'given\\euro': { currency: 'EUR', leverage: 30 },
  'given\\yen': { currency: 'JPY', currency_digits: 0 },
  'given\\money': { stop_out_mode: 'money', margin_call_level: '500', stop_out_level: '100' },
  [TIERS]: { currency: 'EUR', leverage_profile_id: 1 },
  'given\\zero': { margin_call_level: '0', stop_out_level: '0' },
  'given\\wide': {
    symbols: [
      { mask: 'EURGBP', spread_diff_pts: 173_299 },
      { mask: '*', spread_diff_pts: 7 },
    ],
  },
  'given\\narrow': { currency: 'EUR', symbols: NARROW },
}
const PATHS = [HEDGING, ...Object.keys(GROUPS)]

const EURJPY: Partial<SymbolRecord> = {
  path: 'Forex\\Crosses\\EURJPY',
  digits: 3,
  base_currency: 'EUR',
  profit_currency: 'JPY',
  margin_currency: 'EUR',
}

/** Values in pounds for accounts in euros: margin that goes by the rates of now. */
const PROFILE: LeverageProfileRecord = leverageProfile(
  tierRule(
    'EURUSD,GBPUSD',
    'value',
    [
      ['50000', '1'],
      ['150000', '3', '2'],
      ['0', '1.5'],
    ],
    'GBP',
  ),
  tierRule(
    '*',
    'value_per_symbol',
    [
      ['100000', '1'],
      ['0', '4'],
    ],
    'USD',
  ),
)

/**
 * A market, accounts near their levels and everything that can happen to them, by a seed. The watch
 * hears of what happens as a shard would tell it, and after every turn it must know what looking at
 * all accounts finds.
 */
export class WatchedWorld {
  readonly prng: Prng
  readonly prices = new PointPrices()
  readonly accounts = new Map<number, Account>()
  readonly known = new Map<number, MarginStanding>()
  readonly told = new Map<number, MarginStanding>()
  readonly watch: MarginWatch
  book: Book
  looks = 0
  #nextLogin = 1
  #nextPosition = 1

  constructor(seed: number, accounts: number) {
    this.prng = new Prng(seed)
    this.book = givenBook({
      symbols: { EURJPY, EURUSD: { margin_hedged: '50000' } },
      groups: GROUPS,
      profiles: [PROFILE],
    })
    for (const id of SYMBOLS) {
      const [bid, spread] = STARTS[id] ?? [1, 1]
      this.prices.quotes.set(id, { bid, ask: bid + spread, at: 0 })
    }
    this.watch = new MarginWatch(this.book, this.prices)
    for (let i = 0; i < accounts; i++) this.openAccount()
  }

  openAccount(): void {
    const group = this.#pick(PATHS)
    const account = givenAccount(this.book, { login: this.#nextLogin++, group })
    this.accounts.set(account.login, account)
    const positions = this.prng.below(8)
    for (let i = 0; i < positions; i++) this.openPosition(account)
    this.balanceNearLevel(account)
    this.watch.update(account)
  }

  openPosition(account: Account): void {
    const symbol = this.book.symbolsById.get(this.#pick(SYMBOLS))
    if (symbol === undefined) return
    const quote = this.prices.quote(symbol.id)
    const mid = quote?.bid ?? STARTS[symbol.id]?.[0] ?? 1
    const open = Math.round(mid * (1 + this.prng.gauss() / 50))
    const rate = this.prng.below(3) === 0 ? RATE_ONE : BigInt(Math.round(this.prng.unit() * 2e12))
    const position = givenPosition(this.book, account, {
      id: this.#nextPosition++,
      symbol: symbol.name,
      side: this.prng.below(2) === 0 ? 'buy' : 'sell',
      volume: trimmedTextFromScaled((1 + this.prng.below(300)) * 1_000_000, 8),
      open: textFromScaled(open, symbol.digits),
      rate: trimmedTextFromScaled(rate, 12),
      swap: textFromScaled(this.prng.below(2_000) - 1_500, 2),
    })
    account.balance -= position.volume > 0 ? this.prng.below(50) : 0
  }

  /** So that most are a little way from a level, and some on it. */
  balanceNearLevel(account: Account): void {
    const prices = groupPrices(this.book, account, this.prices)
    const { equity, margin } = moneyOf(account, this.book, prices)
    if (equity === null || margin === null) return
    const level = this.#pick([0.4, 0.5, 0.5, 0.8, 0.99, 1, 1, 1.01, 1.1, 1.5, 5])
    const wanted = Math.round(margin * level) + this.prng.below(5) - 2
    account.balance += wanted - equity
  }

  /** The events of one turn, most of them prices. */
  turn(): void {
    for (let n = this.prng.below(4); n >= 0; n--) this.#happen()
    for (const change of this.watch.due()) {
      this.looks++
      this.told.set(change.account.login, change.standing)
    }
    lookAtAll(this.accounts.values(), this.book, this.prices, this.known)
  }

  #happen(): void {
    const chance = this.prng.unit()
    const account = this.accounts.get(1 + this.prng.below(this.#nextLogin - 1))
    if (chance < 0.7) this.#tick(this.#pick(SYMBOLS))
    else if (chance < 0.71) this.openAccount()
    else if (chance < 0.74) this.#changeSettings()
    else if (account === undefined) return
    else if (chance < 0.75) this.#closeAccount(account)
    else {
      this.#change(account)
      this.watch.update(account)
    }
  }

  #change(account: Account): void {
    const chance = this.prng.unit()
    if (chance < 0.4) this.openPosition(account)
    else if (chance < 0.7) {
      const position = [...account.positions.values()][this.prng.below(account.positions.size)]
      if (position !== undefined) dropPosition(account, position)
    } else if (chance < 0.95) this.balanceNearLevel(account)
    else account.groupPath = this.#pick(PATHS)
  }

  #closeAccount({ login }: Account): void {
    for (const held of [this.accounts, this.known, this.told]) held.delete(login)
    this.watch.remove(login)
  }

  #tick(symbolId: number): void {
    const quote = this.prices.quote(symbolId)
    const [start, usual] = STARTS[symbolId] ?? [1, 1]
    const bid = quote?.bid ?? start
    const kind = this.prng.unit()
    const swing = kind < 0.75 ? start / 20_000 : kind < 0.95 ? start / 1_000 : start / 20
    const moved = Math.max(1, Math.round(bid + this.prng.gauss() * swing))
    const width = this.prng.unit()
    const spread =
      width < 0.8
        ? usual
        : width < 0.9
          ? this.prng.below(usual)
          : this.prng.below(usual * 20) - usual
    if (this.prng.unit() < 0.02) this.prices.quotes.delete(symbolId)
    else this.prices.quotes.set(symbolId, { bid: moved, ask: Math.max(1, moved + spread), at: 0 })
    this.watch.tick(symbolId)
  }

  /** As the desk does it: what is not changed stays the same record, and is not compiled again. */
  #changeSettings(): void {
    const { records } = this.book
    const chance = this.prng.unit()
    const version = records.version + 1
    if (chance < 0.2) {
      const spread_diff_pts = this.#pick([0, 3, 40, 900, -1, -8, -30])
      const path = this.#pick(['given\\wide', 'given\\narrow', TIERS, HEDGING])
      const rows = [{ mask: this.#pick(['*', 'EUR*', 'USDJPY']), spread_diff_pts }]
      const groups = records.groups.map((one) => {
        return one.path === path ? { ...one, symbols: rows } : one
      })
      this.book = compileBook({ ...records, version, groups }, this.book)
    } else if (chance < 0.4) {
      const call = 60 + this.prng.below(80)
      const change = { margin_call_level: String(call), stop_out_level: String(call - 40) }
      const path = this.#pick([HEDGING, NETTING, 'given\\euro'])
      const groups = records.groups.map((one) => (one.path === path ? { ...one, ...change } : one))
      this.book = compileBook({ ...records, version, groups }, this.book)
    } else {
      const change: Partial<SymbolRecord> =
        chance < 0.7
          ? { contract_size: this.#pick(['100000', '100', '1000', '50000']) }
          : { calc_mode: this.#pick(['cfd', 'forex'] as const) }
      const id = this.#pick(SYMBOLS)
      const symbols = records.symbols.map((one) => (one.id === id ? { ...one, ...change } : one))
      this.book = compileBook({ ...records, version, symbols }, this.book)
    }
    this.watch.setBook(this.book)
  }

  #pick<One>(list: readonly One[]): One {
    return list[this.prng.below(list.length)] as One
  }
}
