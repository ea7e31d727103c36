import { ShardTriggers } from '../../actors/shard-triggers.js'
import { TapeReader } from '../../actors/tick-tape.js'
import type {
  AccountEvent,
  DealEvent,
  OrderEvent,
  PositionEvent,
} from '../../engine/account/event.js'
import { Offers } from '../../engine/account/offers.js'
import { withPending } from '../../engine/account/pending-legs.js'
import { dropOrder, reserveOf } from '../../engine/account/resting.js'
import type { Account } from '../../engine/account/state.js'
import { type Book, compileBook } from '../../engine/book.js'
import { TriggerBook } from '../../engine/triggers/trigger-book.js'
import type { GivenShard } from '../given/shard.js'
import type { Sabotage } from './sabotage.js'

/**
 * Small mistakes in the rules of trading, made on purpose. Memory, log, tables and clients share each
 * of them, so only who works the rules out anew can find it.
 */
export function plantedInTrading(): Sabotage[] {
  return [
    levels('a stop loss fires a point late', (level) => {
      return level.kind === 'sl' ? { ...level, at: level.at + (fallsTo(level) ? -1 : 1) } : level
    }),
    levels('a take profit of a buy goes by the ask', (level) => {
      const isBuys = level.kind === 'tp' && level.side === 'bid_above'
      return isBuys ? { ...level, side: 'ask_above' } : level
    }),
    levels('an order expires a millisecond late', (level) => {
      return level.at > A_MOMENT ? { ...level, at: level.at + 1 } : level
    }),
    levels('a trailing stop follows a point late', (level) => {
      if (level.kind !== 'trailing') return level
      return { ...level, at: level.at + (level.side === 'bid_above' ? 1 : -1) }
    }),
    {
      name: 'a level stays when its position is closed',
      plant: () =>
        patched(TriggerBook.prototype, 'remove', (remove) => {
          return function (this: TriggerBook, kind, id) {
            return kind === 'sl' ? false : remove.call(this, kind, id)
          }
        }),
    },
    {
      name: 'only the newest of several ticks is looked at',
      plant: () =>
        patched(TapeReader.prototype, 'take', (take) => {
          return function (this: TapeReader) {
            let newest = take.call(this)
            for (let next = newest; next !== undefined; next = take.call(this)) newest = next
            return newest
          }
        }),
    },
    {
      name: 'recovery sets no levels of orders',
      plant: () =>
        patched(ShardTriggers.prototype, 'load', (load) => {
          return function (this: ShardTriggers, account) {
            load.call(this, { ...account, orders: new Map() })
          }
        }),
    },
    { name: 'recovery forgets the orders that rest', built: forgetOrders },
    {
      name: 'an offered price holds for eleven seconds',
      plant: () =>
        patched(Offers.prototype, 'find', (find) => {
          return function (this: Offers, login, id, now) {
            return find.call(this, login, id, now - 1000)
          }
        }),
    },
    {
      name: 'an offered price is dealt at twice',
      plant: () => patched(Offers.prototype, 'take', () => () => undefined),
    },
    acting('of a pair the other order stays', (events) => {
      return events.filter(({ type }, i) => type !== 'order' || i === 0)
    }),
    acting('an order that cannot be paid for rests on', (events) => {
      const [first] = events
      return first?.type === 'order' && first.state === 'rejected' ? undefined : events
    }),
    acting('stops do not protect who may not trade', (events, { tradingEnabled }) => {
      return !tradingEnabled && dealIn(events)?.entry === 'out' ? undefined : events
    }),
    writing('a gap fills at the level and not at the tick', (events) => {
      const deal = dealIn(events)
      const [order] = events
      if (deal?.reason !== 'activation' || order?.type !== 'order') return
      alter(deal, { price: order.price })
      for (const row of events) if (row.type === 'position') alter(row, { priceOpen: order.price })
    }),
    writing('a stop limit goes on as a stop', ([order]) => {
      if (order?.type === 'order' && order.activatedAt !== 0 && order.kind === 'limit') {
        alter(order, { kind: 'stop' })
      }
    }),
    writing('a position opens without the stops of its order', (events) => {
      if (dealIn(events)?.reason !== 'activation') return
      for (const row of events) {
        if (row.type === 'position') alter(row, { stopLoss: 0, takeProfit: 0 })
      }
    }),
    writing('both deals of a close by have the profit', (events) => {
      const [first, second] = events.filter((one): one is DealEvent => one.type === 'deal')
      if (first?.entry === 'out_by' && second !== undefined) alter(second, { profit: first.profit })
    }),
    writing('an order of a pair does not know its other', ([, second]) => {
      if (second?.type === 'order' && second.state === 'placed') alter(second, { ocoOrderId: 0 })
    }),
    writing('a change loses the expiration', ([order]) => {
      if (order?.type === 'order' && order.state === 'placed' && order.version > 1) {
        alter(order, { expiration: 'gtc', expiresAt: 0 })
      }
    }),
    writing('the margin rate of an order is that of the other side', ([order]) => {
      if (order?.type === 'order' && order.state === 'placed' && order.version === 1) {
        alter(order, { rateMargin: order.rateMargin - 1n })
      }
    }),
    writing('a position that is added to forgets what its average left', (events) => {
      if (dealIn(events)?.entry !== 'in') return
      for (const row of events) if (row.type === 'position') alter(row, { openRest: 0 })
    }),
    writing('a reversal is charged nothing', (events) => {
      const deal = dealIn(events)
      if (deal?.entry === 'inout') alter(deal, { commission: 0, commissionDue: 0 })
    }),
    writing('what is charged for a day stays due', (events) => {
      const deal = dealIn(events)
      if (deal?.action === 'commission' && deal.reason === 'system') {
        alter(deal, { commissionDue: 0 })
      }
    }),
    writing('a night costs a cent too much', (events) => {
      const [row] = events
      if (row?.type === 'position' && events.at(-1)?.type === 'day') {
        alter(row, { swap: row.swap - 1 })
      }
    }),
    { name: 'a key is not kept for an order that rests', built: forgetPlacedKeys },
    { name: 'a price beyond the deviation is dealt', built: ignorePrices },
    { name: 'a trailing stop goes back', built: trailBack },
    { name: 'an order that is done keeps its margin', record: keepMargin },
    { name: 'orders fire while trading is closed', built: openAlways },
    { name: 'stops fire although nothing may be written', built: ignoreHalts },
  ]
}

/** Moments are greater numbers than prices. */
const A_MOMENT = 1e12

type SetLevel = Parameters<TriggerBook['set']>

interface GivenLevel {
  readonly side: SetLevel[0]
  readonly at: number
  readonly kind: SetLevel[3]
}

function fallsTo({ side }: GivenLevel): boolean {
  return side.endsWith('below')
}

/** Every level is set as `change` has it. */
function levels(name: string, change: (level: GivenLevel) => GivenLevel): Sabotage {
  return {
    name,
    plant: () =>
      patched(TriggerBook.prototype, 'set', (set) => {
        return function (this: TriggerBook, side, at, login, kind, id) {
          const changed = change({ side, at, kind })
          set.call(this, changed.side, changed.at, login, kind, id)
        }
      }),
  }
}

/** Replaces a method until what it answers is called. */
function patched<Kind extends object, Name extends keyof Kind>(
  prototype: Kind,
  name: Name,
  change: (own: Kind[Name]) => Kind[Name],
): () => void {
  const own = prototype[name]
  prototype[name] = change(own)
  return () => {
    prototype[name] = own
  }
}

/** What the server does by itself is as `change` has it; undefined is nothing. */
function acting(
  name: string,
  change: (
    events: readonly AccountEvent[],
    account: Account,
  ) => readonly AccountEvent[] | undefined,
): Sabotage {
  return {
    name,
    built: ({ core }) => {
      const act = core.act.bind(core)
      core.act = (account, decide, noteOf) => {
        const other: typeof decide = (context) => {
          const events = decide(context)
          return events === undefined || 'ok' in events ? events : change(events, account)
        }
        return act(account, other, noteOf)
      }
    },
  }
}

/** Every record's events are changed before anyone sees them. */
function writing(name: string, change: (events: readonly AccountEvent[]) => void): Sabotage {
  return {
    name,
    built: ({ core: { records } }) => {
      const append = records.append.bind(records)
      records.append = (fields, take) => {
        change(fields.events)
        return append(fields, take)
      }
    },
  }
}

function dealIn(events: readonly AccountEvent[]): DealEvent | undefined {
  return events.find((event): event is DealEvent => event.type === 'deal')
}

function alter<Row extends OrderEvent | DealEvent | PositionEvent>(
  row: Row,
  change: Partial<Row>,
): void {
  Object.assign(row, change)
}

function forgetOrders({ core }: GivenShard): void {
  for (const account of core.accounts.values()) {
    for (const order of [...account.orders.values()]) dropOrder(account, order)
  }
}

function forgetPlacedKeys({ core }: GivenShard): void {
  const add = core.keys.add.bind(core.keys)
  core.keys.add = (login, key, seq, at) => {
    if (core.records.record(seq)?.code !== 'trade.placed') add(login, key, seq, at)
  }
}

function ignorePrices({ core }: GivenShard): void {
  const trade = core.trade.bind(core)
  core.trade = (account, parsed, noteOf) => {
    const { request } = parsed
    const isMarket = request.kind === 'open' || request.kind === 'close'
    return trade(
      account,
      isMarket ? { ...parsed, request: { ...request, price: '' } } : parsed,
      noteOf,
    )
  }
}

/** A point, with every move. */
function trailBack({ core: { records } }: GivenShard): void {
  const append = records.append.bind(records)
  records.append = (fields, take) => {
    const [row, ...others] = fields.events
    const isTrailed = row?.type === 'position' && row.trailingPts !== 0 && others.length === 0
    if (isTrailed && fields.requestKey === '') alter(row, { stopLoss: row.stopLoss - row.side })
    return append(fields, take)
  }
}

function keepMargin(
  account: Account,
  { events }: { readonly events: readonly AccountEvent[] },
): void {
  const [order] = events
  if (order?.type !== 'order' || order.state !== 'cancelled') return
  const legs = account.pending.get(order.symbolId) ?? []
  account.pending.set(order.symbolId, withPending(legs, reserveOf(order)))
}

function openAlways({ core }: GivenShard): void {
  const setBook = core.setBook.bind(core)
  core.setBook = (book) => setBook(withoutHours(book))
  core.setBook(core.book)
}

function withoutHours({ records }: Book): Book {
  const symbols = records.symbols.map((symbol) => ({ ...symbol, sessions: [] }))
  return compileBook({ ...records, symbols })
}

function ignoreHalts({ core }: GivenShard): void {
  core.halt = () => undefined
}
