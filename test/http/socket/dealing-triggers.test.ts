import t from 'tap'
import { DEALER_QUEUE_MS } from '../../../engine/limits/trading.js'
import { LOGIN } from '../../given/account.js'
import { BUY, CONFIRM, DealingFloor, rule } from '../../given/floors/dealing-floor.js'
import type { WsClient } from '../../given/fronts/ws-client.js'

// Goal: what the server asks by itself goes to the desk as well, and comes again until it is done.

const OWN = rule({ request_kinds: ['activate', 'sl', 'tp'] })
const RULES = [OWN, CONFIRM]
const LIMIT = {
  kind: 'place',
  symbol: 'EURUSD',
  side: 'buy',
  order_kind: 'limit',
  volume: '0.10',
  price: '1.16000',
}

async function requested(dealer: WsClient) {
  const { data } = await dealer.next(
    (frame) => frame.event === 'dealing.request' && frame.data?.['taken_by'] === null,
  )
  return data as { id: number; request: Record<string, unknown> }
}

async function taken(floor: DealingFloor, dealer: WsClient): Promise<number> {
  const { id } = await requested(dealer)
  await floor.ask(dealer, 'dealing.take', { id })
  return id
}

async function floorWithDealer(test: { teardown(run: () => unknown): unknown }) {
  const floor = await DealingFloor.start(test, RULES)
  return { floor, dealer: await floor.dealer(501), trader: await floor.trader() }
}

t.test(
  'an order whose price has come waits for a dealer, at no worse than its price',
  async (t) => {
    const { floor, dealer, trader } = await floorWithDealer(t)
    const order_id = (await floor.ask(trader, 'trade', LIMIT)).data?.['order_id']
    floor.tick('EURUSD', '1.15980', '1.15990')
    const { id, request } = await requested(dealer)
    t.match(request, {
      kind: 'activate',
      order_id,
      order_kind: 'limit',
      side: 'buy',
      volume: '0.1',
    })
    floor.tick('EURUSD', '1.15970', '1.15980')
    await floor.settled(dealer)
    t.notOk(
      dealer.frames.some(({ event }) => event === 'dealing.request'),
      'it is asked once',
    )
    t.match(await floor.ask(trader, 'trade', { kind: 'delete', order_id }), { code: 'trade.busy' })
    await floor.ask(dealer, 'dealing.take', { id })
    t.match(await floor.ask(dealer, 'dealing.requote', { id }), { code: 'trade.invalid_price' })
    t.match(await floor.ask(dealer, 'dealing.confirm', { id, price: '1.16001' }), {
      code: 'trade.invalid_price',
    })
    t.match(await floor.ask(dealer, 'dealing.confirm', { id, price: '1.15995' }), {
      data: { outcome: 'ok', order_id },
    })
    t.match(await trader.event('deal'), {
      data: { order_id, price: '1.15995', reason: 'activation' },
    })
    t.equal(floor.shard.account().orders.size, 0)
    floor.settle()
  },
)

t.test('an order that a dealer rejects goes into the history', async (t) => {
  const { floor, dealer, trader } = await floorWithDealer(t)
  const order_id = (await floor.ask(trader, 'trade', LIMIT)).data?.['order_id']
  floor.tick('EURUSD', '1.15980', '1.15990')
  const id = await taken(floor, dealer)
  t.match(await floor.ask(dealer, 'dealing.reject', { id, text: 'No' }), {
    data: { outcome: 'trade.rejected' },
  })
  t.match(await dealer.event('dealing.gone'), { data: { outcome: 'trade.rejected' } })
  await trader.event('order')
  t.match(await trader.event('order'), { data: { id: order_id, state: 'rejected' } })
  t.match(floor.shard.records().at(-1)?.note, { actor: 501, text: /rejected \(No\): activate/ })
  floor.settle()
})

t.test('a stop loss that nobody answers comes again with the next tick that fits', async (t) => {
  const { floor, dealer, trader } = await floorWithDealer(t)
  const body = { ...BUY, stop_loss: '1.16000' }
  const position_id = (await floor.ask(trader, 'trade', body)).data?.['position_id']
  floor.tick('EURUSD', '1.15990', '1.16000')
  const first = await requested(dealer)
  t.match(first.request, { kind: 'sl', position_id, side: 'sell' })
  floor.pass(DEALER_QUEUE_MS)
  t.match(await dealer.event('dealing.gone'), { data: { outcome: 'trade.timeout' } })
  t.equal(floor.shard.account().positions.size, 1)
  floor.tick('EURUSD', '1.15980', '1.15990')
  const rejected = await taken(floor, dealer)
  t.not(rejected, first.id)
  await floor.ask(dealer, 'dealing.reject', { id: rejected })
  floor.tick('EURUSD', '1.15970', '1.15980')
  const id = await taken(floor, dealer)
  t.match(await floor.ask(dealer, 'dealing.confirm', { id }), { data: { outcome: 'ok' } })
  t.match(await trader.next(({ data }) => data?.['entry'] === 'out'), {
    data: { position_id, price: '1.15970', reason: 'sl' },
  })
  t.equal(floor.shard.account().positions.size, 0)
  floor.settle()
})

t.test('a take profit is confirmed at its price or better', async (t) => {
  const { floor, dealer, trader } = await floorWithDealer(t)
  await floor.ask(trader, 'trade', { ...BUY, take_profit: '1.18000' })
  floor.tick('EURUSD', '1.18010', '1.18020')
  const id = await taken(floor, dealer)
  t.match(await floor.ask(dealer, 'dealing.confirm', { id, price: '1.17999' }), {
    code: 'trade.invalid_price',
  })
  t.match(await floor.ask(dealer, 'dealing.confirm', { id, price: '1.18000' }), {
    data: { outcome: 'ok' },
  })
  t.match(floor.shard.records(LOGIN).at(-1)?.events[1], {
    reason: 'tp',
    price: 118_000,
    dealer: 501,
  })
  floor.settle()
})

t.test(
  'a stop loss that waits keeps the client from the position, and outlives a restart',
  async (t) => {
    const { floor, dealer, trader } = await floorWithDealer(t)
    const body = { ...BUY, stop_loss: '1.16000' }
    const position_id = (await floor.ask(trader, 'trade', body)).data?.['position_id']
    floor.tick('EURUSD', '1.15990', '1.16000')
    const id = await taken(floor, dealer)
    t.match(await floor.ask(trader, 'trade', { kind: 'close', position_id }), {
      code: 'trade.busy',
    })
    floor.restart()
    floor.tick('EURUSD', '1.15980', '1.15990')
    t.match(await dealer.next(({ data }) => data?.['id'] !== id && data?.['taken_by'] === null), {
      event: 'dealing.request',
      data: { request: { kind: 'sl', position_id } },
    })
    floor.settle()
  },
)

t.test(
  'an answer while the symbol has no price does nothing, and what was asked comes again',
  async (t) => {
    const { floor, dealer, trader } = await floorWithDealer(t)
    const body = { ...BUY, stop_loss: '1.16000' }
    const position_id = (await floor.ask(trader, 'trade', body)).data?.['position_id']
    const order_id = (await floor.ask(trader, 'trade', LIMIT)).data?.['order_id']
    for (const [kind, price] of [
      ['sl', '1.15970'],
      ['activate', '1.15995'],
    ] as const) {
      floor.tick('EURUSD', '1.15980', '1.15990')
      const { id } = await dealer
        .next(({ event, data }) => {
          const request = data?.['request'] as Record<string, unknown> | undefined
          return (
            event === 'dealing.request' && data?.['taken_by'] === null && request?.['kind'] === kind
          )
        })
        .then(({ data }) => data as { id: number })
      await floor.ask(dealer, 'dealing.take', { id })
      floor.prices.remove('EURUSD')
      const records = floor.shard.records(LOGIN).length
      t.match(await floor.ask(dealer, 'dealing.confirm', { id, price }), {
        data: { id, outcome: 'trade.off_quotes', order_id: 0, deal_id: 0 },
      })
      t.match(
        floor.shard.records(LOGIN).slice(records),
        [{ events: { length: 0 } }],
        'a line alone',
      )
      t.same(floor.shard.setAside, [])
    }
    t.ok(floor.shard.account().positions.has(Number(position_id)))
    t.equal(floor.shard.account().orders.get(Number(order_id))?.state, 'placed')
    floor.settle()
  },
)
