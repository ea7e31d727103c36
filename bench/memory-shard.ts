import { ShardCore } from '../actors/shard/core.js'
import { createSharedBuffers, SharedCounters } from '../actors/shared/shared-state.js'
import { SymbolClaims } from '../actors/shared/symbol-claims.js'
import { systemClock } from '../actors/thread/clock.js'
import type { TradeRequest } from '../engine/account/request.js'
import type { Account } from '../engine/account/state.js'
import type { Book } from '../engine/book/compiled.js'
import type { Prices } from '../engine/book/prices.js'
import { keySecretOf } from '../engine/numbers/request-key-hash.js'
import type { Log } from '../storage/log/log.js'

/** A shard's accounts over a log that keeps nothing: what an order costs beside frames and disk. */
export function memoryShard(book: Book, prices: Prices): ShardCore {
  const core = new ShardCore({
    shard: 0,
    log: FORGETFUL,
    counters: new SharedCounters(createSharedBuffers(), 1),
    symbols: new SymbolClaims(),
    clock: systemClock(),
    prices,
    book,
    keySecret: keySecretOf('0123456789abcdef'),
    askIds: () => undefined,
    onRecord: () => undefined,
    onDealing: () => undefined,
    onDamage: () => undefined,
    onFailure: (what, _login, error) => {
      throw new Error(`${what} failed`, { cause: error })
    },
    onSetAside: (login, why) => {
      throw new Error(`account ${login} is set aside`, { cause: why })
    },
  })
  for (const kind of ['order', 'deal'] as const) core.grantIds({ kind, next: 1, end: 2 ** 40 })
  return core
}

const FORGETFUL: Log = {
  commit: () => undefined,
  begin: () => false,
  settle: () => undefined,
  read: () => [],
  entryHolding: () => undefined,
  first: () => undefined,
  last: () => undefined,
  trim: () => 0,
  prepare: () => undefined,
  close: async () => undefined,
}

/** The id of the position that it opens or closes; throws where it is refused. */
export function trade(core: ShardCore, account: Account, request: TradeRequest): number {
  const outcome = core.trade(account, { ok: true, request, requestKey: '', digest: 0 })
  if (outcome === 'waits') throw new Error('the order waits for somebody')
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`)
  const position = outcome.record.events.find((event) => event.type === 'position')
  if (position === undefined) throw new Error('an order for a position makes or ends one')
  return position.id
}
