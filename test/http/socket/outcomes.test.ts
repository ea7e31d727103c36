import t from 'tap'
import { DEALER_QUEUE_MS } from '../../../engine/limits/trading.js'
import { LOGIN } from '../../given/account.js'
import { BUY, CONFIRM, DealingFloor, rule } from '../../given/floors/dealing-floor.js'
import type { Frame, WsClient } from '../../given/fronts/ws-client.js'

// Goal: whoever lost an answer asks for it by the name of the request, hears what came of it first, and nothing is
// ever placed by asking. What comes after its time is not placed; what waits is bound by its wait alone.

const MARKED = [rule({ conditions: [{ field: 'comment', op: 'eq', value: 'ask' }] }), CONFIRM]
const WAITS = { ...BUY, comment: 'ask' }
const UNKNOWN = { code: 'trade.order_unknown', data: null }

const outcome = (floor: DealingFloor, client: WsClient, id: unknown): Promise<Frame> =>
  floor.ask(client, 'outcome', { client_order_id: id })

async function overRest(floor: DealingFloor, id: string): Promise<unknown> {
  const answer = await floor.shardAsk('outcome', { login: LOGIN, client_order_id: id })
  return answer.ok ? JSON.parse(answer.value) : { code: answer.code, data: null }
}

t.test('what was done is told again with its order, and nothing changes', async (t) => {
  for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
    const floor = await DealingFloor.start(t, MARKED)
    const trader = await floor.trader(protocol)
    const first = await floor.ask(trader, 'trade', { ...BUY, client_order_id: 'a-1' })
    const place = { kind: 'place', symbol: 'EURUSD', side: 'buy', order_kind: 'limit' }
    const rests = { ...place, volume: '0.2', price: '1.10000', client_order_id: 'a/2?%' }
    const placed = await floor.ask(trader, 'trade', rests)
    t.equal(placed.code, 'trade.placed')
    const order_id = placed.data?.['order_id']
    await floor.ask(trader, 'trade', {
      kind: 'change',
      order_id,
      price: '1.11',
      client_order_id: 'a-3',
    })
    const count = floor.shard.records(LOGIN).length
    const told = await outcome(floor, trader, 'a-1')
    t.equal(told.code, 'ok')
    const { order, client_order_id, ...answer } = told.data as Record<string, unknown>
    t.same(answer, first.data, 'field by field the answer')
    t.equal(client_order_id, 'a-1')
    t.match(order, { id: answer['order_id'], client_order_id: 'a-1', state: 'filled' })
    t.match(await outcome(floor, trader, 'a/2?%'), {
      code: 'trade.placed',
      data: { order: { id: order_id, price: '1.10000', version: 1 } },
    })
    t.match(
      await outcome(floor, trader, 'a-3'),
      { code: 'ok', data: { order: { id: order_id, price: '1.11000', version: 2 } } },
      'the order as the request left it',
    )
    t.same(await overRest(floor, 'a-1'), { code: 'ok', message: '', data: told.data })
    t.equal(floor.shard.records(LOGIN).length, count, 'asking makes no record')
    t.match(await outcome(floor, trader, 'never'), UNKNOWN)
    t.match(await outcome(floor, trader, 'never'), UNKNOWN, 'nor is it seen by being asked for')
    floor.settle()
  }
})

t.test('a refusal is told as it was, and is told from one of the question', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const trader = await floor.trader()
  const gone = { kind: 'delete', order_id: 77, client_order_id: 'gone' }
  const refused = await floor.ask(trader, 'trade', gone)
  t.equal(refused.code, 'trade.order_unknown')
  const told = {
    code: refused.code,
    message: refused.message,
    data: {
      reason: 'trade.order_unknown.order',
      params: { id: 77 },
      client_order_id: 'gone',
      order: null,
    },
  }
  t.match(await outcome(floor, trader, 'gone'), told)
  t.same(await overRest(floor, 'gone'), told)
  t.same(await overRest(floor, 'other'), UNKNOWN)
  floor.restart()
  const again = await floor.trader()
  t.match(
    await outcome(floor, again, 'gone'),
    UNKNOWN,
    'what made nothing is remembered in memory alone',
  )
  floor.settle()
})

t.test('what waits is busy, over a restart too, until it has its end', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const trader = await floor.trader()
  await floor.dealer(501)
  const asked = floor.send(trader, 'trade', { ...WAITS, client_order_id: 'w-1' })
  await floor.settled(trader)
  t.match(await outcome(floor, trader, 'w-1'), {
    code: 'trade.busy',
    data: null,
  })
  const place = { kind: 'place', symbol: 'EURUSD', side: 'buy', order_kind: 'limit', price: '1.1' }
  floor.send(trader, 'trade', { ...place, volume: '1', comment: 'ask', client_order_id: 'w-0' })
  await floor.settled(trader)
  t.match(await outcome(floor, trader, 'w-0'), { code: 'trade.busy' }, 'in memory alone')
  floor.pass(DEALER_QUEUE_MS)
  const end = await trader.reply(asked)
  t.equal(end.code, 'trade.timeout')
  const told = { code: 'trade.timeout', data: { ...end.data, order: { state: 'rejected' } } }
  t.match(await outcome(floor, trader, 'w-1'), told)
  floor.send(trader, 'trade', { ...WAITS, client_order_id: 'w-2' })
  await floor.settled(trader)
  floor.restart()
  const again = await floor.trader()
  t.match(await outcome(floor, again, 'w-1'), told, 'from the log')
  t.match(await outcome(floor, again, 'w-2'), { code: 'trade.busy' })
  floor.pass(0)
  t.match(await outcome(floor, again, 'w-2'), { code: 'trade.timeout', data: { order: {} } })
  floor.settle()
})

t.test(
  'numbers of a refusal are those of the first time, from memory and from the log',
  async (t) => {
    const floor = await DealingFloor.start(t, MARKED)
    for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
      const trader = await floor.trader(protocol)
      const odd = { ...BUY, volume: '0.015', client_order_id: `odd ${protocol}`.replace(' ', '-') }
      const refused = await floor.ask(trader, 'trade', odd)
      t.match(refused, { code: 'trade.invalid_volume', data: { min: '0.01', nearest: '0.01' } })
      t.same((await floor.ask(trader, 'trade', odd)).data, refused.data)
    }
    const trader = await floor.trader()
    const dealer = await floor.dealer(501)
    const body = { ...WAITS, volume: '4', client_order_id: 'poor' }
    const asked = floor.send(trader, 'trade', body)
    await floor.settled(trader)
    const { data } = await dealer.next(
      ({ event, data: row }) => event === 'dealing.request' && row?.['taken_by'] === null,
    )
    const id = data?.['id']
    await floor.ask(dealer, 'dealing.take', { id })
    t.equal(
      (await floor.ask(trader, 'trade', { ...BUY, volume: '5' })).code,
      'trade.no_money',
      'the wait holds its margin',
    )
    floor.prices.set('EURUSD', '2.90000', '2.90010')
    await floor.ask(dealer, 'dealing.confirm', { id })
    const poor = await trader.reply(asked)
    t.match(poor, {
      code: 'trade.no_money',
      data: { order_id: id, needed: /^\d+\.\d\d$/, currency: 'USD' },
    })
    const { needed, free, currency } = poor.data as Record<string, unknown>
    const told = { code: 'trade.no_money', data: { order_id: id, needed, free, currency } }
    t.match(await floor.ask(trader, 'trade', body), told)
    floor.restart()
    const again = await floor.trader()
    t.match(await floor.ask(again, 'trade', body), told, 'from the log')
    t.match(await outcome(floor, again, 'poor'), told)
    t.match(await overRest(floor, 'poor'), told)
    floor.settle()
  },
)

t.test('an id that can be none is refused, and who may only look may ask', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const trader = await floor.trader()
  for (const id of ['', 'x'.repeat(37), 'a b', 7, undefined]) {
    t.match(await outcome(floor, trader, id), {
      code: 'invalid_input',
      message: /^client_order_id/,
    })
  }
  const more = { client_order_id: 'a', login: 1 }
  t.match(await floor.ask(trader, 'outcome', more), { code: 'invalid_input' })
  const investor = await floor.front.connect({ login: LOGIN, readOnly: true })
  t.match(await outcome(floor, investor, 'x'.repeat(36)), UNKNOWN)
})

t.test('a request that comes after its time is expired and does nothing', async (t) => {
  const floor = await DealingFloor.start(t, [
    rule({
      id: 2,
      position: 0,
      action: 'delay',
      action_value: '400',
      conditions: [{ field: 'comment', op: 'eq', value: 'slow' }],
    }),
    ...MARKED,
  ])
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  const at = (ms: number): string => new Date(floor.shard.clock.at + ms).toISOString()
  const bought = { ...BUY, client_order_id: 'n-1', not_after: at(0) }
  const done = await floor.ask(trader, 'trade', bought)
  t.equal(done.code, 'ok', 'the moment itself is in time')
  const count = floor.shard.records(LOGIN).length
  const late = { ...BUY, client_order_id: 'n-2', not_after: at(-1) }
  t.match(await floor.ask(trader, 'trade', late), {
    code: 'trade.expired',
    data: { reason: 'trade.expired.not_after' },
  })
  t.match(await floor.rest('trade', late), { ok: false, code: 'trade.expired' })
  t.match(await floor.ask(trader, 'check', late), { code: 'trade.expired' })
  t.match(await outcome(floor, trader, 'n-2'), {
    code: 'trade.expired',
    data: { client_order_id: 'n-2' },
  })
  t.equal(floor.shard.records(LOGIN).length, count, 'it is in no record')
  const slow = floor.send(trader, 'trade', { ...BUY, comment: 'slow', not_after: at(399) })
  const ask = { ...WAITS, client_order_id: 'n-3', not_after: at(399) }
  const asked = floor.send(trader, 'trade', ask)
  await floor.settled(trader)
  const { data } = await dealer.next(
    ({ event, data }) => event === 'dealing.request' && data?.['taken_by'] === null,
  )
  await floor.ask(dealer, 'dealing.take', { id: data?.['id'] })
  floor.pass(400)
  t.match(await trader.reply(slow), { code: 'ok' }, 'a delay does not count')
  await floor.ask(dealer, 'dealing.confirm', { id: data?.['id'] })
  t.match(await trader.reply(asked), { code: 'ok' }, "nor does a dealer's time")
  t.match(
    await floor.ask(trader, 'trade', bought),
    { code: 'ok', data: done.data },
    'a repeat hears the first answer',
  )
  const written = { ...BUY, client_order_id: 'n-4', not_after: at(-1).replace('Z', '+00:00') }
  t.match(await floor.ask(trader, 'trade', written), { code: 'trade.expired' })
  const elsewhere = { ...BUY, not_after: at(0).replace('Z', '+01:00') }
  t.match(await floor.ask(trader, 'trade', elsewhere), {
    code: 'invalid_input',
    message: /not_after: must be a UTC time/,
  })
  t.match(await floor.ask(trader, 'trade', { ...BUY, not_after: 'soon' }), {
    code: 'invalid_input',
  })
  t.equal(floor.shard.account().positions.size, 3)
  floor.settle()
})
