import t from 'tap'
import { DEALER_ANSWER_MS, DEALER_QUEUE_MS } from '../../../engine/limits/trading.js'
import { refusalText } from '../../../wire/answer/envelope.js'
import { BUY, CONFIRM, DealingFloor, rule } from '../../given/floors/dealing-floor.js'
import type { WsClient } from '../../given/fronts/ws-client.js'

// Goal: who has waited for nothing hears of which order it was, every time, and staff read why.

const ASKED = rule({ conditions: [{ field: 'comment', op: 'eq', value: 'ask' }] })
const ASK = { ...BUY, comment: 'ask', client_order_id: 'k' }

async function requested(floor: DealingFloor, dealer: WsClient): Promise<number> {
  await floor.settled(dealer)
  const fresh = await dealer.next(({ event }) => event === 'dealing.request')
  return Number(fresh.data?.['id'])
}

function notes(floor: DealingFloor): readonly string[] {
  return floor.shard
    .records()
    .flatMap(({ note }) => (note === undefined || note.kind === 'balance' ? [] : [note.text]))
}

t.test('a refusal names its order, to who waits, to a repeat and over REST', async (t) => {
  const floor = await DealingFloor.start(t, [ASKED, CONFIRM])
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  const asked = floor.send(trader, 'trade', ASK)
  const rest = floor.rest('trade', ASK)
  const id = await requested(floor, dealer)
  const ids = { order_id: id, deal_id: 0, position_id: 0 }
  await floor.ask(dealer, 'dealing.take', { id })
  await floor.ask(dealer, 'dealing.reject', { id, text: 'No' })
  t.match(await trader.reply(asked), { code: 'trade.rejected', message: 'No', data: ids })
  t.match((await floor.ask(trader, 'trade', ASK)).data, ids)
  const packed = await floor.trader('openfloor.msgpack')
  t.match((await floor.ask(packed, 'trade', ASK)).data, ids)
  const refusal = await rest
  if (refusal.ok) throw new Error('it is refused')
  t.match(JSON.parse(refusalText(refusal, 'r')), { success: false, data: ids })
  floor.settle()
})

t.test('an offer in place of an answer names the order as well', async (t) => {
  const floor = await DealingFloor.start(t, [ASKED, CONFIRM])
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  const asked = floor.send(trader, 'trade', ASK)
  const order_id = await requested(floor, dealer)
  await floor.ask(dealer, 'dealing.take', { id: order_id })
  await floor.ask(dealer, 'dealing.requote', { id: order_id, price: '1.18' })
  t.match(await trader.reply(asked), {
    code: 'trade.requote',
    data: { order_id, ask: '1.18000', quote_id: /./ },
  })
  floor.settle()
})

t.test('a refusal at once names nothing: there was no order', async (t) => {
  const floor = await DealingFloor.start(t, [ASKED, CONFIRM])
  const trader = await floor.trader()
  const { code, data } = await floor.ask(trader, 'trade', ASK)
  t.same(
    [code, data],
    ['trade.no_connection', { reason: 'trade.no_connection.no_dealer', params: {} }],
  )
})

t.test('a time-out is in the journal, with the dealer who had taken the request', async (t) => {
  const floor = await DealingFloor.start(t, [ASKED, CONFIRM])
  const trader = await floor.trader()
  const dealer = await floor.dealer(501)
  const taken = floor.send(trader, 'trade', ASK)
  const id = await requested(floor, dealer)
  await floor.ask(dealer, 'dealing.take', { id })
  floor.pass(DEALER_ANSWER_MS)
  t.match(await trader.reply(taken), { code: 'trade.timeout', data: { order_id: id } })
  t.match(notes(floor), [
    /^Account 1001: open request \d+ \(buy 0\.1 EURUSD\) has timed out\. Dealer 501 took it/,
  ])
  const untaken = floor.send(trader, 'trade', { ...ASK, client_order_id: 'other' })
  await floor.settled(trader)
  floor.pass(DEALER_QUEUE_MS)
  t.match(await trader.reply(untaken), { code: 'trade.timeout' })
  t.match(notes(floor)[1], /has timed out\. No dealer answered in time\./)
  floor.send(trader, 'trade', { ...ASK, client_order_id: 'restart' })
  await floor.settled(trader)
  floor.restart()
  floor.pass(0)
  t.match(notes(floor)[2], /request \d+ \(buy 0\.1 EURUSD\) has timed out\. The server restarted/)
  floor.settle()
})
