import { Triggers } from '../../actors/shard/triggers.js'
import { TapeReader } from '../../actors/shared/tick-tape.js'
import { dropOrder } from '../../engine/account/holdings/hold-order.js'
import { Offers } from '../../engine/account/rules/offers.js'
import { TriggerBook } from '../../engine/triggers/trigger-book.js'
import type { GivenShard } from '../given/floors/shard.js'
import { acting, alter, dealIn, type GivenLevel, levels, patched, writing } from './planting.js'
import { rare, type Sabotage } from './sabotage.js'

/** Mistakes in orders that rest, wait for their price, expire and go with another. */
export function plantedInOrders(): Sabotage[] {
  return [
    rare(
      levels('a stop loss fires a point late', (level) => {
        return level.kind === 'sl' ? { ...level, at: level.at + (fallsTo(level) ? -1 : 1) } : level
      }),
    ),
    levels('a take profit of a buy goes by the ask', (level) => {
      const isBuys = level.kind === 'tp' && level.side === 'bid_above'
      return isBuys ? { ...level, side: 'ask_above' } : level
    }),
    levels('a buy stop waits for the bid', (level) => {
      const isBuys = level.kind === 'order' && level.side === 'ask_above'
      return isBuys ? { ...level, side: 'bid_above' } : level
    }),
    levels('a sell limit waits for the ask', (level) => {
      const isSells = level.kind === 'order' && level.side === 'bid_above'
      return isSells && level.at < A_MOMENT ? { ...level, side: 'ask_above' } : level
    }),
    rare(
      levels('a stop loss of a sell goes by the bid', (level) => {
        const isSells = level.kind === 'sl' && level.side === 'ask_above'
        return isSells ? { ...level, side: 'bid_above' } : level
      }),
    ),
    levels('an order expires a millisecond late', (level) => {
      return level.at > A_MOMENT ? { ...level, at: level.at + 1 } : level
    }),
    rare(
      levels('a trailing stop follows a point late', (level) => {
        if (level.kind !== 'trailing') return level
        return { ...level, at: level.at + (level.side === 'bid_above' ? 1 : -1) }
      }),
    ),
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
        patched(Triggers.prototype, 'load', (load) => {
          return function (this: Triggers, account) {
            load.call(this, { ...account, orders: new Map() })
          }
        }),
    },
    { name: 'recovery forgets the orders that rest', built: forgetOrders },
    rare({
      name: 'an offered price holds for eleven seconds',
      plant: () =>
        patched(Offers.prototype, 'find', (find) => {
          return function (this: Offers, login, id, now) {
            return find.call(this, login, id, now - 1000)
          }
        }),
    }),
    rare({
      name: 'an offered price is dealt at twice',
      plant: () => patched(Offers.prototype, 'take', () => () => undefined),
    }),
    acting('of a pair the other order stays', (events) => {
      const isFill = dealIn(events)?.reason === 'activation'
      return isFill ? events.filter(({ type }, i) => type !== 'order' || i === 0) : events
    }),
    acting('an order that cannot be paid for rests on', (events) => {
      const [first] = events
      return first?.type === 'order' && first.state === 'rejected' ? undefined : events
    }),
    rare(
      acting('stops do not protect who may not trade', (events, { tradingEnabled }) => {
        return !tradingEnabled && dealIn(events)?.entry === 'out' ? undefined : events
      }),
    ),
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
    acting('an order that has filled rests on', (events) => {
      return dealIn(events)?.reason === 'activation' ? events.slice(1) : events
    }),
    acting('the fill of an order is lost', (events) => {
      return dealIn(events)?.reason === 'activation' ? events.slice(0, 1) : events
    }),
    writing('an order of the day rests a day longer', ([order]) => {
      if (order?.type === 'order' && order.state === 'placed' && order.expiration === 'day') {
        alter(order, { expiresAt: order.expiresAt + DAY_MS })
      }
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
    { name: 'a key is not kept for an order that rests', built: forgetPlacedKeys },
    { name: 'a price beyond the deviation is dealt', built: ignorePrices },
    { name: 'a trailing stop goes back', built: trailBack },
  ]
}

/** Moments are greater numbers than prices. */
const A_MOMENT = 1e12
const DAY_MS = 86_400_000

function fallsTo({ side }: GivenLevel): boolean {
  return side.endsWith('below')
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
