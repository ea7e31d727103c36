import { randomUUID } from 'node:crypto'
import { serverNow } from '../../test/crash/server-clock.js'
import {
  pause,
  type ServerProcess,
  type StaffSession,
  type TraderSession,
} from '../../test/crash/server-process.js'
import { FixPeer } from '../../test/given/peers/fix-peer.js'
import { SmtpPeer } from '../../test/given/peers/smtp-peer.js'

/**
 * The server for the journeys: with clients, trades, a provider that is down and one that fills far
 * from the market.
 */
export interface Ground {
  readonly server: ServerProcess
  readonly staff: StaffSession
  readonly quist: { readonly login: number; readonly position: number }
  readonly many: readonly number[]
  readonly agent: number
  readonly wrong: readonly number[]
  readonly peer: FixPeer
  /** A provider that lists its symbols. */
  readonly lister: FixPeer
  readonly mailbox: SmtpPeer
  /** Another record of settings than the server has, as a file of another one. */
  readonly file: string
  asStaff<T = Readonly<Record<string, unknown>>>(what: string, body?: object): Promise<T>
  trade(login: number, side: 'buy' | 'sell', volume: string, symbol?: string): Promise<number>
  trader(login: number): Promise<TraderSession>
}

const BEHIND_MS = 200
const MANY = 30
const WRONG = 12

type Ends = { teardown(run: () => unknown): unknown }

export async function layGround(server: ServerProcess, ends: Ends): Promise<Ground> {
  const staff = await server.signInStaff()
  const asStaff = async <T>(what: string, body?: object): Promise<T> => {
    const { code, message, data } = await server.ask<T>(what, staff, body)
    // The tables are behind for a moment: nothing was done.
    if (code === 'unavailable') {
      await pause(BEHIND_MS)
      return asStaff(what, body)
    }
    if (code !== 'ok') throw new Error(`${what}: ${code} ${message} ${JSON.stringify(data)}`)
    return data
  }
  const account = async (fields: object, group = 'demo\\standard'): Promise<number> => {
    const login = await server.openAccount(staff, group, '100000.00')
    await server.change(`/admin/v1/accounts/${login}`, staff, fields)
    return login
  }
  const trade = async (login: number, side: string, volume: string, symbol = 'EURUSD') => {
    const body = { kind: 'open', symbol, side, volume }
    const { position_id: id } = await asStaff<{ position_id: number }>(
      `POST /admin/v1/accounts/${login}/trade`,
      body,
    )
    return id
  }
  const quist = await account({ name: 'Anna', last_name: 'Quist', country: 'DE' })
  const position = await trade(quist, 'buy', '0.20')
  await asStaff(`PATCH /admin/v1/positions/${position}`, { stop_loss: '1.01000' })
  const agent = await account({ name: 'Nord', last_name: 'Broker' })
  const many: number[] = []
  for (let n = 0; n < MANY; n++) many.push(await account({ name: 'Client', city: 'Kiel', agent }))
  for (const login of many.slice(0, 4)) await trade(login, 'buy', '6.00', 'XAUUSD')
  const wrong: number[] = []
  for (const login of many.slice(0, WRONG)) wrong.push(await trade(login, 'buy', '0.10'))
  await poor(asStaff, many[5] as number, trade)
  const mailbox = await SmtpPeer.start(ends)
  await settings(asStaff, mailbox)
  const [peer, lister] = [await FixPeer.listen(), await FixPeer.listen()]
  for (const one of [peer, lister]) {
    one.now = serverNow
    ends.teardown(() => one.stop())
  }
  return {
    server,
    staff,
    quist: { login: quist, position },
    many,
    agent,
    wrong,
    peer,
    lister,
    mailbox,
    file: await fileOf(asStaff),
    asStaff,
    trade,
    trader: (login) => server.signInTrader(login),
  }
}

type Ask = Ground['asStaff']

/** An account whose margin level is low: what it does not need is paid out. */
async function poor(ask: Ask, login: number, trade: Ground['trade']): Promise<void> {
  await trade(login, 'buy', '1.00')
  const body = { action: 'withdraw', amount: '98600.00', request_id: randomUUID() }
  await ask(`POST /admin/v1/accounts/${login}/balance`, body)
}

async function settings(ask: Ask, mailbox: SmtpPeer): Promise<void> {
  const server = await ask<object>('GET /admin/v1/settings')
  await ask('PUT /admin/v1/settings', { ...server, real: true, confirm_real: false })
  await ask('POST /admin/v1/mail-servers', mailbox.record)
  await ask('POST /admin/v1/account-allocations', { group_path: 'real\\standard' })
  const prime = await ask<{ id: number }>('POST /admin/v1/gateways', {
    name: 'Gateway Prime',
    server: '127.0.0.1:1',
    params: [
      { name: 'SenderCompID', value: 'OF' },
      { name: 'TargetCompID', value: 'PRIME' },
    ],
    reconnect_sec: 1,
  })
  const only = (value: string) => [{ field: 'symbol', op: 'eq', value }]
  await ask('POST /admin/v1/routing', {
    name: 'A-book of Prime',
    position: 1,
    action: 'gateway',
    dealers: [prime.id],
    conditions: only('NEVER'),
  })
  await ask('POST /admin/v1/routing', {
    name: 'Yen by hand',
    position: 1,
    action: 'online_dealers',
    conditions: only('USDJPY'),
    request_kinds: ['open'],
  })
}

/** The groups of this server with another leverage, as another server has exported them. */
async function fileOf(ask: Ask): Promise<string> {
  const file = await ask<{ kinds: { groups: { path: string }[] } }>(
    'POST /admin/v1/config/transfer/export',
    { kinds: { groups: null } },
  )
  const groups = file.kinds.groups.map((group) =>
    group.path === 'demo\\standard' ? { ...group, leverage: 77 } : group,
  )
  return JSON.stringify({ ...file, kinds: { groups } })
}
