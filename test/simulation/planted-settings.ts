import type { GivenShard } from '../given/floors/shard.js'
import { goingBy, groupsBy, symbolsBy } from './planting.js'
import { rare, type Sabotage } from './sabotage.js'

/** Mistakes in what settings allow: levels, limits, access, and the rules of routing. */
export function plantedInSettings(): Sabotage[] {
  return [
    symbolsBy('what is frozen may be touched', () => ({ freeze_level_pts: 0 })),
    symbolsBy('stops may be at the market', () => ({ stops_level_pts: 0 })),
    rare(
      symbolsBy('a hundredth of a lot more than the limit is taken', ({ volume_limit: limit }) => {
        return { volume_limit: Number(limit) === 0 ? limit : (Number(limit) + 0.01).toFixed(2) }
      }),
    ),
    symbolsBy('the smallest volume is half of what it must be', () => ({ volume_min: '0.005' })),
    rare(symbolsBy('every filling is taken', () => ({ filling: ['fok', 'ioc', 'return'] }))),
    symbolsBy('every expiration is taken', () => ({
      expiration: ['gtc', 'day', 'specified', 'specified_day'],
    })),
    symbolsBy('every kind of order is taken', () => ({
      order_kinds: ['market', 'limit', 'stop', 'stop_limit'],
    })),
    symbolsBy('who may only close opens', ({ trade_access: access }) => {
      return { trade_access: access === 'close_only' ? 'full' : access }
    }),
    symbolsBy('an instant execution is one at the market', ({ execution }) => {
      return { execution: execution === 'instant' ? 'market' : execution }
    }),
    goingBy('the first rule of routing is passed over', ({ routing }) => {
      return { routing: routing.slice(-1) }
    }),
    rare({ name: 'one position more than the limit is opened', built: (rig) => raise(rig, 1, 0) }),
    rare({ name: 'one order more than the limit rests', built: (rig) => raise(rig, 0, 1) }),
    groupsBy('a group sees the listed prices', () => ({ symbols: [] })),
    rare({ name: 'levels stay where they were under other differences', built: leaveLevels }),
    { name: 'what has an old price is traded', built: forgetAges },
    symbolsBy('orders fire while trading is closed', () => ({ sessions: [] })),
    { name: 'stops fire although nothing may be written', built: ignoreHalts },
  ]
}

function raise({ core }: GivenShard, positions: number, orders: number): void {
  const raised = (limit: number, by: number): number => (limit === 0 ? 0 : limit + by)
  const setProfile = core.setProfile.bind(core)
  core.setProfile = (profile) => {
    const { limit_positions, limit_orders } = profile
    setProfile({
      ...profile,
      limit_positions: raised(limit_positions, positions),
      limit_orders: raised(limit_orders, orders),
    })
  }
  for (const account of core.accounts.values()) {
    account.limitPositions = raised(account.limitPositions, positions)
    account.limitOrders = raised(account.limitOrders, orders)
  }
}

function ignoreHalts({ core }: GivenShard): void {
  core.halt = () => undefined
}

function leaveLevels({ triggers }: GivenShard): void {
  triggers.follow = () => undefined
}

function forgetAges({ core }: GivenShard): void {
  const contextOf = core.contextOf.bind(core)
  core.contextOf = (account) => {
    const context = contextOf(account)
    const quote = (symbolId: number) => {
      const held = context.prices.quote(symbolId)
      return held && { bid: held.bid, ask: held.ask, at: held.at }
    }
    return { ...context, prices: { quote } }
  }
}
