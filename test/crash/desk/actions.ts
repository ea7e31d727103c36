import { randomUUID } from 'node:crypto'
import { FIX_IDS } from '../../given/floors/provider-house.js'
import { FixPeer } from '../../given/peers/fix-peer.js'
import { serverNow } from '../server-clock.js'
import { type Answer, pause, type ServerProcess, type StaffSession } from '../server-process.js'

/** An action of staff at the desk, which is sent again and again as the page does it. */
export interface DeskAction {
  readonly name: string
  /** How many of its records exist once it has happened; one, if it is left out. */
  readonly whole?: number
  /** How many of them exist. */
  count(): Promise<number>
  send(): Promise<Answer>
  /** Codes of a repeat that is refused because the action has happened. */
  readonly refusedAgain?: readonly string[]
  /** What else holds after it has happened once; answers what does not hold. */
  check?(answer: Answer): Promise<string>
  /** Ends what the action needs beside the server. */
  end?(): Promise<void>
}

export type Floor = () => { readonly server: ServerProcess; readonly staff: StaffSession }

type Row = Readonly<Record<string, unknown>>
type Ask = <T = Row>(what: string, body?: object, key?: string) => Promise<Answer<T>>

const LOOK_MS = 10
const ROWS = 40
const NAMES = 12

/** Asks the server of the moment: after a kill it is another one. */
export function askOf(floor: Floor): Ask {
  return async <T = Row>(what: string, body?: object, key?: string) => {
    const { server, staff } = floor()
    const headers = { ...staff.headers, ...(key === undefined ? {} : { 'Idempotency-Key': key }) }
    return server.ask<T>(what, { headers }, body)
  }
}

async function read<T = Row>(ask: Ask, what: string): Promise<T> {
  const { code, message, data } = await ask<T>(what)
  if (code !== 'ok') throw new Error(`${what}: ${code} ${message}`)
  return data
}

const totalOf = async (ask: Ask, what: string): Promise<number> =>
  (await read<{ total: number }>(ask, what)).total

/** Each action once, on accounts of its own. */
export async function deskActions(floor: Floor, round: number): Promise<readonly DeskAction[]> {
  const ask = askOf(floor)
  const { server, staff } = floor()
  const open = () => server.openAccount(staff, 'demo\\standard', '100000.00')
  return [
    newAccount(ask, round),
    accountsOfTable(ask, round),
    await archive(ask, await server.openBareAccount(staff, 'demo\\standard')),
    await placed(ask, await open()),
    await changed(ask, await open()),
    await cancelled(ask, await open()),
    await reversed(ask, await open()),
    note(ask, await open()),
    await reportLine(ask, await server.openBareAccount(staff, 'managers\\dealers')),
    await bulkAction(ask, [await open(), await open(), await open()]),
    exported(ask),
    await symbols(ask, round),
  ]
}

/** The answer of a repeat has the passwords of the first. */
function newAccount(ask: Ask, round: number): DeskAction {
  const [key, email] = [randomUUID(), `new${round}@example.com`]
  return {
    name: 'a new account',
    count: () => totalOf(ask, `GET /admin/v1/accounts?email=${email}`),
    send: () => ask('POST /admin/v1/accounts', { group: 'demo\\standard', email }, key),
    async check({ data: { login, master_password: password } }) {
      const signIn = { login, password, terminal: 'desktop' }
      const { status } = await ask('POST /trader/v1/auth/login', signIn)
      return status === 200 ? '' : `its password answers ${status}`
    },
  }
}

function accountsOfTable(ask: Ask, round: number): DeskAction {
  const [key, email] = [randomUUID(), `table${round}@example.com`]
  const csv = `group,name,email\r\n${`demo\\standard,Eve,${email}\r\n`.repeat(ROWS)}`
  return {
    name: 'accounts of a table',
    whole: ROWS,
    count: () => totalOf(ask, `GET /admin/v1/accounts?email=${email}`),
    send: () => ask('POST /admin/v1/accounts/import', { csv, dry_run: false }, key),
  }
}

async function archive(ask: Ask, login: number): Promise<DeskAction> {
  const account = `/admin/v1/accounts/${login}`
  const { version } = await read<{ version: number }>(ask, `GET ${account}`)
  return {
    name: 'an archived account',
    count: async () => ((await read(ask, `GET ${account}`))['archived_at'] === null ? 0 : 1),
    send: () => ask(`DELETE ${account}?version=${version}`),
    refusedAgain: ['conflict'],
  }
}

const ORDER = {
  kind: 'place',
  order_kind: 'limit',
  symbol: 'EURUSD',
  side: 'buy',
  volume: '0.10',
  price: '0.50000',
}

async function placed(ask: Ask, login: number): Promise<DeskAction> {
  const [key, account] = [randomUUID(), `/admin/v1/accounts/${login}`]
  return {
    name: 'an order of a client, placed',
    count: async () => (await read<readonly Row[]>(ask, `GET ${account}/orders`)).length,
    send: () => ask(`POST ${account}/trade`, ORDER, key),
  }
}

/** An account with a pending order, and the number of that. */
async function ordered(ask: Ask, login: number): Promise<number> {
  const key = randomUUID()
  for (;;) {
    const trade = `POST /admin/v1/accounts/${login}/trade`
    const { status, code, message, data } = await ask(trade, ORDER, key)
    if (status === 200) return Number(data['order_id'])
    // The tables are behind for a moment, and the first prices are on their way.
    if (code !== 'unavailable' && code !== 'trade.off_quotes') throw new Error(`${code} ${message}`)
    await pause(LOOK_MS)
  }
}

async function changed(ask: Ask, login: number): Promise<DeskAction> {
  const [key, id] = [randomUUID(), await ordered(ask, login)]
  const body = { kind: 'change', order_id: id, price: '0.60000' }
  return {
    name: 'an order of a client, changed',
    async count() {
      const { items } = await read<{ items: readonly Row[] }>(
        ask,
        `GET /admin/v1/orders/${id}/changes`,
      )
      return items.filter(({ field, new: now }) => field === 'price' && now === '0.60000').length
    },
    send: () => ask(`POST /admin/v1/accounts/${login}/trade`, body, key),
  }
}

async function cancelled(ask: Ask, login: number): Promise<DeskAction> {
  const [key, id] = [randomUUID(), await ordered(ask, login)]
  const account = `/admin/v1/accounts/${login}`
  return {
    name: 'an order of a client, cancelled',
    count: () => totalOf(ask, `GET ${account}/orders/history`),
    send: () => ask(`POST ${account}/trade`, { kind: 'delete', order_id: id }, key),
    async check() {
      const { length } = await read<readonly Row[]>(ask, `GET ${account}/orders`)
      return length === 0 ? '' : 'it is still open'
    },
  }
}

async function reversed(ask: Ask, login: number): Promise<DeskAction> {
  const account = `/admin/v1/accounts/${login}`
  const paid = { action: 'deposit', amount: '250.50', request_id: randomUUID() }
  const { data } = await ask(`POST ${account}/balance`, paid)
  const reverse = `POST ${account}/deals/${data['deal_id']}/reverse`
  return {
    name: 'a reversed deposit',
    count: async () => ((await read(ask, `GET ${account}`))['balance'] === '100000.00' ? 1 : 0),
    send: () => ask(reverse, { reason: 'wrong client' }),
    async check() {
      const deals = await totalOf(ask, `GET ${account}/deals`)
      return deals === 3 ? '' : `there are ${deals} deals`
    },
  }
}

function note(ask: Ask, login: number): DeskAction {
  const [key, notes] = [randomUUID(), `/admin/v1/accounts/${login}/notes`]
  return {
    name: 'a note',
    count: () => totalOf(ask, `GET ${notes}`),
    send: () => ask(`POST ${notes}`, { text: 'Asked for a call.' }, key),
  }
}

/** The page sends the version that it has read: a repeat is refused, and the page reads the lines again. */
async function reportLine(ask: Ask, login: number): Promise<DeskAction> {
  const rights = ['reports', 'accounts.view']
  await ask('POST /admin/v1/staff', { login, rights, group_scope: ['*'] })
  const lines = `/admin/v1/staff/${login}/reports`
  const { version } = await read<{ version: number }>(ask, `GET ${lines}`)
  const line = { path: 'Finance\\*', view: true, export: false, depth_days: 0 }
  return {
    name: 'a report line of a colleague',
    count: async () => (await read<{ lines: readonly Row[] }>(ask, `GET ${lines}`)).lines.length,
    send: () => ask(`PUT ${lines}`, { version, lines: [line] }),
    refusedAgain: ['conflict'],
  }
}

/** Each account has one version more. */
async function bulkAction(ask: Ask, logins: readonly number[]): Promise<DeskAction> {
  const [key, comment] = [randomUUID(), `bulk ${logins[0]}`]
  const body = { act: 'patch', params: { comment }, logins, dry_run: false }
  const versions = async () => {
    const found = await Promise.all(
      logins.map((login) => read(ask, `GET /admin/v1/accounts/${login}`)),
    )
    return found.reduce((sum, account) => sum + Number(account['version']), 0)
  }
  const before = await versions()
  return {
    name: 'a bulk action',
    whole: logins.length,
    count: async () => (await versions()) - before,
    send: () => ask('POST /admin/v1/accounts/batch', body, key),
    check: ({ data }) => jobOver(ask, (data['job'] as { id: number }).id),
  }
}

/** What is made is one job, however often it is asked for. */
function exported(ask: Ask): DeskAction {
  const [key, fields] = [randomUUID(), 'login,name']
  const jobs = async () => {
    const { items } = await read<{ items: readonly Row[] }>(ask, 'GET /admin/v1/jobs?limit=100')
    return items.filter(({ kind }) => kind === 'accounts.export').length
  }
  let before: number | undefined
  return {
    name: 'an export',
    async count() {
      before ??= await jobs()
      return (await jobs()) - before
    },
    send: () => ask('POST /admin/v1/accounts/export', { fields }, key),
    check: ({ data }) => jobOver(ask, Number(data['id'])),
  }
}

async function jobOver(ask: Ask, id: number): Promise<string> {
  for (;;) {
    const { state, error } = await read(ask, `GET /admin/v1/jobs/${id}`)
    if (state === 'done') return ''
    if (state !== 'waiting' && state !== 'running') return `${state}: ${error}`
    await pause(LOOK_MS)
  }
}

/** Symbols of a provider, which lists them to each connection. The feed is away for a moment after a kill. */
async function symbols(ask: Ask, round: number): Promise<DeskAction> {
  const names = Array.from({ length: NAMES }, (_, n) => `LIST${round}N${n}`)
  const peer = await FixPeer.listen()
  peer.now = serverNow
  void lists(peer, names)
  const { data } = await ask('POST /admin/v1/datafeeds', {
    name: `Provider ${round}`,
    module: 'fix44',
    server: peer.address,
    // The peer counts from 1 on each connection.
    params: [...FIX_IDS, { name: 'ResetSeqNumFlag', value: 'true' }],
    reconnect_sec: 1,
  })
  const imports = `POST /admin/v1/datafeeds/${data['id']}/import-symbols`
  const named = async () => {
    const { items } = await read<{ items: readonly { path: string }[] }>(
      ask,
      'GET /admin/v1/symbols?limit=1000',
    )
    return items.filter(({ path }) => path.includes(`LIST${round}N`)).length
  }
  // Names whose symbol exists are in no plan.
  const online = async () => {
    for (;;) {
      const seen = await ask<{ planned?: object[] } | null>(`${imports}?dry_run=true`)
      const left = seen.data?.planned?.length ?? 0
      if (seen.code === 'ok' && left + (await named()) >= NAMES) return
      await pause(LOOK_MS)
    }
  }
  await online()
  return {
    name: 'symbols of a provider',
    whole: NAMES,
    count: named,
    end: () => peer.stop(),
    async send() {
      const answer = await ask(imports)
      if (answer.code !== 'conflict') return answer
      await online()
      return ask(imports)
    },
  }
}

async function lists(peer: FixPeer, names: readonly string[]): Promise<void> {
  for (let logons = 1; ; logons++) {
    await peer.until(() => peer.of('A').length >= logons)
    // Only the newest connection is open: an answer to an earlier logon would disturb its numbers.
    logons = peer.of('A').length
    peer.send('A', [
      [98, '0'],
      [108, '30'],
      [141, 'Y'],
    ])
    const before = peer.of('x').length
    await peer.until(() => peer.of('x').length > before || peer.of('A').length > logons)
    const request = peer.of('x')[before]?.text(320)
    if (request === undefined) continue
    peer.send('y', [
      [320, request],
      [322, '1'],
      [560, '0'],
      [146, String(names.length)],
      ...names.map((name) => [55, name] as const),
    ])
  }
}
