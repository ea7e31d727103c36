import t from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts.js'
import { recoverCore } from '../../../actors/shard/recovery.js'
import {
  SYMBOL_USE_BYTES,
  SymbolClaims,
  SymbolFence,
} from '../../../actors/shared/symbol-claims.js'
import { accountsRepo } from '../../../storage/repos/accounts.js'
import { LOGIN } from '../../given/account.js'
import { givenBook, HEDGING, symbolIn } from '../../given/book.js'
import { openTables, projectAll, projector } from '../../given/projection.js'
import { OUT, ProviderFloor } from '../../given/provider-floor.js'
import { GivenShard } from '../../given/shard.js'

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
