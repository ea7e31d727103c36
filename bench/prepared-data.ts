import { accountWithDefaults } from '../actors/desk/accounts/accounts.js'
import { DeskClient } from '../actors/desk/desk-client.js'
import { ShardCore } from '../actors/shard/core.js'
import { createSharedBuffers, SharedCounters } from '../actors/shared/shared-state.js'
import { SymbolClaims } from '../actors/shared/symbol-claims.js'
import { systemClock } from '../actors/thread/clock.js'
import { RIGHTS } from '../engine/access/rights.js'
import type { RequestSource, TradeRequest } from '../engine/account/request.js'
import { compileBook } from '../engine/book/book.js'
import type { Prices } from '../engine/book/prices.js'
import { isRefusal } from '../engine/code.js'
import type { BookRecords } from '../engine/config/book-records.js'
import { keySecretOf } from '../engine/numbers/request-key-hash.js'
import { RATE_ONE } from '../engine/units.js'
import { openLmdbLog } from '../storage/log/lmdb-log.js'
import { logDirectory, sqlitePath } from '../storage/paths.js'
import { accountStateWrites } from '../storage/repos/accounts/account-state-writes.js'
import { accountsRepo } from '../storage/repos/accounts/accounts.js'
import { positionWrites } from '../storage/repos/trades/position-writes.js'
import { openWriter, type Sqlite } from '../storage/sqlite/open.js'
import { PLAIN_CLOSE, PLAIN_OPEN, PLAIN_POSITION } from '../test/given/plain.js'
import { emptyState } from '../wire/account/stored-account.js'

/**
 * Data directories as a server with a past would have left them, made by the product's own parts.
 */
export const SECRET_KEY = new Uint8Array(32).fill(7)
/** All accounts in one log: what a start takes is then not divided among threads. */
export const SHARDS = 1

const FIRST_LOGIN = 1_000
const GROUP = 'demo\\standard'
const DEPOSIT_MINOR = 100_000_000
const VOLUME_UNITS = 1_000_000
const BID_PTS = 110_000
const ASK_PTS = 110_007
const ROWS_PER_TRANSACTION = 50_000
/** Records of one turn, as a busy shard has them. */
const RECORDS_PER_TURN = 64

/** An empty directory with the demo set in its database. */
export async function seedDirectory(dataDir: string): Promise<BookRecords> {
  const deaths: Error[] = []
  const desk = new DeskClient(
    {
      dataDir,
      shards: SHARDS,
      buffers: createSharedBuffers(),
      clockOffsetMs: 0,
      demo: true,
      administratorRights: RIGHTS,
      utcOffsetMin: 0,
      secretKey: SECRET_KEY,
      outboundAllow: [],
    },
    systemClock(),
    { onDeath: (why) => deaths.push(why) },
  )
  await desk.ready
  const book = await desk.ask('config.records', null)
  await desk.stop()
  if (!book.ok) throw new Error(book.message)
  if (deaths[0] !== undefined) throw deaths[0]
  return book.value
}

/**
 * Accounts with money, and positions shared out among them in turn. All projected; an empty log.
 */
export function fillTables(
  dataDir: string,
  book: BookRecords,
  counts: { readonly accounts: number; readonly positions: number },
): void {
  const db = openWriter(sqlitePath(dataDir))
  const at = Date.now()
  const symbolIds = book.symbols.map((symbol) => symbol.id)
  const states = accountStateWrites(db)
  const positions = positionWrites(db)
  const perAccount = Math.ceil(counts.positions / counts.accounts)
  insertAccounts(db, counts.accounts)
  inTransactions(db, counts.accounts, (i) => {
    states.set({
      ...emptyState(FIRST_LOGIN + i),
      balance: DEPOSIT_MINOR,
      credit: 0,
      seq: 1 + 3 * perAccount,
      recordSeq: 0,
      lastOrderId: 0,
      lastDealId: 0,
      lastClosedId: 0,
      orders: 0,
      deals: 0,
      closed: 0,
    })
  })
  const noSums = { closedVolume: 0, profit: 0, commission: 0, fee: 0, swapPaid: 0 }
  inTransactions(db, counts.positions, (i) => {
    const position = {
      type: 'position',
      id: 1 + i,
      symbolId: symbolIds[i % symbolIds.length] as number,
      side: i % 2 === 0 ? 1 : -1,
      volume: VOLUME_UNITS,
      priceOpen: BID_PTS + (i % 100),
      priceClose: 0,
      rateMargin: RATE_ONE + BigInt(i % 1000),
      swap: 0,
      openedAt: at,
      closedAt: 0,
      reason: 'client',
      comment: '',
      version: 1,
      ...PLAIN_POSITION,
    } as const
    positions.upsert(FIRST_LOGIN + (i % counts.accounts), position, noSums)
  })
  db.close()
}

/**
 * A log of `records` records that no table has yet: deposits first, then orders that open and
 * close.
 */
export async function fillLog(
  dataDir: string,
  book: BookRecords,
  counts: { readonly accounts: number; readonly records: number },
): Promise<void> {
  const db = openWriter(sqlitePath(dataDir))
  insertAccounts(db, counts.accounts)
  db.close()
  const log = openLmdbLog({ directory: logDirectory(dataDir, 0) })
  const core = new ShardCore({
    shard: 0,
    log,
    counters: new SharedCounters(createSharedBuffers(), SHARDS),
    symbols: new SymbolClaims(),
    clock: systemClock(),
    prices: FLAT_PRICES,
    book: compileBook(book),
    keySecret: keySecretOf('0123456789abcdef'),
    askIds: () => undefined,
    onRecord: () => undefined,
    onDealing: () => undefined,
    onDamage: () => undefined,
    onFailure: () => undefined,
    onSetAside: (login, why) => {
      throw new Error(`account ${login} is set aside`, { cause: why })
    },
  })
  for (const kind of ['order', 'deal'] as const) {
    // A few more than it needs: a shard wants to have enough for whatever one request may take.
    core.grantIds({ kind, next: 1, end: 100 + counts.records })
  }
  for (let i = 0; i < counts.accounts; i++) core.setProfile(profileOf(FIRST_LOGIN + i))
  for (let done = 0; done < counts.records; ) {
    core.beginTurn()
    const end = Math.min(counts.records, done + RECORDS_PER_TURN)
    for (; done < end; done++) append(core, counts.accounts, done)
    core.records.commit()
  }
  await log.close()
}

const FLAT_PRICES: Prices = { quote: () => ({ bid: BID_PTS, ask: ASK_PTS, at: Date.now() }) }

function append(core: ShardCore, accounts: number, number: number): void {
  // First each account in turn, then as orders come: those that open and those that close in any order.
  const turn = number < accounts ? number : Math.imul(number, 2_654_435_761) >>> 0
  const account = core.account(FIRST_LOGIN + (turn % accounts))
  if (isRefusal(account)) throw new Error(account.message)
  const { login } = account
  const outcome =
    number < accounts
      ? core.balance(account, depositOf(login), `b:${number}`, number)
      : core.trade(account, {
          ok: true,
          request: orderOf(account.positions.keys()[0], sourceOf(login, number)),
          requestKey: `o:${nameOf(number)}`,
          digest: number,
        })
  if (outcome === 'waits') throw new Error(`record ${number} waits for somebody`)
  if (!outcome.ok) throw new Error(`record ${number}: ${outcome.code} ${outcome.message}`)
}

function depositOf(login: number): Parameters<ShardCore['balance']>[1] {
  return {
    kind: 'balance',
    login,
    action: 'deposit',
    amount: DEPOSIT_MINOR,
    comment: '',
    skipMarginCheck: false,
    dealer: 0,
  }
}

/** A name as clients give it: 19 characters. */
function nameOf(number: number): string {
  return `bench-${String(number).padStart(13, '0')}`
}

/** One session an account, with an id as long as those of sessions are. */
function sourceOf(login: number, number: number): RequestSource {
  return { clientOrderId: nameOf(number), session: `desktop:${String(login).padStart(22, 's')}` }
}

/** Closes the position there is, or opens one. */
function orderOf(openPosition: number | undefined, source: RequestSource): TradeRequest {
  if (openPosition !== undefined) {
    return { kind: 'close', positionId: openPosition, volume: 0, ...PLAIN_CLOSE, source }
  }
  return {
    kind: 'open',
    symbol: 'EURUSD',
    side: 1,
    volume: VOLUME_UNITS,
    ...PLAIN_OPEN,
    source,
  }
}

/** Some benches let one account hold more than the demo set's groups do. */
const LIMIT = 1_000_000

export function profileOf(login: number): Parameters<ShardCore['setProfile']>[0] {
  return {
    login,
    group: GROUP,
    leverage: 100,
    enabled: true,
    trading_enabled: true,
    limit_positions: LIMIT,
    limit_orders: LIMIT,
    archived: false,
  }
}

function insertAccounts(db: Sqlite, count: number): void {
  const accounts = accountsRepo(db)
  const at = Date.now()
  inTransactions(db, count, (i) => {
    const login = FIRST_LOGIN + i
    accounts.insert(accountWithDefaults({ login, group: GROUP, name: `Bench ${login}` }), at)
  })
}

function inTransactions(db: Sqlite, count: number, insert: (index: number) => void): void {
  for (let first = 0; first < count; first += ROWS_PER_TRANSACTION) {
    const end = Math.min(count, first + ROWS_PER_TRANSACTION)
    db.transaction(() => {
      for (let i = first; i < end; i++) insert(i)
    })()
  }
}
