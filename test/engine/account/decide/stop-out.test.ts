import t from 'tap'
import { decideTrade } from '../../../../engine/account/decide/decide.js'
import {
  compensation,
  decideMarginLevel,
  decideStopOut,
} from '../../../../engine/account/decide/stop-out.js'
import { isHeldUp, isWaiting } from '../../../../engine/account/decision.js'
import type { AccountEvent, OrderEvent } from '../../../../engine/account/event.js'
import { accountMargin } from '../../../../engine/account/money/margin.js'
import { moneyOf } from '../../../../engine/account/money/money.js'
import { StopOutQueue } from '../../../../engine/account/rules/stop-out-queue.js'
import { Dealers } from '../../../../engine/book/dealers.js'
import { wholeCommission } from '../../../../engine/config/kinds/commission.js'
import type { GroupRecord } from '../../../../engine/config/records/group.js'
import { volumeFromText } from '../../../../engine/numbers/decimal.js'
import {
  CONFIRM_ALL,
  EURUSD,
  givenBook,
  groupIn,
  HEDGING,
  leverageProfile,
  tierRule,
} from '../../../given/book.js'
import { Floor, orderOf, positionOf } from '../../../given/floors/floor.js'
import { Provider } from '../../../given/floors/provider.js'
import { PLAIN_CLOSE } from '../../../given/plain.js'

/**
 * The group's leverage is 100: a lot of EURUSD at 1.17 takes 1,170 of margin. Margin call at 100 %,
 * stop out at 50 %.
 */
function floor(balance: string, group: Partial<GroupRecord> = {}): Floor {
  const levels = {
    margin_call_level: '100',
    stop_out_level: '50',
    stop_out_mode: 'percent',
  } as const
  const made = new Floor({ groups: { [HEDGING]: { ...levels, ...group } } })
  made.balance('deposit', balance)
  return made
}

/** A buy limit of EURUSD far from the market. */
function place(one: Floor, lots: string): number {
  const placed = one.ask({
    kind: 'place',
    symbol: 'EURUSD',
    side: 1,
    orderKind: 'limit',
    volume: volumeFromText(lots),
    price: '1.10000',
    triggerPrice: '',
    stopLoss: '',
    takeProfit: '',
    trailingPts: undefined,
    filling: '',
    expiration: '',
    expiresAt: 0,
    ocoOrderId: 0,
    comment: '',
    reason: 'client',
    dealer: 0,
  })
  if (!placed.ok) throw new Error(placed.message)
  return placed.orderId
}

/** The standing events and what else was done, in short. */
function told(events: readonly AccountEvent[]): string[] {
  return events.map((event) => {
    if (event.type === 'standing') {
      const what = event.orderId || event.positionId
      return `${event.standing} ${event.entered ? 'entered' : 'left'}${what === 0 ? '' : ` ${what}`}`
    }
    if (event.type === 'order') return `order ${event.id} ${event.state} ${event.reason}`
    if (event.type === 'deal') return `deal ${event.action} ${event.profit} ${event.comment}`
    return event.type === 'position' ? `position ${event.id} ${event.volume}` : event.type
  })
}

t.test('coming to the margin call level is told once, and leaving it too', (t) => {
  const one = floor('2000')
  one.open('EURUSD', 'buy', '1')
  t.same(told(one.stand()), [])
  // 2,000 - 820 is above the margin of 1,170.10, and 2,000 - 830 is not.
  one.prices.set('EURUSD', '1.16190', '1.16200')
  t.same(told(one.stand()), [])
  one.prices.set('EURUSD', '1.16180', '1.16190')
  t.same(told(one.stand()), ['margin_call entered'])
  t.same(told(one.stand()), [], 'once')
  t.match(one.account, { inMarginCall: true })
  one.prices.set('EURUSD', '1.17000', '1.17010')
  t.same(told(one.stand()), ['margin_call left'])
  t.match(one.account, { inMarginCall: false })
  one.settle()
  t.end()
})

t.test('a stop out takes the largest loss first, and stops when the level is restored', (t) => {
  const one = floor('4000')
  const small = positionOf(one.open('EURUSD', 'buy', '1'))
  const large = positionOf(one.open('EURUSD', 'buy', '2'))
  one.prices.set('EURUSD', '1.16200', '1.16210')
  // 4,000 - 2,430 is 45 % of 3,510.30; without the two lots 4,000 - 2,430 is 134 % of 1,170.10.
  t.same(told(one.stand()), [
    'margin_call entered',
    `stop_out entered ${large}`,
    `order ${large + 2} filled stop_out`,
    'deal sell -162000 [so 44.73%]',
    `position ${large} 0`,
    'margin_call left',
  ])
  t.same([...one.account.positions.keys()], [small])
  one.settle()
  t.end()
})

t.test('resting orders go first, the largest reserve before the others', (t) => {
  for (const lots of [
    ['0.5', '1.5'],
    ['1.5', '0.5'],
  ]) {
    const one = floor('4000')
    one.open('EURUSD', 'buy', '1')
    const ids = lots.map((each) => place(one, each))
    const large = ids[lots.indexOf('1.5')]
    one.prices.set('EURUSD', '1.14100', '1.14110')
    // 4,000 - 2,910 = 1,090 is below half of 3,370.10, above half of 1,690 without the larger order.
    t.same(told(one.stand()), [
      'margin_call entered',
      `stop_out entered ${large}`,
      `order ${large} cancelled stop_out`,
    ])
    t.same(
      [...one.account.orders.keys()],
      ids.filter((id) => id !== large),
    )
    one.settle()
  }
  t.end()
})

t.test('what cannot be traded now is passed over, and nothing is done where nothing can', (t) => {
  // The given prices begin on a Monday at noon.
  const shut = { sessions: [{ day: 1, kind: 'trade', from_min: 0, to_min: 13 * 60 }] } as const
  const one = new Floor({
    symbols: { GBPUSD: shut },
    groups: { [HEDGING]: { margin_call_level: '100', stop_out_level: '50' } },
  })
  one.balance('deposit', '6000')
  const pound = positionOf(one.open('GBPUSD', 'buy', '2'))
  one.now += 2 * 3_600_000
  const euro = positionOf(one.open('EURUSD', 'buy', '1'))
  one.prices.set('GBPUSD', '1.32800', '1.32820').set('EURUSD', '1.16900', '1.16910')
  t.same(told(one.stand()).slice(0, 2), ['margin_call entered', `stop_out entered ${euro}`])
  t.same(told(one.stand()), [], 'the pound is not traded now')
  t.ok(one.account.positions.has(pound))
  one.settle()
  t.end()
})

t.test(
  'a balance that a stop out leaves below zero is made good, where the group protects',
  (t) => {
    for (const isProtected of [true, false]) {
      const one = floor('1200', { negative_balance_protection: isProtected })
      one.open('EURUSD', 'buy', '1')
      one.prices.set('EURUSD', '1.15000', '1.15010')
      const events = told(one.stand())
      t.equal(events.includes('deal compensation 81000 negative balance protection'), isProtected)
      t.equal(one.account.balance, isProtected ? 0 : -810_00)
      one.settle()
    }
    const tiers = [{ from: '0', to: '0', value: '7', min: '0', max: '0' }]
    const row = wholeCommission({ mask: '*', mode: 'per_lot', charge: 'per_side', tiers })
    const costly = floor('1200', { negative_balance_protection: true, commissions: [row] })
    costly.rollOver(positionOf(costly.open('EURUSD', 'buy', '1')), '-5')
    costly.prices.set('EURUSD', '1.15000', '1.15010')
    // 810 are missing, 14 of commission and 5 of swap.
    t.match(told(costly.stand()), [
      'margin_call entered',
      /^stop_out/,
      /^order/,
      /^deal sell/,
      /^position/,
      'deal compensation 82900 negative balance protection',
      'margin_call left',
    ])
    t.equal(costly.account.balance, 0)
    costly.settle()
    const even = floor('2010', { negative_balance_protection: true })
    even.open('EURUSD', 'buy', '1')
    even.prices.set('EURUSD', '1.15000', '1.15010')
    const done = told(even.stand())
    t.equal(even.account.balance, 0)
    t.notMatch(done.join(), 'compensation', 'nothing is missing')
    even.settle()
    t.end()
  },
)

t.test('each amount of the last deal counts in what is missing', (t) => {
  const one = floor('100', { negative_balance_protection: true })
  const positionId = positionOf(one.open('EURUSD', 'buy', '0.01'))
  const closing = { kind: 'close', positionId, volume: 0, ...PLAIN_CLOSE } as const
  const decided = decideTrade(one.context(), one.account, closing)
  if (isHeldUp(decided)) throw new Error('it is closed at once')
  const group = groupIn(one.book, HEDGING)
  const none = { profit: 0, swap: 0, commission: 0, fee: 0 }
  for (const amount of ['profit', 'swap', 'commission', 'fee'] as const) {
    const events = decided.map((event) =>
      event.type === 'deal' ? { ...event, ...none, [amount]: -130_00 } : event,
    )
    t.match(compensation(one.context(), one.account, group, events), [{ profit: 30_00 }], amount)
  }
  one.settle()
  t.end()
})

t.test('an order that a stop out takes makes no balance good', (t) => {
  const one = floor('2000', { negative_balance_protection: true })
  const id = place(one, '1')
  one.balance('withdraw', '5000', { skipMarginCheck: true })
  t.same(told(one.stand()), [
    'margin_call entered',
    `stop_out entered ${id}`,
    `order ${id} cancelled stop_out`,
    'margin_call left',
  ])
  t.equal(one.account.balance, -3000_00)
  one.settle()
  t.end()
})

t.test('by money the level is the equity, and it holds without margin too', (t) => {
  const one = floor('2000', {
    stop_out_mode: 'money',
    margin_call_level: '1500',
    stop_out_level: '1000',
  })
  one.open('EURUSD', 'buy', '1')
  one.prices.set('EURUSD', '1.16510', '1.16520')
  t.same(told(one.stand()), ['margin_call entered'])
  one.prices.set('EURUSD', '1.16011', '1.16020')
  t.same(told(one.stand()), [], '1,001 is above it')
  one.prices.set('EURUSD', '1.16010', '1.16020')
  t.match(told(one.stand())[0], /^stop_out entered/)
  t.equal(one.account.positions.size, 0)
  one.settle()
  t.end()
})

t.test('an order that reserves nothing rests on through a stop out', (t) => {
  const free = { kind: 'buy_limit', initial: '0', maintenance: '0' } as const
  const one = new Floor({
    symbols: { GBPUSD: { margin_rates: [...EURUSD.margin_rates, free] } },
    groups: { [HEDGING]: { margin_call_level: '100', stop_out_level: '50' } },
  })
  one.balance('deposit', '2000')
  const held = positionOf(one.open('EURUSD', 'buy', '1'))
  const rests = orderOf(one.place('GBPUSD', 'buy limit', '1', '1.30000'))
  t.not(one.account.orders.get(rests)?.rateMargin, 0n, 'it has a rate, and a margin of none')
  one.prices.set('EURUSD', '1.15500', '1.15510')
  t.same(told(one.stand()).slice(0, 2), ['margin_call entered', `stop_out entered ${held}`])
  t.same([...one.account.orders.keys()], [rests])
  one.settle()
  t.end()
})

t.test(
  'by money a hedge that is charged nothing is stopped out too, its side of loss first',
  (t) => {
    const levels = { margin_call_level: '1500', stop_out_level: '1000' } as const
    const one = new Floor({
      symbols: { EURUSD: { margin_hedged: '0' } },
      groups: { [HEDGING]: { stop_out_mode: 'money', ...levels } },
    })
    one.balance('deposit', '2500')
    const long = positionOf(one.open('EURUSD', 'buy', '1'))
    one.prices.set('EURUSD', '1.15700', '1.15710')
    const short = positionOf(one.open('EURUSD', 'sell', '1'))
    t.match(moneyOf(one.account, one.book, one.prices), { margin: 0, equity: 1_180_00 })
    t.same(told(one.stand()), ['margin_call entered'])
    one.prices.set('EURUSD', '1.15700', '1.15900')
    const [first, , deal, position] = told(one.stand())
    t.equal(first, `stop_out entered ${long}`)
    t.equal(deal, 'deal sell -131000 [so]', 'there is no level to tell of')
    t.equal(position, `position ${long} 0`)
    t.notOk(one.account.positions.has(short), 'what is left is charged, and stands below the level')
    one.settle()
    t.end()
  },
)

t.test('by money and without margin one close that waits does not keep the others', (t) => {
  const levels = { margin_call_level: '1500', stop_out_level: '1000' } as const
  const free = (['buy', 'sell'] as const).map((kind) => ({ kind, initial: '0', maintenance: '0' }))
  const one = new Floor({
    symbols: { EURUSD: { margin_rates: free }, GBPUSD: { margin_rates: free } },
    groups: { [HEDGING]: { stop_out_mode: 'money', ...levels } },
  })
  one.balance('deposit', '2000')
  const pound = positionOf(one.open('GBPUSD', 'buy', '1'))
  const euro = positionOf(one.open('EURUSD', 'buy', '1'))
  one.prices.set('GBPUSD', '1.34000', '1.34020').set('EURUSD', '1.16900', '1.16910')
  t.match(moneyOf(one.account, one.book, one.prices), { margin: 0, equity: 870_00 })
  const steps = (closing: readonly (readonly [id: number, lots: string])[]) => {
    const volumes = closing.map(([id, lots]) => [id, volumeFromText(lots)] as const)
    const outside = {
      closing: new Map(volumes),
      isBusy: () => false,
      restOf: () => 'none' as const,
    }
    const decided = decideMarginLevel(one.context(), one.account, outside)
    if (decided === undefined || 'wait' in decided) return undefined
    return told(decided).filter((what) => what.startsWith('stop_out'))
  }
  t.same(steps([[pound, '1']]), [`stop_out entered ${euro}`])
  t.same(steps([[pound, '0.4']]), [`stop_out entered ${euro}`], 'nor does a part of one')
  t.same(steps([[euro, '1']]), [`stop_out entered ${pound}`])
  const all = [
    [pound, '1'],
    [euro, '1'],
  ] as const
  t.same(steps(all), [], 'nothing else is held then')
  t.same(steps([...all.slice(0, 1), [euro, '0.5']]), [], 'what waits is not asked for twice')
  t.same(
    steps([[999_999, '1'], ...all.slice(0, 1)]),
    [`stop_out entered ${euro}`],
    'a close of none',
  )
  one.settle()
  t.end()
})

t.test('what is switched off is not closed by a stop out, which takes the next one', (t) => {
  const levels = { margin_call_level: '100', stop_out_level: '50' } as const
  for (const isInMoney of [false, true]) {
    const money = { stop_out_mode: 'money', margin_call_level: '1500', stop_out_level: '1000' }
    const groups = { [HEDGING]: isInMoney ? (money as Partial<GroupRecord>) : levels }
    const one = new Floor({ groups })
    one.balance('deposit', '6000')
    const pound = positionOf(one.open('GBPUSD', 'buy', '2'))
    const euro = positionOf(one.open('EURUSD', 'buy', '1'))
    one.prices.set('GBPUSD', '1.32400', '1.32420').set('EURUSD', '1.16900', '1.16910')
    one.book = givenBook({ groups, symbols: { GBPUSD: { trade_access: 'disabled' } } })
    t.same(told(one.stand()).slice(0, 2), ['margin_call entered', `stop_out entered ${euro}`])
    t.same(told(one.stand()), [], 'nothing else can be closed')
    one.book = givenBook({ groups })
    t.equal(told(one.stand())[0], `stop_out entered ${pound}`, 'when it is on again')
    one.settle()
  }
  t.end()
})

t.test('a stop out that has waited is done while its account stands at the level', (t) => {
  const one = floor('2000')
  const id = positionOf(one.open('EURUSD', 'buy', '1'))
  const dealers = new Dealers()
  dealers.set([{ login: 5, scope: ['*'], sees_staff: false }])
  const done = (positionId = id, more: object = {}) => {
    const decided = decideStopOut({ ...one.context(), dealers, ...more }, one.account, positionId)
    return decided && (isWaiting(decided) ? decided : told(decided))
  }
  t.equal(done(), undefined, 'it stands well')
  one.prices.set('EURUSD', '1.15500', '1.15510')
  t.match(done(), [
    `stop_out entered ${id}`,
    /^order \d+ filled stop_out$/,
    'deal sell -151000 [so 41.88%]',
    `position ${id} 0`,
  ])
  t.equal(done(id + 1), undefined, 'its position has gone')
  one.prices.age('EURUSD', one.now)
  t.equal(done(id, { now: one.now + 1 }), undefined, 'nobody stands behind its price')
  const routing = [{ ...CONFIRM_ALL, action: 'dealer', dealers: [5] } as const]
  one.book = givenBook({ routing, groups: { [HEDGING]: groupIn(one.book).record } })
  t.match(done(), { wait: {} }, 'it has to wait once more')
  t.equal(done(id, { dealers: new Dealers() }), undefined, 'nobody takes it')
  t.match(done(id, { answer: { clearsStops: false, ruleId: 4 } }), [/^stop_out entered/])
  one.settle()
  t.end()
})

t.test('an order that is dealt with, goes already, or reserves nothing is not taken', (t) => {
  const one = floor('4000')
  one.balance('credit_in', '4000')
  one.open('EURUSD', 'buy', '1')
  const small = place(one, '0.2')
  const pound = orderOf(one.place('GBPUSD', 'buy limit', '0.7', '1.10000'))
  const changes: readonly [number, Partial<OrderEvent>][] = [
    [place(one, '0.5'), { state: 'started' }],
    [place(one, '0.6'), { state: 'started', attempt: 1, gatewayId: Provider.id, asked: 'cancel' }],
    [pound, { rateMargin: 0n }],
  ]
  const left = changes.map(([id, change]) => {
    one.record([{ ...(one.account.orders.get(id) as OrderEvent), ...change, version: 2 }])
    return id
  })
  one.balance('credit_out', '4000', { skipMarginCheck: true })
  one.prices.set('EURUSD', '1.14300', '1.14310')
  // 4,000 - 2,710 = 1,290 is below half of 2,600.10, and above half of 2,380.10 without the smallest.
  t.same(told(one.stand()), [
    'margin_call entered',
    `stop_out entered ${small}`,
    `order ${small} cancelled stop_out`,
  ])
  t.same(new Set(one.account.orders.keys()), new Set(left))
  one.settle()
  t.end()
})

t.test('of two that would have to wait the one that somebody deals with is passed over', (t) => {
  const one = floor('4000')
  const small = positionOf(one.open('EURUSD', 'buy', '1'))
  const large = positionOf(one.open('EURUSD', 'buy', '2'))
  one.prices.set('EURUSD', '1.16200', '1.16210')
  const dealers = new Dealers()
  dealers.set([{ login: 5, scope: ['*'], sees_staff: false }])
  const routing = [{ ...CONFIRM_ALL, action: 'dealer', dealers: [5] } as const]
  one.book = givenBook({ routing, groups: { [HEDGING]: groupIn(one.book).record } })
  const asked = (...busy: readonly number[]) => {
    const outside = {
      closing: new Map(),
      isBusy: (id: number) => busy.includes(id),
      restOf: () => 'none' as const,
    }
    return decideMarginLevel({ ...one.context(), dealers }, one.account, outside)
  }
  const call = asked()
  if (call === undefined || 'wait' in call) return t.fail('its margin call comes first')
  t.same(told(call), ['margin_call entered'])
  one.record(call)
  t.match(asked(), { positionId: large, wait: { by: 'dealer' } })
  t.match(asked(large), { positionId: small })
  t.equal(asked(large, small), undefined)
  one.settle()
  return t.end()
})

t.test('a market that closes between two steps keeps what was to be taken next', (t) => {
  // The given prices begin on a Monday at noon.
  const shut = { sessions: [{ day: 1, kind: 'trade', from_min: 0, to_min: 13 * 60 }] } as const
  const levels = { margin_call_level: '100', stop_out_level: '50' } as const
  const one = new Floor({ symbols: { GBPUSD: shut }, groups: { [HEDGING]: levels } })
  one.balance('deposit', '6000')
  const pound = positionOf(one.open('GBPUSD', 'buy', '1'))
  const euro = positionOf(one.open('EURUSD', 'buy', '2'))
  one.prices.set('EURUSD', '1.15000', '1.15010').set('GBPUSD', '1.33200', '1.33220')
  const queue = new StopOutQueue()
  const step = () => {
    const decided = decideMarginLevel(one.context(), one.account, undefined, queue)
    if (decided === undefined || 'wait' in decided) return []
    one.record(decided)
    return told(decided).filter((what) => what.startsWith('stop_out'))
  }
  t.same(step(), [`stop_out entered ${euro}`])
  one.now += 3_600_000
  t.same(step(), [])
  one.now -= 1
  t.same(step(), [`stop_out entered ${pound}`])
  one.settle()
  t.end()
})

t.test('by money an account that holds nothing has no level to come to', (t) => {
  const one = floor('10', { stop_out_mode: 'money', margin_call_level: '50', stop_out_level: '20' })
  t.same(told(one.stand()), [])
  one.settle()
  t.end()
})

t.test('without a rate that the margin needs nothing is judged', (t) => {
  const money = {
    stop_out_mode: 'money',
    margin_call_level: '1500',
    stop_out_level: '1000',
  } as const
  const profiles = [leverageProfile(tierRule('*', 'value', [['0', '1']], 'JPY'))]
  const one = new Floor({ profiles, groups: { [HEDGING]: { ...money, leverage_profile_id: 1 } } })
  one.balance('deposit', '2000')
  one.open('EURUSD', 'buy', '1')
  one.prices.set('EURUSD', '1.15000', '1.15010').remove('USDJPY')
  t.match(moneyOf(one.account, one.book, one.prices), { equity: -10_00, margin: null })
  t.same(told(one.stand()), [])
  one.prices.set('USDJPY', '150.000', '150.010')
  t.match(told(one.stand())[1], /^stop_out entered/)
  one.settle()
  t.end()
})

t.test('without a price that the equity needs nothing is judged', (t) => {
  const one = floor('2000')
  one.open('EURUSD', 'buy', '1')
  one.prices.set('EURUSD', '1.15000', '1.15010').remove('EURUSD')
  t.same(told(one.stand()), [])
  one.settle()
  t.end()
})

t.test('after a stop out the account is above its level or has nothing left to take', (t) => {
  let seed = 7
  const next = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * n)
  }
  for (let round = 0; round < 60; round++) {
    const one = floor('20000')
    for (let i = 0; i < 12; i++) {
      const symbol = ['EURUSD', 'GBPUSD', 'USDJPY'][next(3)] as string
      one.open(symbol, next(2) === 0 ? 'buy' : 'sell', `${1 + next(3)}`)
    }
    const move = next(40) - 20
    one.prices.set('EURUSD', `1.${17_000 + move * 100}`, `1.${17_010 + move * 100}`)
    one.prices.set('GBPUSD', `1.${35_000 + move * 120}`, `1.${35_020 + move * 120}`)
    one.stand()
    const group = groupIn(one.book)
    const margin = accountMargin(one.account, one.book, group, one.prices) ?? 0
    const { equity } = moneyOf(one.account, one.book, one.prices)
    const isRestored = margin === 0 || Number(equity) * 2 > margin
    t.ok(isRestored, `round ${round}: ${equity} of ${margin}`)
    one.settle()
  }
  t.end()
})
