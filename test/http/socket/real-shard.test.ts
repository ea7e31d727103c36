import t from 'tap'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import { SocketShard } from '../../given/fronts/socket-shard.js'
import { clientFrame, type Frame, OPCODE, type WsClient } from '../../given/fronts/ws-client.js'
import { checkLedger, replay } from '../../given/records/ledger.js'

const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' } as const
const { shard, front } = await SocketShard.start(t)
const login = await shard.account('10000')
shard.price('EURUSD', 110_000, 110_010)

/** The account's own events, in order, until the one that carries `seq`. */
async function eventsTo(client: WsClient, seq: string): Promise<string[]> {
  const seen: string[] = []
  for (;;) {
    const frame = await client.next((one) => one.seq !== undefined)
    seen.push(`${frame.seq} ${frame.event}`)
    if (frame.seq === seq) return seen
  }
}

t.test(
  'an order over each codec is answered and told to every socket of the account',
  async (t) => {
    const { tokens } = front.signIn({ login })
    const json = await front.connectWith(tokens.access)
    const packed = await front.connectWith(tokens.access, 'openfloor.msgpack')
    json.send({ id: 1, op: 'trade', args: OPEN })
    const first = await json.reply(1)
    t.match(first, { code: 'ok', data: { price: '1.10010', volume: '0.1', seq: '4' } })
    packed.send({ id: 'b', op: 'trade', args: OPEN })
    t.match(await packed.reply('b'), { code: 'ok', data: { seq: '7' } })
    const whole = ['2 order', '3 deal', '4 position', '5 order', '6 deal', '7 position']
    t.same(await eventsTo(json, '7'), whole)
    t.same(await eventsTo(packed, '7'), whole)
    t.match(await packed.event('money'), { data: { balance: '10000.00' } })

    const late = await front.connectWith(tokens.access)
    late.send({ id: 1, op: 'resume', args: { seq: '3' } })
    t.match(await late.reply(1), { code: 'ok', data: { from: '3', to: '7' } })
    t.same(await eventsTo(late, '7'), whole.slice(2))
    late.send({ id: 2, op: 'snapshot' })
    const { data } = await late.reply(2)
    t.match(data, { seq: '7', account: { login } })
    t.match(data?.['positions'], [{ symbol: 'EURUSD' }, { symbol: 'EURUSD' }])
  },
)

t.test('a subscription is confirmed, then the newest quote follows, then every move', async (t) => {
  const client = await front.connect({ login })
  t.match(await client.next(), { event: 'money', data: { seq: '7' } }, 'where the account stands')
  client.send({ id: 1, op: 'subscribe', args: { symbols: ['EURUSD'] } })
  t.match(await client.next(), { id: 1, code: 'ok' })
  t.match(await client.next(), { event: 'quote', data: { s: 'EURUSD', b: '1.10000' } })
  shard.price('EURUSD', 110_020, 110_030)
  t.match(await client.event('quote'), { data: { b: '1.10020', a: '1.10030' } })
  client.send({ id: 2, op: 'subscribe', args: { symbols: ['NOTHING'] } })
  t.match(await client.reply(2), { code: 'trade.symbol_unknown' })
})

t.test('auth and logout are answered by the front on their way back from the shard', async (t) => {
  const client = await front.connect({ login })
  const { session, tokens } = front.signIn({ login, readOnly: true })
  client.send({ id: 1, op: 'auth', args: { access_token: tokens.access } })
  t.match(await client.reply(1), { code: 'ok' })
  client.send({ id: 2, op: 'trade', args: OPEN })
  t.match(await client.reply(2), { code: 'trade.read_only' })
  client.send({ id: 3, op: 'logout' })
  t.match(await client.reply(3), { code: 'ok' })
  t.match(await client.closing(), { code: 4001 })
  t.same(front.signedOut, [session.id])
})

t.test('nine unreadable frames are answered, the tenth in a row closes with 4003', async (t) => {
  const good = clientFrame(OPCODE.text, Buffer.from('{"id":1,"op":"ping"}'))
  const bad = [
    clientFrame(OPCODE.text, Buffer.from('{"id":1,"op"')),
    clientFrame(OPCODE.text, Buffer.from('[1]')),
    clientFrame(OPCODE.text, Buffer.from('')),
    clientFrame(OPCODE.binary, Buffer.from('{"id":1,"op":"ping"}')),
  ]
  const client = await front.connect({ login })
  const send = (count: number) => {
    for (let n = 0; n < count; n++) client.write(bad[n % bad.length] as Buffer)
  }
  send(9)
  for (let n = 0; n < 9; n++) t.match(await client.reply(null), { code: 'invalid_input' })
  client.write(good)
  t.match(await client.reply(1), { code: 'ok' })
  send(10)
  t.match(await client.closing(), { code: 4003 })
  t.equal(client.frames.filter((frame) => frame.code !== undefined).length, 9)
})

/** A trader of an account of its own, and what it hears of one order or position after the other. */
async function trading(protocol: string) {
  const own = await shard.account('10000')
  const client = await front.connect({ login: own }, protocol)
  let lastId = 100
  const ask = async (args: object): Promise<Frame> => {
    const id = ++lastId
    client.send({ id, op: 'trade', args })
    return client.reply(id)
  }
  const done = async (args: object, code = 'ok') => {
    const reply = await ask(args)
    if (reply.code !== code) throw new Error(`${reply.code} ${reply.message}`)
    return reply.data as { readonly order_id: number; readonly position_id: number }
  }
  const heard = async (event: string, fits: object): Promise<Record<string, unknown>> => {
    const wanted = Object.entries(fits)
    const frame = await client.next(
      (one) => one.event === event && wanted.every(([name, value]) => one.data?.[name] === value),
    )
    return frame.data ?? {}
  }
  return { login: own, client, done, heard }
}

for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
  t.test(`orders of every kind rest, move, fill, pair up and close (${protocol})`, async (t) => {
    shard.price('EURUSD', 110_000, 110_010)
    const { login, client, done, heard } = await trading(protocol)
    const place = (over: object) =>
      done(
        { kind: 'place', symbol: 'EURUSD', side: 'buy', volume: '0.10', ...over },
        'trade.placed',
      )

    const limit = await place({ order_kind: 'limit', price: '1.09000' })
    const stop = await place({
      order_kind: 'stop',
      price: '1.11000',
      oco_order_id: limit.order_id,
      stop_loss: '1.10500',
      take_profit: '1.12000',
    })
    t.match(await heard('order', { id: limit.order_id, version: 2 }), {
      oco_order_id: stop.order_id,
    })
    const stopLimit = await place({
      order_kind: 'stop_limit',
      trigger_price: '1.11500',
      price: '1.11400',
      expiration: 'specified',
      expires_at: '2099-01-01T00:00:00Z',
    })
    await done({ kind: 'change', order_id: limit.order_id, price: '1.09100' })
    t.match(await heard('order', { id: limit.order_id, version: 3 }), { price: '1.09100' })

    shard.price('EURUSD', 110_990, 111_000)
    t.match(await heard('order', { id: stop.order_id, state: 'filled' }), { kind: 'stop' })
    t.match(await heard('deal', { order_id: stop.order_id }), {
      entry: 'in',
      price: '1.11000',
      reason: 'activation',
    })
    await heard('position', { id: stop.order_id, take_profit: '1.12000', stop_loss: '1.10500' })
    await heard('order', { id: limit.order_id, state: 'cancelled' })

    shard.price('EURUSD', 111_490, 111_500)
    await heard('order', { id: stopLimit.order_id, kind: 'limit', state: 'placed' })
    shard.price('EURUSD', 111_390, 111_400)
    await heard('order', { id: stopLimit.order_id, state: 'filled' })
    const trailed = { kind: 'stops', position_id: stopLimit.order_id, trailing_pts: 100 }
    await done(trailed)
    shard.price('EURUSD', 111_690, 111_700)
    await heard('position', { id: stopLimit.order_id, stop_loss: '1.11590' })

    shard.price('EURUSD', 112_000, 112_010)
    t.match(await heard('deal', { position_id: stop.order_id, reason: 'tp' }), {
      entry: 'out',
      price: '1.12000',
      profit: '100.00',
    })
    shard.price('EURUSD', 111_890, 111_900)
    t.match(await heard('deal', { position_id: stopLimit.order_id, reason: 'sl' }), {
      entry: 'out',
      price: '1.11890',
    })

    const bracket = { kind: 'open', symbol: 'EURUSD', volume: '0.30' }
    const long = await done({ ...bracket, side: 'buy', stop_loss: '1.10000' })
    const short = await done({ ...bracket, side: 'sell', volume: '0.10', take_profit: '1.10000' })
    const by_position_id = short.position_id
    await done({ kind: 'close_by', position_id: long.position_id, by_position_id })
    t.match(await heard('position', { id: by_position_id, volume: '0' }), { closed_at: /Z$/ })
    t.match(await heard('position', { id: long.position_id, volume: '0.2' }), {
      stop_loss: '1.10000',
    })
    const last = await place({ order_kind: 'limit', side: 'sell', price: '1.13000' })
    await done({ kind: 'delete', order_id: last.order_id })
    await heard('order', { id: last.order_id, state: 'cancelled' })
    await done({ kind: 'close', position_id: long.position_id })

    client.send({ id: 1, op: 'snapshot' })
    const { data } = await client.reply(1)
    const records = await shard.records(login)
    const account = replay(records, login)
    checkLedger(records, account)
    t.match(data, {
      positions: [],
      orders: [],
      seq: String(account.seq),
      account: { money: { balance: textFromScaled(account.balance, 2) } },
    })
  })
}

t.test(
  'staff who watch a group hear of a trade in their codec, by way of the threads',
  async (t) => {
    for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
      const staff = await front.connectStaff({}, protocol)
      staff.send({ id: 1, op: 'watch', args: { group: 'demo\\*' } })
      const watched = await staff.reply(1)
      t.match(watched, { code: 'ok', data: { groups: ['demo\\*'] } })
      const trader = await front.connect({ login })
      trader.send({ id: 1, op: 'trade', args: OPEN })
      const projection_seq = (await trader.reply(1)).data?.['projection_seq']
      t.ok(Number(projection_seq) > Number(watched.data?.['projection_seq']))
      // Money moves with prices, too, so before the trade as well.
      const isOfTrade = ({ event }: { event?: unknown }): boolean => event !== 'account_money'
      for (const event of ['order', 'deal', 'position']) {
        t.match(await staff.next(isOfTrade), { event, projection_seq, data: { login } } as object)
      }
      t.match(await staff.event('account_money'), { data: { login, money: { credit: '0.00' } } })
      staff.send({ id: 2, op: 'unwatch' })
      t.match(await staff.reply(2), { data: { logins: 0, groups: [] } })
      for (const client of [staff, trader]) client.destroy()
    }
  },
)
