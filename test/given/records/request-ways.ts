import type { RoutingRuleRecord } from '../../../engine/config/records/routing-rule.js'
import { DEALER_ANSWER_MS, DEALER_QUEUE_MS } from '../../../engine/limits/trading.js'
import { CONFIRM, rule } from '../floors/dealing-floor.js'
import type { FateFloor } from '../floors/fate-floor.js'
import { PLACEMENT_MS } from '../floors/provider-floor.js'

const DEALERS = rule({})
const DELAY = rule({ id: 2, position: 0, action: 'delay', action_value: '400' })
const PROVIDER = rule({ id: 5, action: 'gateway', dealers: [3] })
const REJECT = rule({ id: 6, action: 'reject', action_value: 'not today' })

/** A way in which a request is decided, and its answer; empty is a success. */
export interface Way {
  readonly name: string
  readonly routing: readonly RoutingRuleRecord[]
  readonly code?: string
  /** True for requests that trade alone: the others need no provider. */
  readonly tradesOnly?: boolean
  /** The socket that asked, or all sockets, end meanwhile. */
  readonly ends?: 'socket' | 'shard'
  act(floor: FateFloor): Promise<void> | void
}

export const WAYS: readonly Way[] = [
  { name: 'at once', routing: [CONFIRM], act: () => undefined },
  { name: 'rejected by a rule', routing: [REJECT], code: 'trade.rejected', act: () => undefined },
  { name: 'after a delay', routing: [DELAY, CONFIRM], act: ({ floor }) => floor.pass(400) },
  {
    name: 'after a delay, by a dealer',
    routing: [DELAY, DEALERS],
    async act({ floor, deal }) {
      floor.pass(400)
      await deal('confirm')
    },
  },
  { name: 'by a dealer', routing: [DEALERS], act: ({ deal }) => deal('confirm') },
  {
    name: 'rejected by a dealer',
    routing: [DEALERS],
    code: 'trade.rejected',
    act: ({ deal }) => deal('reject'),
  },
  {
    name: 'given back, and then confirmed',
    routing: [DEALERS],
    async act({ deal }) {
      await deal('return')
      await deal('confirm')
    },
  },
  {
    name: 'nobody takes it',
    routing: [DEALERS],
    code: 'trade.timeout',
    act: ({ floor }) => floor.pass(DEALER_QUEUE_MS),
  },
  {
    name: 'taken and left',
    routing: [DEALERS],
    code: 'trade.timeout',
    async act({ floor, deal }) {
      await deal('take')
      floor.pass(DEALER_ANSWER_MS)
    },
  },
  {
    name: 'by a dealer, while its socket is away',
    routing: [DEALERS],
    ends: 'socket',
    act: ({ deal }) => deal('confirm'),
  },
  {
    name: 'nobody takes it, while its socket is away',
    routing: [DEALERS],
    code: 'trade.timeout',
    ends: 'socket',
    act: ({ floor }) => floor.pass(DEALER_QUEUE_MS),
  },
  {
    name: 'in the middle of a restart',
    routing: [DEALERS],
    code: 'trade.timeout',
    ends: 'shard',
    act: ({ floor }) => floor.pass(0),
  },
  {
    name: 'at a provider',
    routing: [PROVIDER],
    tradesOnly: true,
    act: ({ fill }) => fill(1),
  },
  {
    name: 'at a provider, in parts',
    routing: [PROVIDER],
    tradesOnly: true,
    act({ fill }) {
      fill(0.5)
      fill(0.5)
    },
  },
  {
    name: 'at a provider, a part of it',
    routing: [PROVIDER],
    code: 'trade.partial',
    tradesOnly: true,
    act({ fill, say }) {
      fill(0.5)
      say('cancelled')
    },
  },
  {
    name: 'rejected by a provider',
    routing: [PROVIDER],
    code: 'trade.rejected',
    tradesOnly: true,
    act: ({ say }) => say('rejected'),
  },
  {
    name: 'a provider is silent',
    routing: [PROVIDER],
    code: 'trade.timeout',
    tradesOnly: true,
    act({ floor, say }) {
      floor.pass(PLACEMENT_MS)
      say('cancelled')
    },
  },
  {
    name: 'at a provider, over a restart',
    routing: [PROVIDER],
    tradesOnly: true,
    ends: 'shard',
    act: ({ fill }) => fill(1),
  },
  {
    name: 'at a provider, while its socket is away',
    routing: [PROVIDER],
    tradesOnly: true,
    ends: 'socket',
    act: ({ fill }) => fill(1),
  },
]
