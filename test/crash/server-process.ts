import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { serverNow } from './server-clock.js'

/**
 * The built server as a child process on a port of its own, and what one asks of it over REST.
 *
 *   P1. `start` resolves when `/health` answered 200; it rejects with the child's output when the
 *       child ended before.
 *   P2. Only the child that was spawned here is ever signalled, and it never outlives this process.
 */
export interface ServerOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** What is run; by default the command that starts the server. */
  readonly script?: readonly string[] | undefined
  /** False: resolves when it listens and has started, whatever `/health` says. */
  readonly awaitHealth?: boolean
}

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Health {
  readonly status: number
  readonly body: {
    readonly status: string
    readonly reason?: string
    readonly seq?: string
    readonly projection_seq?: string
  }
}

export interface Answer<T = Record<string, unknown>> {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly data: T
}

/** Staff sign with cookies and a csrf token, traders of terminal `desktop` with a bearer token. */
export interface Signature {
  readonly headers: Readonly<Record<string, string>>
}

export interface TraderSession extends Signature {
  readonly login: number
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresAt: number
}

export interface StaffSession extends Signature {
  readonly expiresAt: number
}

export const ADMIN_PASSWORD = 'Crash#2026ad'
const MASTER_PASSWORD = 'Crash#2026ma'
const INVESTOR_PASSWORD = 'Crash#2026in'
const SCRIPT = fileURLToPath(new URL('../../bin/openfloor.js', import.meta.url))
const START_MAX_MS = 300_000
const OUTPUT_MAX = 64 * 1024

export class ServerProcess {
  readonly dataDir: string
  readonly exited: Promise<Exit>
  startMs = 0
  readonly #child: ChildProcess
  #port = 0
  #output = ''
  #wake: () => void = () => undefined

  private constructor(options: ServerOptions) {
    this.dataDir = options.dataDir
    this.#child = spawn(process.execPath, options.script ?? [SCRIPT, 'start'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        OUTBOUND_ALLOW: '127.0.0.0/8',
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: options.dataDir,
        SHARDS: '2',
        ADMIN_PASSWORD,
        CLOCK_START: new Date(serverNow()).toISOString(),
        LOG_LEVEL: 'info',
        DISK_RESERVE_MB: '16',
        RATE_LIMITS: 'off',
        ...options.env,
      },
    })
    const end = (): boolean => this.#child.kill('SIGKILL')
    process.once('exit', end)
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (bytes: Buffer) => this.#printed(bytes.toString('utf8')))
    }
    this.exited = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        process.off('exit', end)
        resolve({ code, signal })
        this.#wake()
      })
    })
  }

  static async start(options: ServerOptions): Promise<ServerProcess> {
    const begun = performance.now()
    const server = new ServerProcess(options)
    await server.#listening()
    while (options.awaitHealth !== false && (await server.health()).status !== 200) await pause(10)
    server.startMs = performance.now() - begun
    return server
  }

  /** Starts a server that is to refuse: its exit code and what it said. */
  static async refused(options: ServerOptions): Promise<Exit & { readonly output: string }> {
    const server = new ServerProcess(options)
    const late = setTimeout(() => server.#child.kill('SIGKILL'), START_MAX_MS)
    server.#wake = () => {
      if (server.#port !== 0) server.#child.kill('SIGKILL')
    }
    const exit = await server.exited
    clearTimeout(late)
    return { ...exit, output: server.output }
  }

  /** The child alone, without waiting for anything. */
  static launch(options: ServerOptions): ServerProcess {
    return new ServerProcess(options)
  }

  /** A child that is killed `afterMs` into its start, unless it has ended before. */
  static async killedWhileStarting(options: ServerOptions, afterMs: number): Promise<void> {
    const server = new ServerProcess(options)
    await Promise.race([server.exited, pause(afterMs)])
    await server.kill()
  }

  get port(): number {
    return this.#port
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** The last of what it printed. */
  get output(): string {
    return this.#output
  }

  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  kill(): Promise<Exit> {
    this.#child.kill('SIGKILL')
    return this.exited
  }

  terminate(): Promise<Exit> {
    this.#child.kill('SIGTERM')
    return this.exited
  }

  async health(): Promise<Health> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/health`)
    return { status: response.status, body: (await response.json()) as Health['body'] }
  }

  /** `what` is like `POST /admin/v1/accounts`. Rejects when the server goes away meanwhile. */
  async ask<T = Record<string, unknown>>(
    what: string,
    signature: Signature | undefined,
    body?: object,
  ): Promise<Answer<T>> {
    const { answer } = await this.#ask<T>(what, signature?.headers ?? {}, body)
    return answer
  }

  async signInStaff(): Promise<StaffSession> {
    return this.#staff(
      '/admin/v1/auth/login',
      {},
      {
        login: 1,
        password: ADMIN_PASSWORD,
        terminal: 'manager',
      },
    )
  }

  refreshStaff(session: StaffSession): Promise<StaffSession> {
    return this.#staff('/admin/v1/auth/refresh', session.headers, undefined)
  }

  async openBareAccount(staff: Signature, group: string): Promise<number> {
    const { data } = await this.#sure<{ login: number }>('POST /admin/v1/accounts', staff.headers, {
      group,
      master_password: MASTER_PASSWORD,
      investor_password: INVESTOR_PASSWORD,
    })
    return data.login
  }

  /** An account of the group, with money. */
  async openAccount(staff: Signature, group: string, deposit: string): Promise<number> {
    const login = await this.openBareAccount(staff, group)
    await this.#sure(`POST /admin/v1/accounts/${login}/balance`, staff.headers, {
      action: 'deposit',
      amount: deposit,
      request_id: `00000000-0000-4000-8000-${String(login).padStart(12, '0')}`,
    })
    return login
  }

  async signInTrader(login: number): Promise<TraderSession> {
    const { data } = await this.#sure<Tokens>(
      'POST /trader/v1/auth/login',
      {},
      {
        login,
        password: MASTER_PASSWORD,
        terminal: 'desktop',
      },
    )
    return traderOf(login, data)
  }

  async refreshTrader(session: TraderSession): Promise<TraderSession> {
    const refresh_token = session.refreshToken
    const { data } = await this.#sure<Tokens>('POST /trader/v1/auth/refresh', {}, { refresh_token })
    return traderOf(session.login, data)
  }

  /** Must go through. */
  async sure(what: string, signature: Signature, body: object): Promise<void> {
    await this.#sure(what, signature.headers, body)
  }

  /** Changes the newest version of a record. */
  async change(path: string, staff: Signature, change: object): Promise<void> {
    const { data } = await this.ask(`GET ${path}`, staff)
    await this.sure(`PATCH ${path}`, staff, { ...change, version: data['version'] })
  }

  async #staff(
    path: string,
    headers: Readonly<Record<string, string>>,
    body: object | undefined,
  ): Promise<StaffSession> {
    const { data, cookies } = await this.#sure<Tokens>(`POST ${path}`, headers, body)
    const Cookie = cookies.map((line) => line.split(';')[0]).join('; ')
    return {
      headers: { Cookie, 'X-CSRF-Token': data.csrf_token },
      expiresAt: Date.parse(data.access_expires_at),
    }
  }

  async #sure<T>(
    what: string,
    headers: Readonly<Record<string, string>>,
    body: object | undefined,
  ): Promise<{ readonly data: T; readonly cookies: readonly string[] }> {
    const { answer, cookies } = await this.#ask<T>(what, headers, body)
    if (answer.code === 'ok') return { data: answer.data, cookies }
    throw new Error(`${what} was refused: ${answer.code} ${answer.message}`)
  }

  async #ask<T>(
    what: string,
    headers: Readonly<Record<string, string>>,
    body: object | undefined,
  ): Promise<{ readonly answer: Answer<T>; readonly cookies: readonly string[] }> {
    const [method = '', path = ''] = what.split(' ')
    const send = (): Promise<Response> =>
      fetch(`http://127.0.0.1:${this.#port}${path}`, {
        method,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    // A connection that was idle may have been closed at this moment.
    const response = await (method === 'GET' ? send().catch(send) : send())
    const envelope = (await response.json()) as Omit<Answer<T>, 'status'>
    const answer = { ...envelope, status: response.status }
    return { answer, cookies: response.headers.getSetCookie() }
  }

  async #listening(): Promise<void> {
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      this.#child.kill('SIGKILL')
    }, START_MAX_MS)
    while (this.#port === 0 && !this.hasExited) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    clearTimeout(late)
    if (this.#port !== 0) return
    const { code, signal } = await this.exited
    const why = isLate ? 'was not ready in time' : `ended with ${code ?? signal}`
    throw new Error(`the server ${why}:\n${this.#output}`)
  }

  #printed(text: string): void {
    this.#output = (this.#output + text).slice(-OUTPUT_MAX)
    if (this.#port === 0) {
      const port = /Openfloor listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(this.#output)?.[1]
      this.#port = Number(port ?? 0)
    }
    this.#wake()
  }
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly csrf_token: string
  readonly access_expires_at: string
}

function traderOf(login: number, tokens: Tokens): TraderSession {
  return {
    login,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresAt: Date.parse(tokens.access_expires_at),
    headers: { Authorization: `Bearer ${tokens.access_token}` },
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
