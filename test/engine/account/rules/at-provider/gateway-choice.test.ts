import t from 'tap'
import type { OrderEvent } from '../../../../../engine/account/event.js'
import {
  checkProviderThere,
  gatewayFor,
  gatewayToRestAt,
} from '../../../../../engine/account/rules/at-provider/gateway-choice.js'
import { GatewaysOnline } from '../../../../../engine/book/gateways-online.js'
import { isRefusal } from '../../../../../engine/code.js'
import { TRADING_CALENDAR } from '../../../../../engine/config/kinds/fix-parameters.js'
import type { GatewayRecord } from '../../../../../engine/config/records/gateway.js'
import { because } from '../../../../../engine/reasons/reasons.js'
import { givenBook, HEDGING, NETTING, symbolIn } from '../../../../given/book.js'
import { Floor } from '../../../../given/floors/floor.js'
import { gatewayRecord, withParameter } from '../../../../given/floors/provider-floor.js'
import { QUOTED_AT } from '../../../../given/prices.js'

const NOW = QUOTED_AT
const DAY_MS = 86_400_000

function keeping(record: GatewayRecord): GatewayRecord {
  return withParameter(record, 'Limit Orders Coverage Mode', 'Gateway')
}

function resting(record: GatewayRecord, calendar: string): GatewayRecord {
  const params = record.params.map((one) => {
    return one.name === TRADING_CALENDAR ? { ...one, value: calendar } : one
  })
  return { ...record, params }
}

/** What is chosen of gateways 1, 2 and so on, those of which the ids are given being online. */
function choosing(gateways: readonly GatewayRecord[]) {
  const book = givenBook({ gateways })
  type Choice = (...given: Parameters<typeof gatewayFor>) => ReturnType<typeof gatewayFor>
  const by =
    (choose: Choice) =>
    (
      online: readonly number[],
      ids: readonly number[],
      path = HEDGING,
      name = 'EURUSD',
      now = NOW,
    ) => {
      const symbol = symbolIn(book, name)
      const chosen = choose(book, (id) => online.includes(id), ids, path, symbol, now)
      return isRefusal(chosen) ? `${chosen.code}: ${chosen.message}` : chosen
    }
  return { choose: by(gatewayFor), rest: by(gatewayToRestAt) }
}

const AWAY = 'trade.no_connection: The provider of EURUSD is not connected. Try again later.'

t.test('the first of a rule that is online is taken, in the order of the rule', (t) => {
  const { choose } = choosing([gatewayRecord({ id: 1 }), gatewayRecord({ id: 2 })])
  t.equal(choose([1, 2], [2, 1]), 2)
  t.equal(choose([1], [2, 1]), 1)
  t.equal(choose([], [1, 2]), AWAY)
  t.equal(choose([1], [2]), AWAY)
  t.equal(choose([7], [7]), 7, 'one that the settings do not know yet')
  t.end()
})

t.test('the first row that fits the group decides which symbols are taken for it', (t) => {
  const groups = [
    { group: 'demo\\net*', symbols: ['*', '!GBPUSD'] },
    { group: 'Demo/*', symbols: ['GBP*'] },
    { group: '*', symbols: ['*'] },
  ]
  const { choose } = choosing([gatewayRecord({ id: 1, groups }), gatewayRecord({ id: 2 })])
  const none = 'trade.no_connection: No connected provider accepts EURUSD for this group.'
  t.equal(choose([1], [1], HEDGING, 'GBPUSD'), 1)
  t.equal(choose([1], [1]), none)
  t.equal(choose([1, 2], [1, 2]), 2, 'another one does')
  t.equal(choose([1], [1], NETTING), 1)
  t.equal(choose([1, 2], [1, 2], NETTING, 'GBPUSD'), 2)
  t.equal(choose([1], [1], 'real\\a'), 1)
  t.end()
})

t.test('one that has a day off is passed over', (t) => {
  // It is Monday, 5 January.
  const off = resting(gatewayRecord({ id: 1 }), '+5 Jan')
  const { choose } = choosing([off, gatewayRecord({ id: 2 })])
  t.equal(choose([1, 2], [1, 2]), 2)
  t.equal(
    choose([1], [1, 2]),
    'trade.no_connection: The provider of EURUSD has a holiday. Try again later.',
  )
  t.equal(choose([1, 2], [1, 2], HEDGING, 'EURUSD', NOW + DAY_MS), 1)
  const saturday = choose([1], [1], HEDGING, 'EURUSD', NOW - 2 * DAY_MS)
  t.equal(saturday, 'trade.no_connection: The provider of EURUSD has a holiday. Try again later.')
  t.end()
})

t.test('an order rests at the provider that keeps orders, and here where that keeps none', (t) => {
  const { rest } = choosing([keeping(gatewayRecord({ id: 1 })), gatewayRecord({ id: 2 })])
  t.equal(rest([1, 2], [1, 2]), 1)
  t.equal(rest([1, 2], [2, 1]), 0)
  t.equal(rest([2], [1, 2]), 0, 'the next one keeps none')
  t.equal(rest([], [1, 2]), AWAY, 'the one that would have it is away')
  t.equal(rest([], [2, 1]), 0, 'nor would the one that is away')
  t.end()
})

t.test('nobody away would have it: off, of no such symbol, or not of the rule', (t) => {
  const groups = [{ group: '*', symbols: ['GBPUSD'] }]
  const { rest } = choosing([
    keeping(gatewayRecord({ id: 1, enabled: false })),
    keeping(gatewayRecord({ id: 2, groups })),
    keeping(gatewayRecord({ id: 3 })),
  ])
  t.equal(rest([], [1]), 0)
  t.equal(rest([], [2]), 0)
  t.equal(rest([], [2], HEDGING, 'GBPUSD'), AWAY.replace('EURUSD', 'GBPUSD'))
  t.equal(rest([], [1, 2]), 0, 'the third is none of the rule')
  t.equal(rest([], [1, 2, 3]), AWAY)
  t.equal(rest([], []), 0)
  t.end()
})

t.test('the provider that has an order is there, or the order stays as it is', (t) => {
  const context = { ...new Floor().context(), gateways: new GatewaysOnline() }
  const order = { id: 7, gatewayId: 3 } as OrderEvent
  const refusal = because('trade.no_connection.order_stays', { id: 7 })
  t.same(checkProviderThere(context, order), refusal)
  context.gateways.set([4])
  t.same(checkProviderThere(context, order), refusal)
  context.gateways.set([3])
  t.equal(checkProviderThere(context, order), undefined)
  const { gateways: _, ...without } = context
  t.same(checkProviderThere(without, order), refusal)
  t.end()
})
