import t from 'tap'
import type { RoutingRuleRecord } from '../../../engine/config/records/routing-rule.js'
import { DEALER_QUEUE_MS } from '../../../engine/limits/trading.js'
import { CONFIRM, rule } from '../../given/floors/dealing-floor.js'
import { FateFloor } from '../../given/floors/fate-floor.js'
import { checkFate } from '../../given/records/final-events.js'
import { KINDS, LIMIT } from '../../given/records/request-kinds.js'
import { WAYS } from '../../given/records/request-ways.js'

// Goal: whatever a request meets on its way, who asked hears one reply, and every socket of the account
// one final event of its order, with the ids that the reply has; a repeat hears the same and does nothing.

for (const mode of ['hedging', 'netting'] as const) {
  t.test(`one reply and one final event of every request, on ${mode} accounts`, async (t) => {
    let serial = 0
    for (const way of WAYS) {
      const floor = await FateFloor.start(t, mode)
      for (const kind of KINDS) {
        if (kind.hedgingOnly === true && mode === 'netting') continue
        if (way.tradesOnly === true && !/^(open|close$|close a)/.test(kind.name)) continue
        try {
          await floor.go(kind, way, ++serial)
        } catch (error) {
          t.fail(`${kind.name}, ${way.name}: ${String(error).slice(0, 2600)}`)
        }
      }
      floor.floor.settle()
    }
    t.ok(serial > 100, `${serial} requests`)
  })
}

/** The way in which an order that rests comes to its end. */
interface End {
  readonly name: string
  readonly state: 'filled' | 'rejected' | 'cancelled' | 'expired'
  readonly routing?: readonly RoutingRuleRecord[]
  readonly body?: object
  readonly restarts?: boolean
  act(floor: FateFloor, id: number): Promise<void> | void
}

const OWN = { request_kinds: ['activate'] } as const
const ASKED = [rule(OWN), CONFIRM]
const SENT = [rule({ ...OWN, action: 'gateway', dealers: [3] }), CONFIRM]
const reached = ({ floor }: FateFloor): void => floor.tick('EURUSD', '1.09980', '1.09990')

const ENDS: readonly End[] = [
  { name: 'its price comes', state: 'filled', act: reached },
  {
    name: 'its price comes after a restart',
    state: 'filled',
    restarts: true,
    act(given) {
      given.floor.restart()
      reached(given)
    },
  },
  {
    name: 'a dealer confirms it',
    state: 'filled',
    routing: ASKED,
    async act(given) {
      reached(given)
      await given.deal('confirm')
    },
  },
  {
    name: 'a dealer confirms it when it comes again',
    state: 'filled',
    routing: ASKED,
    async act(given) {
      reached(given)
      given.floor.pass(DEALER_QUEUE_MS)
      reached(given)
      await given.deal('confirm')
    },
  },
  {
    name: 'a dealer rejects it',
    state: 'rejected',
    routing: ASKED,
    async act(given) {
      reached(given)
      await given.deal('reject')
    },
  },
  {
    name: 'a provider fills it in parts',
    state: 'filled',
    routing: SENT,
    act(given) {
      reached(given)
      given.fill(0.5)
      given.fill(0.5)
    },
  },
  {
    name: 'a provider fills it after a restart',
    state: 'filled',
    routing: SENT,
    restarts: true,
    act(given) {
      reached(given)
      given.floor.restart()
      given.fill(1)
    },
  },
  {
    name: 'its time is over',
    state: 'expired',
    body: { expiration: 'specified', expires_at: '2026-01-05T13:00:00.000Z' },
    act({ floor }) {
      floor.shard.clock.at = Date.parse('2026-01-05T13:00:00.000Z')
      floor.tick('EURUSD', '1.17000', '1.17010')
    },
  },
  {
    name: 'it is deleted',
    state: 'cancelled',
    async act({ ask }, order_id) {
      await ask({ kind: 'delete', order_id })
    },
  },
  {
    name: 'the other of its pair fills',
    state: 'cancelled',
    async act({ ask, floor }, oco_order_id) {
      await ask({ ...LIMIT, order_kind: 'stop', price: '1.18000', oco_order_id })
      floor.tick('EURUSD', '1.17990', '1.18000')
    },
  },
]

t.test('one final event of every order that rests', async (t) => {
  for (const { name, state, routing = [CONFIRM], body = {}, restarts = false, act } of ENDS) {
    const given = await FateFloor.start(t, 'hedging')
    const { floor } = given
    const from = await given.begin()
    given.route(routing)
    const { data } = await given.ask({ ...LIMIT, ...body })
    const id = Number(data?.['order_id'])
    await act(given, id)
    const events = await given.heardAgain(await floor.trader(), from)
    const own = events.filter(({ data }) => (data?.['order_id'] ?? data?.['id']) === id)
    const kind = state === 'filled' ? 'open' : 'delete'
    checkFate({ reply: undefined, events: own }, 'ok', { kind })
    const [last] = own.filter(({ event }) => event === 'order').slice(-1)
    t.match(last, { data: { id, state, done_at: /Z$/ } }, name)
    t.equal(floor.shard.account().orders.size, 0)
    if (!restarts) t.same(await given.heardLive(), events)
    floor.settle()
  }
})
