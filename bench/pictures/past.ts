import { accountWithDefaults } from '../../actors/desk/accounts/accounts.js'
import { ID_RANGE_LENGTH } from '../../actors/desk/id-range.js'
import type { DealEvent, PositionEvent } from '../../engine/account/event.js'
import { dateOfDay } from '../../engine/calendar/server-day.js'
import { Prng } from '../../engine/numbers/prng.js'
import { RATE_ONE } from '../../engine/units.js'
import { sqlitePath } from '../../storage/paths.js'
import { accountStateWrites } from '../../storage/repos/accounts/account-state-writes.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { dailyWrites } from '../../storage/repos/accounts/daily-writes.js'
import { countersRepo } from '../../storage/repos/counters.js'
import { closedPositionWrites } from '../../storage/repos/trades/closed-position-writes.js'
import { dealWrites } from '../../storage/repos/trades/deal-writes.js'
import { positionWrites } from '../../storage/repos/trades/position-writes.js'
import { openWriter, type Sqlite } from '../../storage/sqlite/open.js'
import { PLAIN_DEAL, PLAIN_POSITION } from '../../test/given/plain.js'
import { emptyState } from '../../wire/account/stored-account.js'
import { noDailySums } from '../../wire/stored/stored-daily.js'

/** Ten weeks of trading of some accounts, put into the tables of a server that does not run: the same at each run. */
const GROUP = 'demo\\standard'
const FIRST_LOGIN = 2_001
const NAMES = ['Ada Byron', 'Bela Varga', 'Chen Li', 'Dora Weiss', 'Emil Sand', 'Fatma Aydin']
/** 1 September 2026. */
const FIRST_DAY = 20_697
const DAYS = 70
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const DEPOSIT = 2_500_000
const CENT = 1_000_000
const SYMBOLS: Readonly<Record<string, number>> = {
  EURUSD: 1.1012,
  GBPUSD: 1.2871,
  USDJPY: 154.31,
  AUDUSD: 0.6612,
  XAUUSD: 2641.5,
}

export const PAST_LOGIN = FIRST_LOGIN
/** The morning after: a server that begins then has nothing to make up. */
export const PAST_END = `${dateOfDay(FIRST_DAY + DAYS)}T09:00:00Z`
export const PAST_DAYS = {
  from: dateOfDay(FIRST_DAY),
  to: dateOfDay(FIRST_DAY + DAYS - 1),
} as const

/** A symbol as the server lists it. */
export interface PastSymbol {
  readonly id: number
  readonly path: string
  readonly digits: number
}

interface Traded {
  readonly login: number
  readonly symbolId: number
  readonly side: 1 | -1
  readonly volume: number
  readonly openedAt: number
  readonly closedAt: number
  readonly priceOpen: number
  readonly priceClose: number
  readonly profit: number
  readonly swap: number
  readonly commission: number
}

export function fillPast(dataDir: string, symbols: readonly PastSymbol[]): void {
  const db = openWriter(sqlitePath(dataDir))
  const known = symbols.flatMap(({ id, path, digits }) => {
    const base = SYMBOLS[path.split('\\').at(-1) ?? '']
    return base === undefined ? [] : [{ id, points: Math.round(base * 10 ** digits) }]
  })
  const prng = new Prng(11)
  const logins = NAMES.map((_, i) => FIRST_LOGIN + i)
  const trades = logins.flatMap((login) => drawnTrades(prng, login, known))
  db.transaction(() => {
    const accounts = accountsRepo(db)
    const at = FIRST_DAY * DAY_MS
    for (const [i, name] of NAMES.entries()) {
      const [first = '', last_name = ''] = name.split(' ')
      const login = FIRST_LOGIN + i
      accounts.insert(accountWithDefaults({ login, group: GROUP, name: first, last_name }), at)
    }
    const counters = countersRepo(db)
    counters.setNext('login', FIRST_LOGIN + NAMES.length)
    // A separate range of numbers, like that of a shard.
    const first = Math.max(counters.next('order', 1), counters.next('deal', 1))
    for (const kind of ['order', 'deal'] as const) counters.setNext(kind, first + ID_RANGE_LENGTH)
    new Past(db, first).fill(logins, trades, prng)
  })()
  db.close()
}

function drawnTrades(
  prng: Prng,
  login: number,
  symbols: readonly { readonly id: number; readonly points: number }[],
): Traded[] {
  const trades: Traded[] = []
  const skill = 47 + prng.below(8)
  for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day++) {
    // 1970-01-01 was a Thursday.
    const isWeekend = [2, 3].includes(day % 7)
    for (let n = isWeekend ? 0 : prng.below(4); n > 0; n--) {
      const symbol = symbols[Math.min(prng.below(8), prng.below(symbols.length))] ?? symbols[0]
      if (symbol === undefined) throw new Error('there are no symbols')
      const side = prng.below(2) === 0 ? 1 : -1
      const lots = 5 + prng.below(60)
      const openedAt = day * DAY_MS + 7 * HOUR_MS + prng.below(9 * HOUR_MS)
      const won = prng.below(100) < skill
      const size = 1 + prng.below(won ? 260 : 230)
      const nights = prng.below(5) === 0 ? 1 : 0
      const move = Math.round((symbol.points * size) / 90_000) * (won ? 1 : -1)
      trades.push({
        login,
        symbolId: symbol.id,
        side,
        volume: lots * CENT,
        openedAt,
        closedAt: openedAt + HOUR_MS / 4 + prng.below(5 * HOUR_MS) + nights * DAY_MS,
        priceOpen: symbol.points + day - FIRST_DAY,
        priceClose: symbol.points + day - FIRST_DAY + side * move,
        profit: (won ? 1 : -1) * size * lots * 2,
        swap: -nights * lots * 3,
        commission: -lots * 4,
      })
    }
  }
  return trades
}

interface Held {
  seq: number
  balance: number
  lastDealId: number
  lastClosedId: number
  deals: number
  closed: number
  day: number
}

class Past {
  readonly #db: Sqlite
  readonly #deals
  readonly #closed
  readonly #held = new Map<number, Held>()
  #id: number

  constructor(db: Sqlite, first: number) {
    this.#db = db
    this.#id = first - 1
    this.#deals = dealWrites(db)
    this.#closed = closedPositionWrites(db)
  }

  /** In the order of their times, since numbers rise with them. */
  fill(logins: readonly number[], trades: readonly Traded[], prng: Prng): void {
    for (const login of logins) this.#paid(login)
    const steps = trades.flatMap((trade) => [
      { at: trade.openedAt, trade, isOpening: true },
      { at: trade.closedAt, trade, isOpening: false },
    ])
    steps.sort((a, b) => a.at - b.at)
    const positions = new Map<Traded, number>()
    let next = 0
    for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day++) {
      for (; (steps[next]?.at ?? Number.POSITIVE_INFINITY) < (day + 1) * DAY_MS; next++) {
        const step = steps[next]
        if (step?.isOpening === true) positions.set(step.trade, this.#opened(step.trade))
        else if (step !== undefined) this.#closing(step.trade, positions.get(step.trade) ?? 0)
      }
      for (const login of logins) this.#ended(login, day, prng)
    }
    this.#deals.flush()
    this.#closed.flush()
    for (const [trade, id] of [...positions].slice(-18)) this.#stillOpen(trade, id)
    const states = accountStateWrites(this.#db)
    for (const [login, held] of this.#held) {
      const kept = { ...emptyState(login), ...held, lastOrderId: 0, orders: 0 }
      states.set({ ...kept, balancePrevDay: held.balance, balancePrevMonth: DEPOSIT })
    }
  }

  #of(login: number): Held {
    const none = { seq: 0, balance: 0, lastDealId: 0, lastClosedId: 0, deals: 0, closed: 0, day: 0 }
    const held = this.#held.get(login) ?? none
    this.#held.set(login, held)
    return held
  }

  #deal(login: number, deal: Partial<DealEvent> & Pick<DealEvent, 'at'>): number {
    const held = this.#of(login)
    const id = ++this.#id
    const whole: DealEvent = { ...DEAL, id, orderId: id, ...deal }
    this.#deals.add(login, ++held.seq, whole, held.lastDealId)
    held.lastDealId = id
    held.deals++
    held.balance += whole.profit + whole.swap + whole.commission
    return id
  }

  #paid(login: number): void {
    const at = FIRST_DAY * DAY_MS + HOUR_MS
    const paid = { entry: 'balance', action: 'deposit', side: 0, profit: DEPOSIT } as const
    this.#deal(login, { ...paid, at, orderId: 0, positionId: 0, comment: 'Bank transfer' })
  }

  #opened({ login, symbolId, side, volume, priceOpen, commission, openedAt }: Traded): number {
    const id = this.#id + 1
    const deal = { positionId: id, symbolId, side, volume, price: priceOpen, commission } as const
    return this.#deal(login, {
      ...deal,
      entry: 'in',
      action: side === 1 ? 'buy' : 'sell',
      at: openedAt,
    })
  }

  #closing(trade: Traded, positionId: number): void {
    const { login, symbolId, side, volume, priceClose, profit, swap, closedAt, commission } = trade
    const held = this.#of(login)
    this.#deal(login, {
      positionId,
      symbolId,
      side: side === 1 ? -1 : 1,
      volume,
      price: priceClose,
      entry: 'out',
      action: side === 1 ? 'sell' : 'buy',
      profit,
      swap,
      at: closedAt,
    })
    const sums = { closedVolume: volume, profit, commission, fee: 0, swapPaid: swap }
    this.#closed.add(login, positionOf(trade, positionId, true), sums, 'client', held.lastClosedId)
    held.lastClosedId = positionId
    held.closed++
  }

  #ended(login: number, day: number, prng: Prng): void {
    const held = this.#of(login)
    const profit = prng.below(90_000) - 50_000
    const margin = 20_000 + prng.below(300_000)
    const equity = held.balance + profit
    dailyWrites(this.#db).insert({
      login,
      day,
      previousDay: held.day,
      seq: ++held.seq,
      group: GROUP,
      balance: held.balance,
      balancePrevDay: held.balance,
      balancePrevMonth: DEPOSIT,
      credit: 0,
      swap: 0,
      isValued: true,
      equity,
      margin,
      marginFree: equity - margin,
      profit,
      at: (day + 1) * DAY_MS,
      sums: { ...noDailySums(), daily_profit: profit },
    })
    held.day = day
  }

  #stillOpen(trade: Traded, id: number): void {
    const none = { closedVolume: 0, profit: 0, commission: 0, fee: 0, swapPaid: 0 }
    const open = positionOf(trade, id + ID_RANGE_LENGTH / 2, false)
    positionWrites(this.#db).upsert(trade.login, open, none)
  }
}

function positionOf(trade: Traded, id: number, isClosed: boolean): PositionEvent {
  return {
    type: 'position',
    id,
    symbolId: trade.symbolId,
    side: trade.side,
    volume: isClosed ? 0 : trade.volume,
    priceOpen: trade.priceOpen,
    priceClose: isClosed ? trade.priceClose : 0,
    rateMargin: RATE_ONE,
    swap: 0,
    openedAt: trade.openedAt,
    closedAt: isClosed ? trade.closedAt : 0,
    reason: 'client',
    comment: '',
    version: isClosed ? 2 : 1,
    ...PLAIN_POSITION,
  }
}

const DEAL: DealEvent = {
  type: 'deal',
  id: 0,
  orderId: 0,
  positionId: 0,
  symbolId: 0,
  entry: 'in',
  action: 'buy',
  side: 1,
  volume: 0,
  price: 0,
  bid: 0,
  ask: 0,
  profit: 0,
  swap: 0,
  commission: 0,
  fee: 0,
  credit: 0,
  rateProfit: RATE_ONE,
  reason: 'client',
  comment: '',
  at: 0,
  ...PLAIN_DEAL,
}
