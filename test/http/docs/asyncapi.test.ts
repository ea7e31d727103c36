import t from 'tap'
import { STAFF_OPS } from '../../../http/socket/staff/staff-catalog.js'
import { findErrors } from '../../../wire/check/validate.js'
import { STAFF_EVENTS } from '../../../wire/schema/live/staff-events.js'
import { TRADER_EVENTS, TRADER_OPS } from '../../../wire/schema/live/trader-socket.js'
import type { TSchema } from '../../../wire/types/scalars.js'
import { WholeServer } from '../../given/fronts/whole-server.js'
import { type Frame, WsClient } from '../../given/fronts/ws-client.js'

t.setTimeout(0)
const server = await WholeServer.start(t)
const { login, headers } = await server.account()

type Node = { readonly [key: string]: Node }

t.test('the document is there, and whatever it points at is in it', async (t) => {
  const answer = await fetch(`${server.origin}/asyncapi.json`)
  const document = (await answer.json()) as Node & { readonly asyncapi: string }
  t.equal(document.asyncapi, '3.0.0')
  const at = (ref: string): Node | undefined =>
    ref
      .slice(2)
      .split('/')
      .reduce<Node | undefined>((node, part) => node?.[part], document)
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref)
  t.same(
    refs.filter((ref) => at(String(ref)) === undefined),
    [],
  )
  t.same(
    Object.values(document['channels'] ?? {}).map((one) => String(one['address'])),
    ['/trader/v1/socket', '/admin/v1/socket'],
  )
  t.match(at('#/components/messages/trader.event.order/payload/required'), ['event', 'data', 'seq'])
  t.notMatch(JSON.stringify(document), /"x-(says|integer|flag|text|time|bytes)"/)
})

t.test('each operation that is described is one, on its side', async (t) => {
  const sides = [
    ['/trader/v1/socket', headers, TRADER_OPS],
    [
      '/admin/v1/socket',
      { cookie: String(server.staff['cookie']), origin: server.origin },
      STAFF_OPS,
    ],
  ] as const
  for (const [path, signed, ops] of sides) {
    const socket = await WsClient.open({ port: server.port, path, headers: signed })
    const names = Object.keys(ops).filter((name) => name !== 'logout')
    for (const [id, op] of [...names, 'nothing'].entries()) {
      socket.send({ id, op, args: {} })
      const { message } = await socket.reply(id)
      t.equal(/no operation|no op\b/i.test(String(message)), op === 'nothing', `${path} ${op}`)
    }
    socket.destroy()
  }
})

t.test('what sockets tell is what is described', async (t) => {
  const trader = await WsClient.open({ port: server.port, headers })
  const staff = await WsClient.open({
    port: server.port,
    path: '/admin/v1/socket',
    headers: { cookie: String(server.staff['cookie']), origin: server.origin },
  })
  const ask = async (socket: WsClient, ops: Described, op: string, args: object = {}) => {
    socket.send({ id: 1, op, args })
    const reply = await socket.reply(1)
    t.match(reply, { code: 'ok' }, op)
    fits(ops[op]?.data, reply.data, op)
  }
  const fits = (schema: TSchema | undefined, data: unknown, what: string): void => {
    if (schema === undefined) t.fail(`${what} is not described`)
    else t.same(findErrors(schema, data, 0), null, what)
  }
  await ask(staff, STAFF_OPS, 'watch', { logins: [login], valuation: true })
  await ask(staff, STAFF_OPS, 'watch_config')
  await ask(staff, STAFF_OPS, 'watch_journal')
  await ask(staff, STAFF_OPS, 'watch_online')
  const exposure = { group: '*', by: 'symbol', currency: 'EUR' }
  await ask(staff, STAFF_OPS, 'watch_exposure', exposure)
  await ask(staff, STAFF_OPS, 'watch_margin', { group: '*' })
  await ask(staff, STAFF_OPS, 'watch_overview', { group: 'demo\\*', currency: 'EUR' })
  await ask(staff, STAFF_OPS, 'watch_waiting')
  await ask(staff, STAFF_OPS, 'watch_links')
  await ask(staff, STAFF_OPS, 'follow', { latest: true })
  await ask(trader, TRADER_OPS, 'snapshot')
  await ask(trader, TRADER_OPS, 'symbols')
  await ask(trader, TRADER_OPS, 'candles', { symbol: 'EURUSD', timeframe: 'M1' })
  await ask(trader, TRADER_OPS, 'subscribe', { symbols: ['EURUSD'], valuation: true, news: true })
  await ask(trader, TRADER_OPS, 'depth', { symbol: 'EURUSD', subscribe: true })
  await trader.event('quote')
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1', client_order_id: 'a' }
  await ask(trader, TRADER_OPS, 'check', {
    kind: 'open',
    symbol: 'EURUSD',
    side: 'buy',
    volume: '0.1',
  })
  await ask(trader, TRADER_OPS, 'trade', open)
  await ask(trader, TRADER_OPS, 'outcome', { client_order_id: 'a' })
  await ask(trader, TRADER_OPS, 'snapshot')
  await ask(trader, TRADER_OPS, 'resume', { seq: '0' })
  const body = { logins: String(login), message: 'Hello' }
  await server.ask('POST /admin/v1/notifications', server.staff, body)
  const holiday = { name: 'A day', day: '2031-01-01', symbols: ['*'] }
  await server.ask('POST /admin/v1/holidays', server.staff, holiday)
  const heard = { trader: new Set<string>(), staff: new Set<string>() }
  const look = (socket: WsClient, name: 'trader' | 'staff', events: Described) => (one: Frame) => {
    if (one.event === undefined) return false
    fits(events[one.event]?.data, one.data, `${name} ${one.event}`)
    heard[name].add(one.event)
    return socket.frames.length >= 0
  }
  const seen = async (
    socket: WsClient,
    name: 'trader' | 'staff',
    events: Described,
    wanted: string,
  ) => {
    for (const event of wanted.split(' ')) {
      while (!heard[name].has(event)) await socket.next(look(socket, name, events))
    }
  }
  await seen(
    trader,
    'trader',
    TRADER_EVENTS,
    'quote money order deal position valuation depth notification',
  )
  await seen(
    staff,
    'staff',
    STAFF_EVENTS,
    'order deal position account_money journal exposure valuation margin overview waiting link stream',
  )
  trader.destroy()
  staff.destroy()
})

type Described = Readonly<Record<string, { readonly data: TSchema }>>
