import { withCode } from '../../bench/staff-code.js'

/** The questions to a server over REST, as staff and as traders. */
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

export abstract class ServerRest {
  abstract get port(): number
  readonly adminPassword: string

  constructor(adminPassword = ADMIN_PASSWORD) {
    this.adminPassword = adminPassword
  }

  async health(): Promise<Health> {
    const send = (): Promise<Response> => fetch(`http://127.0.0.1:${this.port}/health`)
    // A connection that was idle may have been closed at this moment.
    const response = await send().catch(send)
    return { status: response.status, body: (await response.json()) as Health['body'] }
  }

  /** `what` is like `POST /admin/v1/accounts`; a page is data as its text. Rejects when the server goes away meanwhile. */
  async ask<T = Record<string, unknown>>(
    what: string,
    signature: Signature | undefined,
    body?: object,
  ): Promise<Answer<T>> {
    const headers = signature?.headers ?? {}
    return withCode(
      what,
      body,
      async (one, sent) => (await this.#ask<T>(one, headers, sent)).answer,
    )
  }

  async signInStaff(): Promise<StaffSession> {
    return this.#staff(
      '/admin/v1/auth/login',
      {},
      {
        login: 1,
        password: this.adminPassword,
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
    await this.sure(`POST /admin/v1/accounts/${login}/balance`, staff, {
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
    const { code, message } = await this.ask(what, signature, body)
    if (code !== 'ok') throw new Error(`${what} was refused: ${code} ${message}`)
  }

  /** Changes the newest version of a record. */
  async change(path: string, staff: Signature, change: object): Promise<void> {
    const { code, data } = await this.ask(`GET ${path}`, staff)
    if (code !== 'ok') throw new Error(`GET ${path}: ${code}`)
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
      fetch(`http://127.0.0.1:${this.port}${path}`, {
        method,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    // A connection that was idle may have been closed at this moment.
    const response = await (method === 'GET' ? send().catch(send) : send())
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
    const page = async () => ({ code: 'ok', message: '', data: await response.text() })
    const envelope = (isPage ? await page() : await response.json()) as Omit<Answer<T>, 'status'>
    const answer = { ...envelope, status: response.status }
    return { answer, cookies: response.headers.getSetCookie() }
  }

  /** A staff user with these rights and this scope, signed in. */
  async openStaff(
    staff: Signature,
    rights: readonly string[],
    groupScope: readonly string[],
  ): Promise<StaffSession & { readonly login: number }> {
    const login = await this.openBareAccount(staff, 'managers\\dealers')
    await this.sure('POST /admin/v1/staff', staff, { login, rights, group_scope: groupScope })
    const session = await this.#staff(
      '/admin/v1/auth/login',
      {},
      { login, password: MASTER_PASSWORD, terminal: 'manager' },
    )
    return { ...session, login }
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
