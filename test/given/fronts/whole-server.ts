import { withCode } from '../../../bench/staff-code.js'
import type { Drill } from '../../../http/front/foundations.js'
import { startServer } from '../../../http/main.js'
import { readSettings, type Settings } from '../../../http/settings.js'
import { shared } from '../../runner/lane.js'
import { CHEAP_PASSWORDS } from '../cheap-passwords.js'
import { moment, scratch } from '../desk.js'
import { differencesOfTwin, twinSettings } from '../twin.js'

/** A whole server with its REST, of one shard, that may dial this machine; staff is its administrator. */
export const ADMIN_PASSWORD = 'Admin12!x'
export const MASTER = 'Abcd12!x'

export type Headers = Readonly<Record<string, string>>
type Row = Readonly<Record<string, unknown>>
type Teardown = { teardown(run: () => unknown): unknown }

export interface WholeAnswer {
  readonly status: number
  readonly code: string
  readonly message: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly data: any
}

export function wholeSettings(dataDir: string, more: Headers = {}): Settings {
  const env = { DATA_DIR: dataDir, PORT: '0', ADMIN_PASSWORD, LOG_LEVEL: 'silent' }
  const lean = { SHARDS: '1', DEMO_PROVIDER: 'dde', OUTBOUND_ALLOW: '127.0.0.0/8' }
  const read = readSettings({ ...env, ...lean, ...more })
  if (!read.ok) throw new Error(read.faults.join())
  return read.settings
}

export class WholeServer {
  readonly port: number
  readonly dataDir: string
  readonly #stop: () => Promise<void>
  #stopped: Promise<void> | undefined
  staff: Headers = {}

  private constructor(port: number, dataDir: string, stop: () => Promise<void>) {
    this.port = port
    this.dataDir = dataDir
    this.#stop = stop
  }

  /** One for all files of a process; a file that changes its settings or stops it starts its own. */
  static shared(): Promise<WholeServer> {
    return shared('WholeServer', (owner) => WholeServer.start(owner))
  }

  static async start(
    test: Teardown,
    {
      dataDir = scratch(test),
      more = {},
      drill = { passwordCost: CHEAP_PASSWORDS },
    }: { dataDir?: string; more?: Headers; drill?: Drill } = {},
  ): Promise<WholeServer> {
    const twin = await twinSettings(dataDir, async () => {
      const first = await startServer(wholeSettings(dataDir, more), {})
      await first.stop()
    })
    const { port, stop } = await startServer(wholeSettings(dataDir, { ...more, ...twin }), drill)
    const server = new WholeServer(port, dataDir, stop)
    test.teardown(() => server.stop())
    await server.#signIn()
    return server
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop().then(async () => {
      const differences = await differencesOfTwin(this.dataDir)
      if (differences.length > 0) throw new Error(`its twin differs: ${differences.join('; ')}`)
    })
    return this.#stopped
  }

  async ask(what: string, headers: Headers = this.staff, body?: object): Promise<WholeAnswer> {
    return withCode(what, body, async (one, sent) => {
      const { answer, envelope } = await this.#asked(one, headers, sent)
      return { ...envelope, status: answer.status }
    })
  }

  /** What staff asks for; throws where it is refused. */
  async done(what: string, body?: object): Promise<Row> {
    const answer = await this.ask(what, this.staff, body)
    if (answer.status !== 200) throw new Error(`${what}: ${JSON.stringify(answer)}`)
    return answer.data as Row
  }

  /** Changes fields of what staff reads under a path. */
  async patch(path: string, fields: object): Promise<void> {
    const { version } = await this.done(`GET ${path}`)
    await this.done(`PATCH ${path}`, { ...fields, version })
  }

  /** Asks again until the claim holds. */
  async until(what: string, claim: (answer: WholeAnswer) => boolean): Promise<WholeAnswer> {
    for (;;) {
      const answer = await this.ask(what)
      if (claim(answer)) return answer
      await moment()
    }
  }

  /** A funded account; answers its login and the headers of its trader. */
  async account(group = 'demo\\standard'): Promise<{ login: number; headers: Headers }> {
    const passwords = { master_password: MASTER, investor_password: 'Look34?y' }
    const opened = await this.done('POST /admin/v1/accounts', { group, name: 'Ada', ...passwords })
    const login = Number(opened['login'])
    await this.done(`POST /admin/v1/accounts/${login}/balance`, {
      action: 'deposit',
      amount: '100000.00',
      request_id: `00000000-0000-4000-8000-${String(login).padStart(12, '0')}`,
    })
    const body = { login, password: MASTER, terminal: 'desktop' }
    const { data } = await this.ask('POST /trader/v1/auth/login', {}, body)
    return { login, headers: { authorization: `Bearer ${String(data['access_token'])}` } }
  }

  async #signIn(): Promise<void> {
    const body = { login: 1, password: ADMIN_PASSWORD }
    const { answer, envelope } = await this.#asked('POST /admin/v1/auth/login', {}, body)
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    const csrf = String(envelope.data['csrf_token'])
    this.staff = { cookie: cookies.join('; '), 'x-csrf-token': csrf }
  }

  async #asked(what: string, headers: Headers, body?: object) {
    const [method = '', path = ''] = what.split(' ')
    const media = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await fetch(`${this.origin}${path}`, {
      method,
      headers: { ...headers, ...media },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { answer, envelope: (await answer.json()) as WholeAnswer }
  }
}
