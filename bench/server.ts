import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endAtExit } from './at-exit.js'
import { freePort } from './free-port.js'
import type { Bench } from './harness.js'
import type { SocketProtocol } from './load/order-frames.js'
import { textFrame, WebSocketConnection } from './load/websocket.js'
import { shebangFlags } from './shebang-flags.js'

/**
 * Starts the product in a separate process, and creates the staff and traders of a case over REST.
 * Only this file knows the product's interface.
 */
export const PATHS = {
  traderSocket: '/trader/v1/socket',
  staffSocket: '/admin/v1/socket',
  traderMe: '/trader/v1/auth/me',
  traderAccount: '/trader/v1/account',
  accounts: '/admin/v1/accounts?limit=100',
} as const

export const SOCKET_PROTOCOL: SocketProtocol = 'openfloor.json'
export const DURABILITY = 'every answer after its log record is synced to disk'

/** The demo set's symbols. */
export const SYMBOLS = [
  'EURUSD',
  'GBPUSD',
  'USDJPY',
  'USDCHF',
  'AUDUSD',
  'USDCAD',
  'NZDUSD',
  'EURGBP',
  'EURJPY',
  'XAUUSD',
  'US500',
  'BTCUSD',
]

const ADMIN_LOGIN = 1
const ADMIN_PASSWORD = 'Bench#2026ad'
const MASTER_PASSWORD = 'Bench#2026ma'
const INVESTOR_PASSWORD = 'Bench#2026in'
const DEPOSIT = '1000000.00'
/** A Wednesday, so that the markets are open on whatever day the bench runs. */
export const CLOCK_START = '2026-03-04T10:00:00Z'
const START_MAX_MS = 120_000
const STOP_MAX_MS = 15_000
const QUOTE_MAX_MS = 60_000
const CATCH_UP_MAX_MS = 60_000
const JSON_TYPE = { 'Content-Type': 'application/json' }
/** Password hashes take memory and a core each. */
const SIGN_INS_AT_ONCE = 4

/** Replaces the bench's own; undefined leaves a name out. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface StaffSession {
  /** Head lines that sign a request. */
  readonly headers: Readonly<Record<string, string>>
}

export interface Trader {
  readonly login: number
  readonly token: string
}

export class Product {
  readonly dataDir: string
  readonly port: number
  readonly #script: string
  readonly #output: string
  readonly #environment: Environment
  #child: ChildProcess | undefined

  private constructor(script: string, directory: string, port: number, environment: Environment) {
    this.#script = script
    this.#environment = environment
    this.#output = join(directory, 'output.txt')
    this.dataDir = join(directory, 'data')
    this.port = port
  }

  /** A product that is not started yet; its data directory is not there yet either. */
  static async prepare(bench: Bench, environment: Environment = {}): Promise<Product> {
    if (!existsSync(bench.product)) throw new Error(`the product is not built: ${bench.product}`)
    const directory = bench.directory('product')
    const product = new Product(bench.product, directory, await freePort(), environment)
    bench.defer(() => product.stop())
    return product
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /**
   * Milliseconds from the process's start until `/health` answers 200; `more` applies only to this
   * start.
   */
  async start(more: Environment = {}): Promise<number> {
    const begin = performance.now()
    const output = openSync(this.#output, 'a')
    const child = spawn(process.execPath, [...shebangFlags(this.#script), this.#script, 'start'], {
      stdio: ['ignore', output, output],
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        DEMO: '1',
        // Only prices, because the thread of the provider is not part of the product's figures.
        DEMO_PROVIDER: 'dde',
        ADMIN_PASSWORD,
        CLOCK_START,
        // The figures are of all that the product can do, not of what it lets one client do.
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        ...this.#environment,
        ...more,
      },
    })
    closeSync(output)
    this.#child = child
    endAtExit(child)
    while (!(await this.#healthy())) {
      if (child.exitCode !== null || child.signalCode !== null) throw this.#failed('ended')
      if (performance.now() - begin > START_MAX_MS) throw this.#failed('was not ready in time')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return performance.now() - begin
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    await new Promise<void>((resolve) => {
      const last = setTimeout(() => child.kill('SIGKILL'), STOP_MAX_MS)
      child.once('exit', () => {
        clearTimeout(last)
        resolve()
      })
      child.kill(signal)
    })
  }

  /** Browser terminals get cookies and a csrf token. */
  async signInStaff(): Promise<StaffSession> {
    const { data, cookies } = await this.#post('/admin/v1/auth/login', {
      login: ADMIN_LOGIN,
      password: ADMIN_PASSWORD,
      terminal: 'manager',
    })
    return { headers: { Cookie: cookies, 'X-CSRF-Token': String(data['csrf_token']) } }
  }

  /** Accounts of the demo group with money, each signed in once. */
  async openTraders(staff: StaffSession, count: number): Promise<Trader[]> {
    return inTurns(count, SIGN_INS_AT_ONCE, async (index) => {
      const { data } = await this.#post(
        '/admin/v1/accounts',
        {
          group: 'demo\\standard',
          name: `Bench ${index + 1}`,
          master_password: MASTER_PASSWORD,
          investor_password: INVESTOR_PASSWORD,
        },
        staff.headers,
      )
      const login = Number(data['login'])
      await this.#deposit(staff, login)
      return this.signInTrader(login)
    })
  }

  /** The administrator confirms a payment with a code. */
  async #deposit({ headers }: StaffSession, login: number): Promise<void> {
    const payment = {
      action: 'deposit',
      amount: DEPOSIT,
      comment: 'bench',
      request_id: randomUUID(),
    }
    const asked = { action: 'balance', params: { login, ...payment } }
    const { data } = await this.#post('/admin/v1/confirmations', asked, headers)
    const confirmed = { confirm_token: data['confirm_token'], confirm_code: data['code'] }
    const path = `/admin/v1/accounts/${login}/balance`
    await this.#post(path, { ...payment, ...confirmed }, headers)
  }

  /** A whole request that signs a trader in. */
  signInRequest(login: number): string {
    const body = JSON.stringify({ login, password: MASTER_PASSWORD, terminal: 'desktop' })
    return [
      'POST /trader/v1/auth/login HTTP/1.1',
      `Host: 127.0.0.1:${this.port}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
  }

  async signInTrader(login: number): Promise<Trader> {
    const { data } = await this.#post('/trader/v1/auth/login', {
      login,
      password: MASTER_PASSWORD,
      terminal: 'desktop',
    })
    return { login, token: String(data['access_token']) }
  }

  /** More sessions of the same accounts: requests are limited per session. */
  signInAgain(traders: readonly Trader[], count: number): Promise<Trader[]> {
    return inTurns(count, SIGN_INS_AT_ONCE, (index) =>
      this.signInTrader((traders[index % traders.length] as Trader).login),
    )
  }

  /** The first quote of `symbol`, as sent. Until the feed has priced it, orders are refused. */
  async firstQuote(trader: Trader, symbol: string): Promise<string> {
    const connection = await WebSocketConnection.open({
      port: this.port,
      path: PATHS.traderSocket,
      protocol: 'openfloor.json',
      token: trader.token,
    })
    try {
      return await new Promise<string>((resolve, reject) => {
        const late = setTimeout(
          () => reject(this.#failed(`has no quote of ${symbol}`)),
          QUOTE_MAX_MS,
        )
        connection.receive({
          frame: (bytes, start, end) => {
            const text = bytes.toString('utf8', start, end)
            if (!text.startsWith('{"event":"quote"')) return
            clearTimeout(late)
            resolve(text)
          },
          turn: () => undefined,
          closed: (why) => reject(new Error(why)),
        })
        connection.push(textFrame(subscribeText([symbol])))
        connection.flush()
      })
    } finally {
      connection.close()
    }
  }

  async getText(path: string, headers: Readonly<Record<string, string>>): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, { headers })
    const text = await response.text()
    if (!response.ok) throw this.#failed(`answered ${response.status} to GET ${path}: ${text}`)
    return text
  }

  /** Records that the tables do not have yet. */
  async projectionLag(): Promise<number> {
    const text = await this.getText('/metrics', {})
    const line = /^openfloor_projection_lag (\S+)$/m.exec(text)
    if (line === null) throw this.#failed('has no metric of the projection')
    return Number(line[1])
  }

  async tablesCaughtUp(): Promise<void> {
    const until = performance.now() + CATCH_UP_MAX_MS
    while ((await this.projectionLag()) > 0) {
      if (performance.now() > until) throw this.#failed('does not bring its tables up to date')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  #post(
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ data: Record<string, unknown>; cookies: string }> {
    return this.send('POST', path, body, headers)
  }

  async send(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ data: Record<string, unknown>; cookies: string }> {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : JSON_TYPE), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok)
      throw this.#failed(`answered ${response.status} to ${method} ${path}: ${text}`)
    const envelope = JSON.parse(text) as { data: Record<string, unknown> | null }
    const set = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
    return { data: envelope.data ?? {}, cookies: set.join('; ') }
  }

  async #healthy(): Promise<boolean> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.port}/health`)
      await response.arrayBuffer()
      return response.status === 200
    } catch {
      return false
    }
  }

  #failed(what: string): Error {
    const output = readFileSync(this.#output, 'utf8').trim().split('\n').slice(-15).join('\n')
    return new Error(`the product ${what}${output === '' ? '' : `; it said:\n${output}`}`)
  }
}

export function bearer(trader: Trader): string {
  return `Authorization: Bearer ${trader.token}`
}

export function subscribeText(symbols: readonly string[]): string {
  return JSON.stringify({ id: 1, op: 'subscribe', args: { symbols } })
}

export interface Floor {
  readonly product: Product
  readonly staff: StaffSession
  readonly traders: Trader[]
}

/** The product with traders that have money. */
export async function productWithTraders(
  bench: Bench,
  count: number,
  environment: Environment = {},
): Promise<Floor> {
  const product = await Product.prepare(bench, environment)
  await product.start()
  const staff = await product.signInStaff()
  return { product, staff, traders: await product.openTraders(staff, count) }
}

/** The same once quotes flow, with one of them as it was sent. */
export async function tradingProduct(
  bench: Bench,
  count: number,
  environment: Environment = {},
): Promise<Floor & { readonly quote: string }> {
  const floor = await productWithTraders(bench, count, environment)
  const quote = await floor.product.firstQuote(floor.traders[0] as Trader, 'EURUSD')
  return { ...floor, quote }
}

/** `work(0..count-1)`, `atOnce` at a time, results in order. */
async function inTurns<T>(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<T>,
): Promise<T[]> {
  const results = new Array<T>(count)
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next++
      results[index] = await work(index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker))
  return results
}
