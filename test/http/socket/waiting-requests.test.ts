import t from 'tap'
import { DEALER_QUEUE_MS, WAITING_PER_ACCOUNT_MAX } from '../../../engine/limits/trading.js'
import { adminDealingRoutes } from '../../../http/routes/dealing/dealing.js'
import { LOGIN } from '../../given/account.js'
import { BUY, CONFIRM, DealingFloor, rule } from '../../given/floors/dealing-floor.js'
import { STOPPED_AT } from '../../given/floors/shard.js'
import type { WsClient } from '../../given/fronts/ws-client.js'
import { authenticator, pipeline, read, request, session } from '../given.js'

// Goal: while a request waits its account goes on, and each of its ends is one record under its key.

const DELAY = rule({ id: 2, position: 0, action: 'delay', action_value: '400' })
const LATER = [DELAY, CONFIRM]
/** Dealers get what is marked for them. */
const ASKED = rule({ conditions: [{ field: 'comment', op: 'eq', value: 'ask' }] })
const MARKED = [ASKED, CONFIRM]
const ASK = { ...BUY, comment: 'ask' }

async function requested(floor: DealingFloor, dealer: WsClient): Promise<number> {
  await floor.settled(dealer)
  const fresh = await dealer.next(
    ({ event, data }) => event === 'dealing.request' && data?.['taken_by'] === null,
  )
  return Number(fresh.data?.['id'])
}

async function taken(floor: DealingFloor, dealer: WsClient): Promise<number> {
  const id = await requested(floor, dealer)
  await floor.ask(dealer, 'dealing.take', { id })
  return id
}

t.test('a delayed request is decided at the prices of the end of its delay', async (t) => {
  const floor = await DealingFloor.start(t, LATER)
  const trader = await floor.trader()
  const asked = floor.send(trader, 'trade', BUY)
  t.match(await trader.event('order'), { data: { state: 'started' } })
  floor.prices.set('EURUSD', '1.18000', '1.18020')
  floor.pass(399)
  t.equal(floor.shard.account().positions.size, 0)
  floor.pass(1)
  t.match(await trader.reply(asked), { code: 'ok', data: { price: '1.18020' } })
  t.match(await trader.event('order'), { data: { state: 'filled' } })
  floor.settle()
})

t.test('after its delay a request may wait for a dealer, or be refused', async (t) => {
  const floor = await DealingFloor.start(t, [DELAY, ...MARKED])
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  const toDealer = floor.send(trader, 'trade', ASK)
  const late = floor.send(trader, 'trade', { ...BUY, price: '1.17010', deviation_pts: 2 })
  await floor.settled(trader)
  floor.prices.set('EURUSD', '1.17010', '1.17013')
  floor.pass(400)
  t.match(await trader.reply(late), { code: 'trade.price_changed' })
  const id = await taken(floor, dealer)
  t.match(await floor.ask(dealer, 'dealing.confirm', { id }), { code: 'ok' })
  t.match(await trader.reply(toDealer), { code: 'ok', data: { order_id: id } })
  floor.settle()
})

t.test('an offer that was taken holds through a delay', async (t) => {
  const long = rule({
    ...DELAY,
    action_value: '60000',
    conditions: [{ field: 'comment', op: 'eq', value: 'slow' }],
  })
  const floor = await DealingFloor.start(t, [long, CONFIRM], {
    symbols: { EURUSD: { execution: 'request' } },
  })
  const trader = await floor.trader()
  const offered = await floor.ask(trader, 'trade', BUY)
  const { quote_id } = offered.data as { quote_id: string }
  const asked = floor.send(trader, 'trade', { ...BUY, quote_id, comment: 'slow' })
  await floor.settled(trader)
  // Two spreads of then: as far as the server honours its offer.
  floor.prices.set('EURUSD', '1.17020', '1.17030')
  floor.pass(60_000)
  t.match(await trader.reply(asked), { code: 'ok', data: { price: '1.17010' } })
  floor.settle()
})

t.test('what waits holds its margin, and gives it back when it is refused', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  // 5 lots need 5,850.50 of the 10,000.
  const asked = floor.send(trader, 'trade', { ...ASK, volume: '5' })
  const id = await taken(floor, dealer)
  t.match(await floor.ask(trader, 'snapshot'), {
    data: { account: { money: { margin: '5850.50' } }, orders: [{ id, state: 'started' }] },
  })
  t.match(await floor.ask(trader, 'trade', { ...BUY, volume: '4' }), { code: 'trade.no_money' })
  await floor.ask(dealer, 'dealing.reject', { id })
  t.match(await trader.reply(asked), { code: 'trade.rejected' })
  t.match(await floor.ask(trader, 'trade', { ...BUY, volume: '4' }), { code: 'ok' })
  floor.settle()
})

t.test('what could not go through now does not wait', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const trader = await floor.trader()
  await floor.dealer(501)
  t.match(await floor.ask(trader, 'trade', { ...ASK, volume: '9' }), { code: 'trade.no_money' })
  t.same(floor.desk.queue(session() as never), [])
  floor.settle()
})

t.test('money is looked at again when a dealer confirms, at the price of the dealer', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  // A lot of gold needs as much as its price; 4 lots are paid for at 2,500 and not above.
  for (const [price, code] of [
    ['2500.01', 'trade.no_money'],
    ['2500.00', 'ok'],
  ]) {
    const asked = floor.send(trader, 'trade', { ...ASK, symbol: 'XAUUSD', volume: '4' })
    const id = await taken(floor, dealer)
    const confirmed = await floor.ask(dealer, 'dealing.confirm', { id, price })
    t.match(confirmed, { code: 'ok', data: { outcome: code } })
    t.match(await trader.reply(asked), { code })
  }
  floor.settle()
})

t.test('an account that may not trade any more is refused when a dealer confirms', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  const asked = floor.send(trader, 'trade', { ...ASK, client_order_id: 'k' })
  const id = await taken(floor, dealer)
  floor.shard.profile({ trading_enabled: false })
  t.match(await floor.ask(dealer, 'dealing.confirm', { id }), {
    code: 'ok',
    data: { id, outcome: 'trade.disabled', message: /off/ },
  })
  t.match(await trader.reply(asked), { code: 'trade.disabled' })
  t.match(await floor.ask(trader, 'trade', { ...ASK, client_order_id: 'k' }), {
    code: 'trade.disabled',
  })
  floor.settle()
})

t.test('other requests of the account go on, but not on the same position or order', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  const [a, b] = [await floor.ask(trader, 'trade', BUY), await floor.ask(trader, 'trade', BUY)]
  const [position_id, other] = [a.data?.['position_id'], b.data?.['position_id']]
  const placed = await floor.ask(trader, 'trade', {
    kind: 'place',
    symbol: 'EURUSD',
    side: 'buy',
    order_kind: 'limit',
    volume: '0.10',
    price: '1.10000',
  })
  const order_id = placed.data?.['order_id']
  const close = { kind: 'close', position_id, comment: 'ask' }
  const change = { kind: 'change', order_id, price: '1.11000', comment: 'ask' }
  const asked = [floor.send(trader, 'trade', close), floor.send(trader, 'trade', change)]
  const ids = [await taken(floor, dealer), await taken(floor, dealer)]
  for (const body of [
    { kind: 'close', position_id },
    { kind: 'stops', position_id, stop_loss: '1.10000' },
    { kind: 'close_by', position_id: other, by_position_id: position_id },
    { kind: 'change', order_id, price: '1.12000' },
    { kind: 'delete', order_id, client_order_id: 'del' },
  ]) {
    t.match(await floor.ask(trader, 'trade', body), { code: 'trade.busy' }, body.kind)
  }
  t.match(await floor.ask(trader, 'trade', { kind: 'close', position_id: other }), { code: 'ok' })
  for (const id of ids) await floor.ask(dealer, 'dealing.confirm', { id })
  t.match(await trader.reply(asked[0] as number), { code: 'ok', data: { position_id } })
  t.match(await trader.reply(asked[1] as number), { code: 'ok', data: { order_id } })
  t.match(floor.shard.account().orders.get(Number(order_id)), {
    version: 2,
    price: 111_000,
    comment: 'ask',
  })
  const deleted = { kind: 'delete', order_id, client_order_id: 'del' }
  t.match(await floor.ask(trader, 'trade', deleted), { code: 'ok' }, 'busy was not kept')
  floor.settle()
})

t.test('placing, stops and deleting wait in memory alone', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  const place = {
    kind: 'place',
    symbol: 'EURUSD',
    side: 'buy',
    order_kind: 'limit',
    comment: 'ask',
    volume: '0.10',
    price: '1.10000',
    client_order_id: 'p',
  }
  const asked = floor.send(trader, 'trade', place)
  const id = await taken(floor, dealer)
  const before = floor.shard.records().length
  t.match(await floor.ask(dealer, 'dealing.confirm', { id, price: '1.1' }), {
    code: 'trade.invalid_price',
  })
  t.match(await floor.ask(dealer, 'dealing.requote', { id }), { code: 'trade.invalid_price' })
  t.equal(floor.shard.records().length, before)
  t.match(await floor.ask(dealer, 'dealing.confirm', { id }), {
    data: { outcome: 'trade.placed', order_id: id },
  })
  t.match(await trader.reply(asked), { code: 'trade.placed', data: { order_id: id } })
  const remove = { kind: 'delete', order_id: id, comment: 'ask' }
  const removed = floor.send(trader, 'trade', remove)
  const second = await taken(floor, dealer)
  await floor.ask(dealer, 'dealing.reject', { id: second, text: 'Keep it' })
  t.match(await trader.reply(removed), { code: 'trade.rejected', message: 'Keep it' })
  t.match(
    floor.shard.records().at(-1),
    { events: [], note: { actor: 501 } },
    'it is in the journal',
  )
  t.equal(floor.shard.account().orders.size, 1)
  floor.settle()
})

t.test('two positions are closed by each other through a dealer', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  const long = (await floor.ask(trader, 'trade', BUY)).data?.['position_id']
  const short = (await floor.ask(trader, 'trade', { ...BUY, side: 'sell' })).data?.['position_id']
  const body = { kind: 'close_by', position_id: long, by_position_id: short, comment: 'ask' }
  const asked = floor.send(trader, 'trade', body)
  const id = await taken(floor, dealer)
  await floor.ask(dealer, 'dealing.confirm', { id })
  t.match(await trader.reply(asked), { code: 'ok', data: { order_id: id } })
  t.equal(floor.shard.account().positions.size, 0)
  floor.settle()
})

t.test('a repeat while it waits, and one after it, hear the one outcome', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  const body = { ...ASK, client_order_id: 'once' }
  const first = floor.send(trader, 'trade', body)
  const id = await taken(floor, dealer)
  const again = floor.send(await floor.trader(), 'trade', body)
  const same = await floor.trader()
  const joined = floor.send(same, 'trade', body)
  t.match(await floor.ask(same, 'trade', { ...body, volume: '0.20' }), { code: 'conflict' })
  const rest = floor.rest('trade', body)
  await floor.ask(dealer, 'dealing.confirm', { id })
  const answer = await trader.reply(first)
  t.match(answer, { code: 'ok', data: { order_id: id } })
  t.same((await same.reply(joined)).data, answer.data)
  t.match(await rest, { ok: true })
  t.same((await floor.ask(same, 'trade', body)).data, answer.data)
  t.equal(floor.shard.account().positions.size, 1)
  t.ok(again)
  floor.settle()
})

t.test('a repeat after a time-out hears of it', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const trader = await floor.trader()
  await floor.dealer(501)
  const body = { ...ASK, client_order_id: 'late' }
  const first = floor.send(trader, 'trade', body)
  await floor.settled(trader)
  floor.pass(DEALER_QUEUE_MS)
  const answer = await trader.reply(first)
  t.match(answer, { code: 'trade.timeout' })
  const { code, message } = await floor.ask(trader, 'trade', body)
  t.same({ code, message }, { code: answer.code, message: answer.message })
  floor.settle()
})

t.test('a restart ends what had started, once, and a repeat hears of it', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  const done = { ...BUY, client_order_id: 'done' }
  await floor.ask(trader, 'trade', done)
  const body = { ...ASK, client_order_id: 'held' }
  floor.send(trader, 'trade', body)
  const id = await taken(floor, dealer)
  floor.rest('trade', { ...ASK, volume: '0.20' })
  await floor.ask(trader, 'trade', { ...BUY, client_order_id: 'between' })
  floor.restart()
  t.match(await trader.closing(), { code: 1012 })
  t.match(await dealer.event('dealing.gone'), { data: { id, outcome: 'trade.timeout' } })
  t.equal(floor.shard.account().orders.size, 2)
  const early = await floor.trader()
  const asked = floor.send(early, 'trade', body)
  await floor.settled(early)
  floor.pass(0)
  t.match(await early.reply(asked), { code: 'trade.timeout', message: /server restarted/ })
  t.match(await early.event('order'), { data: { id, state: 'rejected' } })
  t.match(await floor.ask(early, 'trade', body), {
    code: 'trade.timeout',
    message: /server restarted/,
  })
  t.match(await floor.ask(early, 'trade', done), { code: 'ok' })
  t.equal(floor.shard.account().orders.size, 0)
  const rows = floor.shard.records().flatMap(({ events }) => events)
  const own = rows.filter((event) => event.type === 'order' && event.id === id)
  t.match(own, [{ state: 'started' }, { state: 'rejected' }])
  floor.restart()
  floor.pass(0)
  const after = await floor.trader()
  t.match(await floor.ask(after, 'trade', body), { code: 'trade.timeout' }, 'also after the next')
  t.match(await floor.ask(after, 'trade', BUY), { code: 'ok' })
  floor.settle()
})

t.test('after a restart a request that waited only in memory is decided again', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const dealer = await floor.dealer(501)
  const place = {
    kind: 'place',
    symbol: 'EURUSD',
    side: 'buy',
    order_kind: 'limit',
    comment: 'ask',
    volume: '0.10',
    price: '1.10000',
    client_order_id: 'p',
  }
  floor.send(await floor.trader(), 'trade', place)
  const id = await requested(floor, dealer)
  floor.restart()
  const trader = await floor.trader()
  const asked = floor.send(trader, 'trade', place)
  await dealer.event('dealing.gone')
  const next = await taken(floor, dealer)
  t.not(next, id, 'no request has the number of another')
  await floor.ask(dealer, 'dealing.confirm', { id: next })
  t.match(await trader.reply(asked), { code: 'trade.placed' })
  floor.settle()
})

t.test('an account has so many requests that wait, and no more', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const trader = await floor.trader()
  await floor.dealer(501)
  const small = { ...ASK, volume: '0.01' }
  for (let i = 0; i < WAITING_PER_ACCOUNT_MAX; i++) floor.send(trader, 'trade', small)
  const body = { ...small, client_order_id: 'more' }
  t.match(await floor.ask(trader, 'trade', body), { code: 'trade.too_many_requests' })
  floor.pass(DEALER_QUEUE_MS)
  floor.send(trader, 'trade', body)
  await floor.settled(trader)
  t.equal(floor.desk.queue(session() as never).length, 1, 'it was not kept under its id')
  floor.settle()
})

t.test('a full disk ends nothing; what is due ends when there is space again', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  const body = { ...ASK, client_order_id: 'full' }
  const asked = floor.send(trader, 'trade', body)
  const id = await taken(floor, dealer)
  floor.shard.core.halt(STOPPED_AT)
  t.match(await floor.ask(dealer, 'dealing.confirm', { id }), { code: 'unavailable' })
  floor.pass(DEALER_QUEUE_MS)
  t.match(await trader.reply(asked), { code: 'unavailable' }, 'nobody is kept waiting for space')
  t.equal(floor.shard.account().orders.size, 1)
  const again = floor.send(trader, 'trade', body)
  floor.shard.core.halt(null)
  floor.pass(1000)
  t.match(await trader.reply(again), { code: 'trade.timeout' })
  floor.settle()
})

t.test('REST waits as the socket does, and a check waits for nobody', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const dealer = await floor.dealer(501)
  t.match(await floor.rest('check', ASK), { ok: true, value: /"margin":"117\.01"/ })
  t.same(floor.desk.queue(session() as never), [])
  const answer = floor.rest('trade', ASK)
  const id = await taken(floor, dealer)
  await floor.ask(dealer, 'dealing.confirm', { id })
  t.match(await answer, { ok: true, value: new RegExp(`^ok .*"order_id":${id}`) })
  floor.settle()
})

t.test('clear_stops before a dealer leaves the stops out', async (t) => {
  const clears = rule({ id: 3, position: 0, action: 'clear_stops' })
  const floor = await DealingFloor.start(t, [clears, ...MARKED])
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  const asked = floor.send(trader, 'trade', { ...ASK, stop_loss: '1.10000' })
  const id = await taken(floor, dealer)
  await floor.ask(dealer, 'dealing.confirm', { id })
  t.match(await trader.reply(asked), { code: 'ok' })
  t.match(floor.shard.account().positions.get(id), { stopLoss: 0 })
  floor.settle()
})

t.test('the queue route shows what waits for accounts in scope', async (t) => {
  const floor = await DealingFloor.start(t, MARKED)
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  floor.send(trader, 'trade', ASK)
  const id = await taken(floor, dealer)
  const rights = new Set(['dealing'])
  const front = pipeline(adminDealingRoutes, {
    authenticator: authenticator({
      desk: session({ rights, browser: false }),
      away: session({ id: 's2', rights, groupScope: ['real\\*'], browser: false }),
      clerk: session({ id: 's3', rights: new Set(['trades.view']), browser: false }),
    }),
    services: { clock: floor.front.clock, dealing: floor.desk } as never,
  })
  const ask = async (name: string) => {
    const headers = { authorization: `Bearer ${name}` }
    return read(await front.inject(request({ path: '/admin/v1/dealing/queue', headers }), null))
  }
  t.match(await ask('desk'), {
    data: [{ id, login: LOGIN, symbol: 'EURUSD', taken_by: 501, request: { comment: 'ask' } }],
  })
  t.match(await ask('away'), { code: 'ok', data: [] })
  t.match(await ask('clerk'), { code: 'forbidden' })
  floor.settle()
})
