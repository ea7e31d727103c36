import { accountWithDefaults } from '../../actors/desk/accounts/accounts.js'
import { ID_RANGE_LENGTH } from '../../actors/desk/id-range.js'
import type { BookRecords } from '../../engine/config/book-records.js'
import { RATE_ONE } from '../../engine/units.js'
import { sqlitePath } from '../../storage/paths.js'
import { accountStateWrites } from '../../storage/repos/accounts/account-state-writes.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { countersRepo } from '../../storage/repos/counters.js'
import { dealWrites } from '../../storage/repos/trades/deal-writes.js'
import { openWriter } from '../../storage/sqlite/open.js'
import { emptyState } from '../../wire/account/stored-account.js'

const FIRST_LOGIN = 1_000
const GROUP = 'demo\\standard'
const DEALS_EACH = 100
const DEALS_PER_TRANSACTION = 50_000
const DAYS = 90
/** Deals lie before its end, and those that are made while the bench runs after it. */
export const LAST_DAY = '2026-03-03'
const DAY_MS = 86_400_000

export interface FilledDeals {
  /** The sum of all profits, in cents. */
  readonly profit: number
}

/**
 * Puts deals into the tables of a server that does not run, half of which open and half of which close, over three
 * months and all symbols. Each account has a hundred.
 */
export function fillDeals(dataDir: string, { symbols }: BookRecords, deals: number): FilledDeals {
  const db = openWriter(sqlitePath(dataDir))
  const accounts = Math.ceil(deals / DEALS_EACH)
  const accountRows = accountsRepo(db)
  const states = accountStateWrites(db)
  const rows = dealWrites(db)
  const counters = countersRepo(db)
  const begin = Date.parse(LAST_DAY) - (DAYS - 1) * DAY_MS
  let profit = 0
  db.transaction(() => {
    for (let i = 0; i < accounts; i++) {
      const login = FIRST_LOGIN + i
      accountRows.insert(
        accountWithDefaults({ login, group: GROUP, name: `Bench ${login}` }),
        begin,
      )
    }
    counters.setNext('login', FIRST_LOGIN + accounts)
    for (const kind of ['order', 'deal'] as const) {
      counters.setNext(kind, 1 + Math.ceil(deals / ID_RANGE_LENGTH) * ID_RANGE_LENGTH)
    }
  })()
  const add = (i: number): void => {
    const id = 1 + i
    const isClosing = Math.floor(i / accounts) % 2 === 1
    const side = i % 3 === 0 ? 1 : -1
    const gain = isClosing ? ((i * 7_919) % 20_011) - 10_000 : 0
    profit += gain
    rows.add(
      FIRST_LOGIN + (i % accounts),
      1 + Math.floor(i / accounts),
      {
        type: 'deal',
        id,
        orderId: id,
        positionId: isClosing ? id - accounts : id,
        symbolId: symbols[i % symbols.length]?.id ?? 1,
        entry: isClosing ? 'out' : 'in',
        action: side === 1 ? 'buy' : 'sell',
        side,
        volume: 1_000_000 * (1 + (i % 9)),
        price: 110_000 + (i % 1_000),
        bid: 110_000 + (i % 1_000),
        ask: 110_007 + (i % 1_000),
        profit: gain,
        swap: isClosing ? -(i % 50) : 0,
        commission: -(i % 30),
        fee: 0,
        credit: 0,
        rateProfit: isClosing ? RATE_ONE : 0n,
        reason: 'client',
        comment: '',
        at: begin + Math.floor((i * DAYS * DAY_MS) / deals),
        volumeClosed: 0,
        commissionDue: 0,
        dealer: 0,
        externalId: '',
        clientOrderId: `bench-${i}`,
      },
      i < accounts ? 0 : id - accounts,
    )
  }
  for (let first = 0; first < deals; first += DEALS_PER_TRANSACTION) {
    db.transaction(() => {
      for (let i = first; i < Math.min(deals, first + DEALS_PER_TRANSACTION); i++) add(i)
      rows.flush()
    })()
  }
  db.transaction(() => {
    for (let i = 0; i < accounts; i++) {
      const own = Math.floor((deals - 1 - i) / accounts) + 1
      states.set({
        ...emptyState(FIRST_LOGIN + i),
        balance: 100_000_000,
        credit: 0,
        seq: own,
        recordSeq: 0,
        lastOrderId: 0,
        lastDealId: i + 1 + (own - 1) * accounts,
        lastClosedId: 0,
        orders: 0,
        deals: own,
        closed: 0,
      })
    }
  })()
  db.close()
  return { profit }
}
