import t from 'tap'
import { HEDGING } from '../../given/book.js'
import { BUY, DealingFloor } from '../../given/floors/dealing-floor.js'
import { asks, QuotingFloor, STANDARD } from '../../given/floors/quoting-floor.js'
import { factsOf } from '../../given/fronts/socket-front.js'
import type { WsClient } from '../../given/fronts/ws-client.js'
import { checkLedger, replay } from '../../given/records/ledger.js'

/** Two groups of one symbol with spreads of their own: every thread is real, and the provider's socket. */

const NETTING = 'demo\\netting'
const floor = await QuotingFloor.start(t)
await floor.connect()
await floor.quote('EURUSD', '1.10000', '1.10010')

/** Points beside the spread. */
async function widen(group: string, spread_diff_pts: number): Promise<void> {
  const id = floor.supervisor.book.groupsByPath.get(group)?.record.id ?? 0
  await floor.change('groups', id, { symbols: [{ mask: 'EURUSD', spread_diff_pts }] })
}

async function quote(client: WsClient): Promise<string> {
  const { data } = await client.event('quote')
  return `${data?.['b']} ${data?.['a']}`
}

async function subscribed(login: number, group: string, codec?: 'msgpack'): Promise<WsClient> {
  const client = await floor.socket(login, group, codec)
  t.match(await asks(client, 'subscribe', { symbols: ['EURUSD'] }), { code: 'ok' })
  return client
}

const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' }

t.test('each group hears its own prices, in both codecs, and deals at them', async (t) => {
  const [plain, wide] = [await floor.account(STANDARD), await floor.account(NETTING)]
  await widen(NETTING, 5)
  const clients = [
    await subscribed(plain, STANDARD),
    await subscribed(plain, STANDARD, 'msgpack'),
    await subscribed(wide, NETTING),
    await subscribed(wide, NETTING, 'msgpack'),
  ] as const
  t.equal(floor.front.quotes.topics, 1, 'one symbol')
  const heard = async () => Promise.all(clients.map(quote))
  const before = ['1.10000 1.10010', '1.09998 1.10013']
  t.same(await heard(), [before[0], before[0], before[1], before[1]])
  await floor.quote('EURUSD', '1.20000', '1.20020')
  const after = ['1.20000 1.20020', '1.19998 1.20023']
  t.same(await heard(), [after[0], after[0], after[1], after[1]])
  for (const [at, [b, a]] of [
    [0, ['1.20000', '1.20020']],
    [3, ['1.19998', '1.20023']],
  ] as const) {
    const data = { symbol: 'EURUSD', bids: [{ price: b }], asks: [{ price: a }] }
    t.match(await asks(clients[at], 'depth', { symbol: 'eurusd' }), { code: 'ok', data })
  }
  t.match(await asks(clients[0], 'trade', open), { code: 'ok', data: { price: '1.20020' } })
  t.match(await asks(clients[2], 'trade', { ...open, stop_loss: '1.19000' }), {
    code: 'ok',
    data: { price: '1.20023', bid: '1.19998', ask: '1.20023' },
  })
  await clients[3].event('deal')
  await floor.quote('EURUSD', '1.19003', '1.19013')
  await floor.quote('EURUSD', '1.19002', '1.19012')
  const { data } = await clients[3].event('deal')
  t.match(data, { reason: 'sl', price: '1.19000' }, 'where the listed bid is 1.19002')
  for (const login of [plain, wide]) {
    const records = await floor.records(login)
    checkLedger(records, replay(records, login))
  }
  for (const client of clients) client.destroy()
})

t.test('who is subscribed follows the rows of the group, and the account', async (t) => {
  const login = await floor.account(STANDARD)
  const client = await subscribed(login, STANDARD)
  await floor.quote('EURUSD', '1.10000', '1.10010')
  const heard = async (wanted: string): Promise<void> => {
    for (let found = ''; found !== wanted; ) found = await quote(client)
  }
  await heard('1.10000 1.10010')
  await widen(STANDARD, 20)
  await heard('1.09990 1.10020')
  await widen(STANDARD, -4)
  await heard('1.10002 1.10008')
  t.match(await asks(client, 'trade', open), { code: 'ok', data: { price: '1.10008' } })
  await widen(STANDARD, 0)
  await heard('1.10000 1.10010')
  await widen(NETTING, 100)
  const facts = factsOf(login, { group: NETTING })
  floor.front.told({ type: 'auth', event: { type: 'access', facts } })
  floor.front.clock.advance(2_000)
  await heard('1.09950 1.10060')
  t.match(await asks(client, 'unsubscribe', { symbols: ['EURUSD'] }), { code: 'ok' })
  t.equal(floor.front.quotes.topics, 0, 'nothing of it stays')
})

t.test('orders that rest follow the rows of the group, and the account into another', async (t) => {
  const login = await floor.account(STANDARD)
  const client = await floor.socket(login, STANDARD)
  const limit = { kind: 'place', order_kind: 'limit', symbol: 'EURUSD', side: 'buy', volume: '0.1' }
  await widen(STANDARD, 20)
  for (const price of ['1.09900', '1.09800']) {
    t.match(await asks(client, 'trade', { ...limit, price }), { code: 'trade.placed' })
  }
  await widen(STANDARD, 2)
  await floor.quote('EURUSD', '1.09889', '1.09899')
  t.match(await client.event('deal'), { data: { price: '1.09900' } })
  await widen(NETTING, 0)
  const profile = { login, group: NETTING, leverage: 0, enabled: true, trading_enabled: true }
  const shard = floor.supervisor.shardOf(login)
  const limits = { limit_positions: 0, limit_orders: 0, archived: false }
  shard.profile({ ...profile, ...limits }, Number.MAX_SAFE_INTEGER)
  await floor.quote('EURUSD', '1.09790', '1.09800')
  t.match(await client.event('deal'), { data: { price: '1.09800' } }, 'as it is listed')
  const records = await floor.records(login)
  checkLedger(records, replay(records, login))
})

t.test('a dealer is shown, and answers in, the prices that the client sees', async (t) => {
  const groups = { [HEDGING]: { symbols: [{ mask: '*', spread_diff_pts: 10 }] } }
  const dealing = await DealingFloor.start(t, undefined, { groups })
  const [dealer, trader] = [await dealing.dealer(501), await dealing.trader()]
  for (const [answer, price] of [
    [{}, '1.17015'],
    [{ price: '1.17012' }, '1.17012'],
  ] as const) {
    const asked = dealing.send(trader, 'trade', BUY)
    const { data } = await dealer.next(({ event, data }) => {
      return event === 'dealing.request' && data?.['taken_by'] === null
    })
    t.match(data, { bid: '1.16995', ask: '1.17015' })
    const id = Number(data?.['id'])
    await dealing.ask(dealer, 'dealing.take', { id })
    await dealing.ask(dealer, 'dealing.confirm', { id, ...answer })
    t.match(await trader.reply(asked), { code: 'ok', data: { price } })
  }
  dealing.settle()
})
