import type { OrderEvent } from '../../engine/account/event.js'
import type { Position } from '../../engine/account/holdings/position.js'
import type { AccountProfile } from '../../engine/account/state.js'
import type { Login, Minor, Rate, UnixMs } from '../../engine/units.js'
import { accountStatesRepo, type StateRow } from '../repos/accounts/account-states.js'
import { accountsRepo, type ProfileRow } from '../repos/accounts/accounts.js'
import { dealsRepo } from '../repos/trades/deals.js'
import { openOrdersRepo } from '../repos/trades/open-orders.js'
import { type OpenPositionRow, positionsRepo } from '../repos/trades/positions.js'
import { projectionRepo } from '../repos/trades/projection.js'
import { REQUEST_KEY_MS, requestKeysRepo, type StoredKey } from '../repos/trades/request-keys.js'
import type { Sqlite } from '../sqlite/open.js'

/**
 * The rows that a shard loads at its start. They are delivered one by one in this order: all
 * accounts, then open positions and orders, then request keys and cover. The shard itself replays
 * its log after `cursor`.
 *
 *   - Everything is read in one transaction, so rows and cursor match.
 *   - The transaction is open until the last row was delivered, so it needs a separate connection.
 */
export interface RecoverySink {
  account(profile: AccountProfile, state: RecoveredState): void
  position(login: Login, position: Position): void
  order(login: Login, order: OrderEvent): void
  /** The net volume of a symbol that providers bought for the account; negative if they sold. */
  cover(login: Login, symbolId: number, volume: number): void
  /**
   * `hash` is the hash of the key, with or without the secret (engine/numbers/request-key-hash.ts).
   */
  requestKey: StoredKey
}

/** The same object is passed in each call, so copy the values to keep. */
export interface RecoveredState {
  balance: Minor
  credit: Minor
  seq: number
  lastRecordSeq: number
  commissionDue: Minor
  inMarginCall: boolean
  day: number
  balancePrevDay: Minor
  balancePrevMonth: Minor
  firstAt: UnixMs
  nightThrough: number
}

export interface RecoveryCounts {
  /** The seq of the shard's newest record in the tables. The shard replays its log after it. */
  readonly cursor: number
  /** The newest change of any account in the rows. */
  readonly accountChange: number
  readonly accounts: number
  readonly positions: number
}

export function recoverShard(
  db: Sqlite,
  shard: number,
  shards: number,
  now: UnixMs,
  sink: RecoverySink,
): RecoveryCounts {
  db.exec('BEGIN')
  try {
    const counts = {
      cursor: projectionRepo(db).cursor(shard),
      accountChange: accountsRepo(db).newestChange(),
      accounts: loadAccounts(db, shard, shards, sink),
      positions: loadPositions(db, shard, shards, sink),
    }
    for (const [login, order] of openOrdersRepo(db).ofShard(shard, shards)) sink.order(login, order)
    requestKeysRepo(db).ofShard(shard, now - REQUEST_KEY_MS, sink.requestKey)
    for (const { login, symbolId, volume } of dealsRepo(db).coversOfShard(shard, shards)) {
      sink.cover(login, symbolId, volume)
    }
    return counts
  } finally {
    db.exec('COMMIT')
  }
}

/**
 * Converts accounts' rows for shards. 0 means that the account uses its group's value, which is
 * read from the settings when needed. So a change of a group applies to all its accounts.
 */
export class Profiles {
  /** Keeps one string per group, because a million rows contain its path. */
  readonly #paths = new Map<string, string>()

  fromRow(row: ProfileRow): AccountProfile {
    return {
      login: row[0],
      group: this.#pathOf(row[1]),
      leverage: row[2],
      enabled: row[3] === 1,
      trading_enabled: row[4] === 1,
      limit_positions: row[5],
      limit_orders: row[7],
      archived: row[6] !== null,
      self_opened: row[8] === 1,
    }
  }

  #pathOf(path: string): string {
    const known = this.#paths.get(path)
    if (known === undefined) this.#paths.set(path, path)
    return known ?? path
  }
}

function loadAccounts(db: Sqlite, shard: number, shards: number, sink: RecoverySink): number {
  const profiles = new Profiles()
  const states = accountStatesRepo(db).ofShard(shard, shards)
  const state: RecoveredState = {
    balance: 0,
    credit: 0,
    seq: 0,
    lastRecordSeq: 0,
    commissionDue: 0,
    inMarginCall: false,
    day: 0,
    balancePrevDay: 0,
    balancePrevMonth: 0,
    firstAt: 0,
    nightThrough: 0,
  }
  let next: IteratorResult<StateRow, undefined> = states.next()
  let count = 0
  for (const row of accountsRepo(db).profilesOfShard(shard, shards)) {
    while (!next.done && next.value[0] < row[0]) next = states.next()
    const stored = !next.done && next.value[0] === row[0] ? next.value : undefined
    state.balance = stored?.[1] ?? 0
    state.credit = stored?.[2] ?? 0
    state.seq = stored?.[3] ?? 0
    state.lastRecordSeq = stored?.[4] ?? 0
    state.commissionDue = stored?.[5] ?? 0
    state.inMarginCall = stored?.[6] === 1
    state.day = stored?.[7] ?? 0
    state.balancePrevDay = stored?.[8] ?? 0
    state.balancePrevMonth = stored?.[9] ?? 0
    state.firstAt = stored?.[10] ?? 0
    state.nightThrough = stored?.[11] ?? 0
    sink.account(profiles.fromRow(row), state)
    count++
  }
  return count
}

function loadPositions(db: Sqlite, shard: number, shards: number, sink: RecoverySink): number {
  const rates = new Map<string, Rate>()
  const texts = new Map<string, string>()
  let count = 0
  for (const row of positionsRepo(db).rowsOfShard(shard, shards)) {
    sink.position(row[1], positionFromRow(row, rates, texts))
    count++
  }
  return count
}

const REMEMBERED_MAX = 10_000

function positionFromRow(
  row: OpenPositionRow,
  rates: Map<string, Rate>,
  texts: Map<string, string>,
): Position {
  return {
    id: row[0],
    symbolId: row[2],
    side: row[3],
    volume: row[4],
    priceOpen: row[5],
    rateMargin: remembered(rates, row[6], BigInt),
    swap: row[7],
    openedAt: row[8],
    reason: remembered(texts, row[9], String) as Position['reason'],
    comment: remembered(texts, row[10], String),
    version: row[11],
    stopLoss: row[12],
    takeProfit: row[13],
    trailingPts: row[14],
    openRest: row[15],
    dealer: row[16],
  }
}

/** Returns one shared value for equal texts while they are cached. */
function remembered<T>(known: Map<string, T>, text: string, make: (text: string) => T): T {
  let value = known.get(text)
  if (value === undefined) {
    value = make(text)
    if (known.size < REMEMBERED_MAX) known.set(text, value)
  }
  return value
}
