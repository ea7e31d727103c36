import type { Test } from 'tap'
import { moment } from '../given/desk.js'
import { WsClient } from '../given/fronts/ws-client.js'
import { keptRow } from '../given/records/kept-row.js'
import { AccountFold, canonical, type View } from './account-fold.js'
import type { ServerProcess, Signature, StaffSession } from './server-process.js'

/** A program of ours that trades as the demo trader while its server is killed, and what the server says of it afterwards. */

/** Every order waits so long: a kill meets some that are not decided. */
export const DELAY_MS = 200
const DELAY = {
  name: 'Wait a moment',
  position: 1,
  action: 'delay',
  action_value: String(DELAY_MS),
  request_kinds: ['open'],
}

/** Has every order wait; answers the password of the demo trader. */
export async function delayOrders(server: ServerProcess): Promise<string> {
  await server.sure('POST /admin/v1/routing', await server.signInStaff(), DELAY)
  return /Demo trader: login 100, password (\S+)/.exec(server.output)?.[1] ?? ''
}

/** What comes about between two lives of the program's line. */
export async function deposit(server: ServerProcess, number: number): Promise<void> {
  const request_id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const staff: StaffSession = await server.signInStaff()
  const body = { action: 'deposit', amount: '7.25', request_id }
  await server.sure('POST /admin/v1/accounts/100/balance', staff, body)
}

export async function ofDemoTrader(
  t: Test,
  server: ServerProcess,
  password: string,
): Promise<Signature> {
  const body = { login: 100, password, terminal: 'desktop' }
  const { code, data } = await server.ask('POST /trader/v1/auth/login', undefined, body)
  t.equal(code, 'ok')
  return { headers: { authorization: `Bearer ${data['access_token']}` } }
}

/** All of the trader's, once the tables have them. */
export async function allDeals(server: ServerProcess, trader: Signature): Promise<readonly View[]> {
  for (;;) {
    const { body } = await server.health()
    if (body.seq !== undefined && body.seq === body.projection_seq) break
    await moment()
  }
  const { data } = await server.ask('GET /trader/v1/deals?limit=1000', trader)
  return data['items'] as View[]
}

/** The program's picture has the server's money and rows; answers the server's. */
export async function isTheServers(
  t: Test,
  port: number,
  trader: Signature,
  picture: View,
): Promise<AccountFold> {
  const socket = await WsClient.open({ port, headers: trader.headers })
  socket.send({ id: 1, op: 'snapshot' })
  const { data } = await socket.reply(1)
  socket.destroy()
  const shown = new AccountFold()
  shown.ground(data as View)
  t.equal(Math.round(Number(picture['balance']) * 100), shown.balance)
  for (const list of ['positions', 'orders'] as const) {
    const rows = (picture[list] as View[]).map((row) => canonical(keptRow(row)))
    t.same(rows.toSorted(), [...shown[list].values()].map(canonical).toSorted(), list)
  }
  return shown
}
