import t from 'tap'
import { startServer } from '../../http/main.js'
import { readSettings, type Settings } from '../../http/settings.js'
import { CHEAP_PASSWORDS } from '../given/cheap-passwords.js'
import { moment, scratch } from '../given/desk.js'
import { STAFF_PATH } from '../given/fronts/socket-front.js'
import { WsClient } from '../given/fronts/ws-client.js'

// Who is there, told by a whole server: over sockets, by kicks, and after a restart.

const PASSWORD = 'Admin12!x'
const MASTER = 'Abcd12!x'
const CHEAP = { passwordCost: CHEAP_PASSWORDS }

function settings(dataDir: string): Settings {
  const env = { DATA_DIR: dataDir, PORT: '0', ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'silent' }
  const read = readSettings({ ...env, SHARDS: '1', DEMO_PROVIDER: 'dde' })
  if (!read.ok) throw new Error(read.faults.join())
  return read.settings
}

type Headers = Readonly<Record<string, string>>

interface Row {
  readonly session: string
  readonly login: number
  readonly sockets: number
}

class Client {
  readonly port: number

  constructor(port: number) {
    this.port = port
  }

  async ask(what: string, headers: Headers = {}, body?: object) {
    const [method = '', path = ''] = what.split(' ')
    const media = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      headers: { ...headers, ...media },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    const { data, code } = (await answer.json()) as { data: Record<string, unknown>; code: string }
    return { status: answer.status, code, data, cookies }
  }

  async staff(): Promise<Headers> {
    const signedIn = await this.ask(
      'POST /admin/v1/auth/login',
      {},
      { login: 1, password: PASSWORD },
    )
    const csrf = String(signedIn.data['csrf_token'])
    return { cookie: signedIn.cookies.join('; '), 'x-csrf-token': csrf }
  }

  async trader(login: number): Promise<Headers> {
    const body = { login, password: MASTER, terminal: 'desktop' }
    const { data } = await this.ask('POST /trader/v1/auth/login', {}, body)
    return { authorization: `Bearer ${String(data['access_token'])}` }
  }

  async online(staff: Headers): Promise<Row[]> {
    return (await this.ask('GET /admin/v1/online', staff)).data as unknown as Row[]
  }
}

t.test(
  'sockets keep a session in use, a kick ends them at once, a restart claims nobody',
  async (t) => {
    const dataDir = scratch(t)
    const first = await startServer(settings(dataDir), CHEAP)
    const client = new Client(first.port)
    const staff = await client.staff()
    const opened = await client.ask('POST /admin/v1/accounts', staff, {
      group: 'demo\\standard',
      name: 'Ada',
      master_password: MASTER,
      investor_password: 'Look34?y',
    })
    const login = opened.data['login'] as number
    const origin = `http://127.0.0.1:${first.port}`
    const desk = await WsClient.open({
      port: first.port,
      path: STAFF_PATH,
      headers: { cookie: String(staff['cookie']), origin },
    })
    desk.send({ id: 1, op: 'watch_online' })
    t.match(await desk.reply(1), { code: 'ok' })
    const trader = await client.trader(login)
    const sockets = [
      await WsClient.open({ port: first.port, headers: trader }),
      await WsClient.open({ port: first.port, headers: trader }),
    ]
    const rows = await client.online(staff)
    const its = rows.find((row) => row.login === login)
    t.match(its, { sockets: 2, staff: false, name: 'Ada' })
    t.match(await desk.event('online'), { data: { behind: false } })

    t.match(await client.ask('POST /admin/v1/online/kick', staff, { login }), { code: 'ok' })
    t.match(await client.ask('GET /trader/v1/account', trader), { code: 'auth.session_expired' })
    for (const socket of sockets) {
      t.match(await socket.event('session_closed'), { data: { reason: 'closed' } })
      t.match(await socket.closing(), { code: 4001 })
    }
    t.match(await client.ask('POST /admin/v1/online/kick', staff, { login }), { code: 'not_found' })
    t.notOk((await client.online(staff)).some((row) => row.login === login))
    const isGone = ({ event, data }: { event?: unknown; data?: unknown }): boolean =>
      event === 'online' &&
      (data as { items: readonly { login: number; online: boolean }[] }).items.some(
        (row) => row.login === login && !row.online,
      )
    await desk.next(isGone)

    const again = await client.trader(login)
    t.match(await client.ask('GET /trader/v1/account', again), { code: 'ok' })
    desk.destroy()
    await first.stop()

    const later = { ...settings(dataDir), clockStartMs: Date.now() + 600_000 }
    const second = await startServer(later, CHEAP)
    t.teardown(() => second.stop())
    const after = new Client(second.port)
    const anew = await after.staff()
    const there = await after.online(anew)
    t.same(
      there.map((row) => row.login),
      [1],
      'the one that has just signed in',
    )
    t.match(await after.ask('GET /trader/v1/account', again), { code: 'ok' })
    while ((await after.online(anew)).length < 2) await moment()
    t.match(await after.online(anew), [{ login }, { login: 1 }])
  },
)
