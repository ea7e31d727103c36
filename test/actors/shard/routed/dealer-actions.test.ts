import t from 'tap'
import { dealingActed } from '../../../../actors/shard/routed/dealer-actions.js'
import { wayOf } from '../../../../engine/account/rules/order-way.js'
import { because } from '../../../../engine/reasons/reasons.js'
import type { RefusalCount } from '../../../../wire/record/refusal-counts.js'
import type { DealingAct } from '../../../../wire/thread/dealing.js'
import { LOGIN } from '../../../given/account.js'
import { givenBook, HEDGING, symbolIn } from '../../../given/book.js'
import { DOER } from '../../../given/desk.js'
import { rule } from '../../../given/floors/dealing-floor.js'
import { type GivenShard, STOPPED_AT, tradingShard } from '../../../given/floors/shard.js'
import type { GivenPrices } from '../../../given/prices.js'

// Goal: what a dealer answers is what the client hears, and what cannot be answered stays as it is.

const PLAIN = { by: DOER, price: '', text: '', reason: '' } as const

/** A request that a dealer has taken. */
function taken(side: string): { shard: GivenShard; act(what: Partial<DealingAct>): unknown } {
  const shard = tradingShard({ book: givenBook({ routing: [rule({})] }) })
  shard.turn(() => {
    shard.core.parking.dealing.setOnline([{ login: DOER.login, scope: ['*'], sees_staff: true }])
    shard.send(shard.socket(), 'trade', { kind: 'open', symbol: 'EURUSD', side, volume: '0.1' })
  })
  const [parked] = shard.core.parking.requests.all
  const id = parked?.id ?? 0
  const act = (what: Partial<DealingAct>) =>
    dealingActed(shard.core, { id, ...PLAIN, ...what } as DealingAct)
  t.match(act({ act: 'take' }), { ok: true })
  return { shard, act }
}

t.test(
  'an offer is the price of its side, and the other side is no better than the market',
  (t) => {
    for (const [side, price, bid, ask] of [
      ['buy', '1.17050', '1.17000', '1.17050'],
      ['buy', '1.16900', '1.16900', '1.16900'],
      ['sell', '1.16950', '1.16950', '1.17010'],
      ['sell', '1.17100', '1.17100', '1.17100'],
    ] as const) {
      const { shard, act } = taken(side)
      const told = shard.turn(() => void act({ act: 'requote', price }))
      const reply = told.find(({ kind }) => kind === 'reply')?.value
      t.match(reply, { code: 'trade.requote', data: { bid, ask } }, `${side} ${price}`)
    }
    t.end()
  },
)

t.test('while nothing may be written a request stays with its dealer', (t) => {
  const later = because('unavailable.dealer_answer')
  const stops: readonly ((shard: GivenShard) => void)[] = [
    ({ core }) => core.halt(STOPPED_AT),
    ({ core }) => {
      while (core.ids.deal.has(1)) core.ids.deal.take()
    },
  ]
  for (const stop of stops) {
    const { shard, act } = taken('buy')
    stop(shard)
    for (const what of ['confirm', 'reject', 'requote'] as const) t.same(act({ act: what }), later)
    t.match(act({ act: 'return' }), { ok: true })
    t.equal(shard.core.parking.requests.size, 1)
    t.same(act({ act: 'take', id: 7 }), because('not_found.dealing_request', { id: 7 }))
  }
  t.end()
})

t.test('without a usable price a dealer has to give one, and may offer it', (t) => {
  const off = because('trade.off_quotes.dealer', { symbol: 'EURUSD' })
  for (const [side, price, bid, ask] of [
    ['buy', '1.17050', '1.17050', '1.17050'],
    ['sell', '1.16950', '1.16950', '1.16950'],
  ] as const) {
    const { shard, act } = taken(side)
    const prices = shard.prices as GivenPrices
    const answers = () =>
      (['confirm', 'requote'] as const).map((what) => act({ act: what, price: '' }))
    prices.age('EURUSD', shard.clock.now() - 1)
    t.same(answers(), [off, off], 'the last one is too old')
    prices.remove('EURUSD')
    t.same(answers(), [off, off], 'there is none')
    const told = shard.turn(() => void act({ act: 'requote', price }))
    const reply = told.find(({ kind }) => kind === 'reply')?.value
    t.match(reply, { code: 'trade.requote', data: { bid, ask } })
  }
  t.end()
})

t.test('each answer of a dealer is told with what came of it', (t) => {
  const id = 100
  const none = { message: '', order_id: 0, deal_id: 0, position_id: 0 }
  const waits = (taken_by: number | null) => {
    const request = { kind: 'open', side: 'buy', volume: '0.1' }
    return { ok: true, value: { id, login: LOGIN, symbol: 'EURUSD', request, taken_by } }
  }
  const { act } = taken('buy')
  t.match(act({ act: 'take' }), waits(DOER.login), 'taken again by the same')
  t.match(act({ act: 'return' }), waits(null))
  t.match(act({ act: 'take' }), waits(DOER.login))
  t.same(act({ act: 'confirm' }), {
    ok: true,
    value: { ...none, id, outcome: 'ok', order_id: id, deal_id: 101, position_id: id },
  })
  t.same(taken('buy').act({ act: 'reject', text: 'no' }), {
    ok: true,
    value: { ...none, id, outcome: 'trade.rejected', message: 'no' },
  })
  t.end()
})

t.test(
  'what a dealer refuses or offers is counted with who did, what was confirmed is not',
  (t) => {
    for (const [what, code, price] of [
      ['reject', 'trade.rejected', ''],
      ['requote', 'trade.requote', '1.17050'],
      ['confirm', '', '1.17020'],
    ] as const) {
      const { shard, act } = taken('buy')
      const counted: RefusalCount[] = []
      const records = {
        refusals: (...[, , all]: readonly [number, number, readonly RefusalCount[]]) =>
          void counted.push(...all),
      }
      shard.turn(() => void act({ act: what, price }))
      shard.core.tally.write(records, shard.core.now)
      const { id: symbolId } = symbolIn(shard.core.book, 'EURUSD')
      const kind = { symbolId, group: HEDGING, code, dealer: DOER.login, gatewayId: 0, count: 1 }
      const made = { ...kind, code: 'offer.made' }
      const all = { '': [], 'trade.rejected': [kind], 'trade.requote': [made, kind] }[code]
      t.same(counted, all, what)
      const row = { code, dealer: DOER.login, symbol: 'EURUSD', request: /"kind":"open"/ }
      t.match(shard.refused, code === '' ? [] : [row], 'staff read who refused')
    }
    t.end()
  },
)

t.test('a dealer says how long an offer holds', (t) => {
  const { shard, act } = taken('buy')
  const told = shard.turn(() => void act({ act: 'requote', price: '1.17050', validSec: 60 }))
  const reply = told.find(({ kind }) => kind === 'reply')?.value
  const { quote_id, until: said } = (reply as { data: { quote_id: string; until: string } }).data
  const until = shard.core.now + 60_000
  t.equal(said, new Date(until).toISOString())
  t.ok(shard.core.offers.find(LOGIN, quote_id, until))
  t.notOk(shard.core.offers.find(LOGIN, quote_id, until + 1))
  t.end()
})

t.test('an order that a dealer filled keeps its rule, what was asked and what was seen', (t) => {
  const shard = tradingShard({ book: givenBook({ routing: [rule({})] }) })
  const { core } = shard
  const asks = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1', price: '1.17015' }
  shard.turn(() => {
    core.parking.dealing.setOnline([{ login: DOER.login, scope: ['*'], sees_staff: true }])
    core.receivedAt = 1_000.1254
    shard.send(shard.socket(), 'trade', { ...asks, deviation_pts: 10 })
  })
  const [parked] = core.parking.requests.all
  const id = parked?.id ?? 0
  core.receivedAt = 0
  ;(shard.prices as GivenPrices).set('EURUSD', '1.17100', '1.17110')
  for (const act of ['take', 'confirm'] as const) {
    shard.turn(() => void dealingActed(core, { ...PLAIN, id, act, price: '1.17012' }))
  }
  const order = shard
    .records()
    .flatMap(({ events }) => events)
    .findLast(({ type }) => type === 'order')
  if (order?.type !== 'order') throw new Error('it was filled')
  t.match(order, {
    state: 'filled',
    price: 117_012,
    ruleId: parked?.state.is === 'with_dealers' ? parked.state.wait.ruleId : -1,
    priceAsked: 117_015,
    dealer: DOER.login,
  })
  t.same(wayOf(order), { received: 1_000.125, bid: 117_000, ask: 117_010 })
  t.end()
})
