import t from 'tap'
import { ServerProcess, type StaffSession } from '../crash/server-process.js'
import { scratch } from '../given/desk.js'
import { WsClient } from '../given/fronts/ws-client.js'

// Changes of an account by staff are felt by the terminals that are signed in to it.

t.test('terminals hear of a move and of another leverage, and trade on by it', async (t) => {
  const server = await ServerProcess.start({ dataDir: scratch(t) })
  t.teardown(() => server.kill())
  const staff = await server.signInStaff()
  await server.sure('POST /admin/v1/groups', staff, { path: 'real\\second' })
  const login = await server.openAccount(staff, 'real\\second', '10000')
  const other = await server.openAccount(staff, 'demo\\standard', '10000')
  const trader = await server.signInTrader(login)
  const protocols = ['openfloor.json', 'openfloor.msgpack']
  const { port } = server
  const sockets = await Promise.all(
    protocols.map((protocol) => WsClient.open({ port, protocol, headers: trader.headers })),
  )
  const stranger = await WsClient.open({
    port,
    protocol: 'openfloor.json',
    headers: (await server.signInTrader(other)).headers,
  })
  const account = `/admin/v1/accounts/${login}`
  const steps = [
    [`POST ${account}/group`, { group: 'real\\standard' }, { group: 'real\\standard' }],
    [`POST ${account}/leverage`, { leverage: 7 }, { leverage: 7 }],
  ] as const
  for (const [i, [what, body, felt]] of steps.entries()) {
    await server.sure(what, staff, body)
    for (const socket of sockets) {
      const frame = await socket.next(({ event }) => event === 'config_changed')
      t.match(frame.data, { kind: 'accounts', id: login, version: 2 + i })
    }
    t.match((await server.ask('GET /trader/v1/account', trader)).data, felt)
  }
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }
  const [socket] = sockets
  socket?.send({ id: 1, op: 'trade', args: { ...order, client_order_id: 'a' } })
  t.match(await socket?.reply(1), { code: 'ok' })
  const { data } = await server.ask<{ money: { margin: string } }>('GET /trader/v1/account', trader)
  t.ok(Number(data.money.margin) > 1000, `${data.money.margin}: a tenth of a lot at 1:7`)
  await ownTermsAreTold(server, staff, trader, sockets, account)
  await termsAreTold(server, staff, sockets)
  stranger.send({ id: 2, op: 'ping', args: {} })
  await stranger.reply(2)
  t.same(
    stranger.frames.filter(({ event }) => event === 'config_changed'),
    [],
  )
})

/** The terms that an account has of its own: each change is told to its terminals, and read again as it is. */
async function ownTermsAreTold(
  server: ServerProcess,
  staff: StaffSession,
  trader: Parameters<ServerProcess['ask']>[1],
  sockets: readonly WsClient[],
  account: string,
): Promise<void> {
  let { version } = (await server.ask<{ version: number }>(`GET ${account}`, staff)).data
  for (const [change, terms] of [
    [{ leverage: 9 }, { leverage: 9 }],
    [{ limit_orders: 5 }, { limit_orders: 5 }],
    [{ limit_positions: 6 }, { limit_positions: 6 }],
    [{ trading_enabled: false }, { trade_enabled: false }],
    [{ trading_enabled: true }, { trade_enabled: true }],
  ]) {
    await server.sure(`PATCH ${account}`, staff, { version, ...change })
    version++
    for (const socket of sockets) {
      const { data } = await socket.next(({ event }) => event === 'config_changed')
      t.match(data, { kind: 'accounts', version }, JSON.stringify(change))
    }
    t.match((await server.ask('GET /trader/v1/account', trader)).data, { terms })
  }
}

/** The terms of an account and its group: each change is told, and read again as it is. */
async function termsAreTold(
  server: ServerProcess,
  staff: StaffSession,
  sockets: readonly WsClient[],
): Promise<void> {
  const path = '/admin/v1/groups/real%5Cstandard'
  let { version } = (await server.ask<{ version: number }>(`GET ${path}`, staff)).data
  const terms = {
    leverage: 30,
    margin_call_level: '90',
    stop_out_level: '40',
    stop_out_mode: 'money',
    free_margin_mode: 'use_loss',
    negative_balance_protection: false,
    limit_orders: 7,
    limit_positions: 8,
    trade_enabled: false,
    company: 'Another Firm',
    deposit_url: 'https://example.com/in',
    withdraw_url: 'https://example.com/out',
  }
  for (const [name, value] of Object.entries(terms)) {
    await server.sure(`PATCH ${path}`, staff, { version, [name]: value })
    version++
    for (const socket of sockets) {
      const { data } = await socket.next(({ event }) => event === 'config_changed')
      t.match(data, { kind: 'groups', version }, name)
    }
  }
}
