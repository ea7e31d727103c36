import t from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import { recoverCore } from '../../../actors/shard/recovery.js'
import {
  SYMBOL_USE_BYTES,
  SymbolClaims,
  SymbolFence,
} from '../../../actors/shared/symbol-claims.js'
import type { LogEntry } from '../../../storage/log/log.js'
import { accountStateWrites } from '../../../storage/repos/accounts/account-state-writes.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import { LOGIN } from '../../given/account.js'
import { givenBook, HEDGING, symbolIn } from '../../given/book.js'
import { OUT, ProviderFloor } from '../../given/floors/provider-floor.js'
import { depositAsk, GivenShard, tradingShard } from '../../given/floors/shard.js'
import { HandClock } from '../../given/hand-clock.js'
import { MemoryDisk, openMemoryLog } from '../../given/memory-log.js'
import { QUOTED_AT } from '../../given/prices.js'
import { accountDigest } from '../../given/records/account-digest.js'
import { openTables, projectAll, projector } from '../../given/records/projection.js'

const OTHER = 1002

t.test(
  'what accounts hold by the tables alone is traded before: it goes on while its symbol is changed',
  (t) => {
    const floor = new ProviderFloor()
    floor.send(OUT)
    floor.fill(floor.placed, '1', '1.17010')
    floor.send({ ...OUT, symbol: 'USDJPY' })
    const tables = openTables(t.testdir())
    t.teardown(() => void tables.close())
    const { log, clock, disk, counters } = floor.shard
    accountsRepo(tables).insert(accountWithDefaults({ login: LOGIN, group: HEDGING }), clock.at)
    projectAll(projector(tables, [log]), Number.MAX_SAFE_INTEGER)
    const memory = new SharedArrayBuffer(SYMBOL_USE_BYTES)
    const claims = new SymbolClaims(memory)
    const book = givenBook()
    const parts = { book, prices: floor.prices, log, clock, disk, counters, symbols: claims }
    const place = { shard: 0, shards: 1, now: clock.at }
    const again = new GivenShard(parts)
    const { positions, replayed } = recoverCore(again.core, tables, log, place)
    t.same([positions, replayed], [1, 0])
    t.equal(again.account(LOGIN).orders.size, 1, 'the one that waits at the provider')
    const ids = ['EURUSD', 'USDJPY', 'XAUUSD'].map((name) => symbolIn(book, name).id)
    let version = book.version
    new SymbolFence(memory).duringAll(
      ids,
      () => version,
      () => version++,
    )
    t.same(
      ids.map((id) => claims.claim(id, book.version)),
      [true, true, false],
      'held, on its way, never traded',
    )
    t.end()
  },
)

/** Two accounts with records in entries of two, and tables that have all of them up to `projected`. */
function kept(directory: string, projected: number) {
  const shard = tradingShard().profile({ login: OTHER })
  const { disk, clock, log } = shard
  for (const login of [OTHER, LOGIN]) {
    clock.at += 1_000
    shard.turn(() => {
      for (const id of ['a', 'b']) shard.ask(0, depositAsk(login, '5', `${login}-${id}`))
    })
  }
  const tables = openTables(directory)
  for (const login of [LOGIN, OTHER]) {
    accountsRepo(tables).insert(accountWithDefaults({ login, group: HEDGING }), clock.at)
  }
  projectAll(projector(tables, [log]), projected)
  const accounts = [LOGIN, OTHER].map((login) => accountDigest(shard.account(login)))
  return { entries: disk.entries, tables, accounts, newestAt: shard.records().at(-1)?.at ?? 0 }
}

/** A shard that reads the tables and these entries of the log, on a clock that was set back. */
function started(tables: Sqlite, entries: readonly LogEntry[]) {
  const disk = new MemoryDisk()
  for (const { firstSeq, bytes } of entries) disk.write(firstSeq, bytes)
  const log = openMemoryLog(disk)
  const shard = new GivenShard({ disk, log, clock: new HandClock(QUOTED_AT - 60_000) })
  const told = recoverCore(shard.core, tables, log, { shard: 0, shards: 1, now: QUOTED_AT })
  return { shard, told }
}

t.test('what the tables do not have is read from the log, from the middle of an entry on', (t) => {
  for (const projected of [2, 4, 5]) {
    const { tables, entries, accounts, newestAt } = kept(t.testdir(), projected)
    const { shard, told } = started(tables, entries)
    t.match(told, { accounts: 2, replayed: 5 - projected, newest: 5 }, `up to ${projected}`)
    t.same(
      [LOGIN, OTHER].map((login) => accountDigest(shard.account(login))),
      accounts,
    )
    t.equal(shard.core.now, newestAt, 'time does not go back')
    tables.close()
  }
  t.end()
})

t.test('an account is as its row says, in each of its parts', (t) => {
  const { tables, entries } = kept(t.testdir(), 5)
  const state = {
    balance: 11,
    credit: 12,
    seq: 13,
    commissionDue: -14,
    inMarginCall: true,
    day: 15,
    balancePrevDay: 16,
    balancePrevMonth: 17,
    firstAt: 18,
    nightThrough: 19,
  }
  const chains = { orders: 0, deals: 0, closed: 0, lastOrderId: 0, lastDealId: 0, lastClosedId: 0 }
  accountStateWrites(tables).set({ login: LOGIN, recordSeq: 2, ...state, ...chains })
  const { shard } = started(tables, entries)
  t.match(shard.account(LOGIN), { login: LOGIN, lastRecordSeq: 2, ...state })
  tables.close()
  t.end()
})

t.test(
  'a log that ends before what the tables have is damaged, and no shard starts with it',
  (t) => {
    const { tables, entries } = kept(t.testdir(), 5)
    const why = 'ends at record 3, but the tables hold record 5'
    t.throws(() => started(tables, entries.slice(0, -1)), {
      name: 'BadRecordError',
      message: new RegExp(why),
    })
    t.throws(() => started(tables, []), { name: 'BadRecordError', message: /ends at record 0/ })
    tables.close()
    t.end()
  },
)
