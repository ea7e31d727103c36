import { DeskClient } from '../../../actors/desk/desk-client.js'
import type { Supervisor } from '../../../actors/server/supervisor.js'
import type { PasswordCost } from '../../../actors/sign-in/password.task.js'
import { OWN_PASSWORDS, Passwords } from '../../../actors/sign-in/passwords.js'
import { SignInClient } from '../../../actors/sign-in/sign-in-client.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { requestId } from '../../../actors/thread/random.js'
import { RIGHTS } from '../../../engine/access/rights.js'
import { compileBook } from '../../../engine/book/book.js'
import { withChange } from '../../../engine/config/book-records.js'
import { catalog } from '../../../http/catalog.js'
import type { PlainAnswer, PlainRequest } from '../../../http/exchange/request.js'
import { serverServices } from '../../../http/front/handler-services.js'
import { Pipeline } from '../../../http/pipeline/pipeline.js'
import { RouteRates } from '../../../http/pipeline/rates/route-rates.js'
import { AccountReader } from '../../../http/readers/account-reader.js'
import type { FrontServices } from '../../../http/routes/route.js'
import { SessionStore } from '../../../http/sessions/session-store.js'
import { sqlitePath } from '../../../storage/paths.js'
import { openWriter, type Sqlite } from '../../../storage/sqlite/open.js'
import { deskData, STAFF, scratch } from '../desk.js'
import type { Commit } from './config-front.js'

const CHEAP: PasswordCost = { memoryKib: 64, passes: 1 }

export interface FrontAnswer {
  readonly status: number
  readonly code: string
  readonly data: Record<string, unknown>
  /** `Set-Cookie` lines. */
  readonly cookies: readonly string[]
}

export interface Ask {
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly address?: string
  readonly secure?: boolean
}

export interface Front {
  readonly dataDir: string
  readonly desk: DeskClient
  readonly sessions: SessionStore
  readonly pipeline: Pipeline
  readonly passwords: Passwords
  readonly failures: unknown[]
  /** False: every session was refreshed too often. */
  mayRefresh: boolean
  /** `POST /admin/v1/auth/login`. */
  ask(what: string, given?: Ask): Promise<FrontAnswer>
  /** Another connection to the desk's database, to put it into a state. */
  edit<T>(work: (db: Sqlite) => T): T
  openAccount(kinds: Readonly<Record<string, string>>, group?: string): Promise<number>
  /** Stops the desk; passwords can still be hashed. */
  stop(): Promise<void>
}

type Teardown = { teardown(run: () => unknown): unknown }

/** The routes of sign-in and of staff users behind the pipeline, with a real desk and a real password thread. */
export async function startFront(
  test: Teardown,
  cost: PasswordCost = CHEAP,
  dataDir = scratch(test),
): Promise<Front> {
  const clock = systemClock()
  const sessions = new SessionStore(clock)
  const data = deskData(dataDir, { administratorRights: RIGHTS })
  const desk = new DeskClient(data, clock, {
    onDeath: (why) => failures.push(why),
    onEvent: (event) => {
      if (event.type === 'auth') sessions.take(event.event)
      if (event.type === 'profile') sessions.take({ type: 'access', facts: event.access })
      if (event.type === 'config') book = compileBook(withChange(book.records, event.change), book)
    },
  })
  const failures: unknown[] = []
  await desk.ready
  const passwords = new Passwords(cost, { secretKey: data.secretKey })
  const signIn = new SignInClient(desk, passwords, clock)
  const serverClock = () => ({ daylight_saving: 'eu', utc_offset_min: 120 })
  const settings = await desk.ask('config.records', null)
  if (!settings.ok) throw new Error(settings.message)
  let book = compileBook(settings.value)
  const supervisor = {
    counters: { sequence: 0, projectionSeq: 0 },
    get book() {
      return book
    },
    ask: desk.ask.bind(desk),
    accounts: { change: (_login: number, commit: Commit) => commit(true) },
  } as unknown as Supervisor
  const services = {
    ...serverServices(supervisor),
    clock,
    accounts: new AccountReader(
      {
        stored: (login) => desk.ask('accounts.get', { login }),
        shardOf: () => {
          throw new Error('there are no shards')
        },
      },
      clock,
    ),
    signIn,
    sessions,
    serverClock,
    passwords,
    mayRefresh: () => front.mayRefresh,
  } as unknown as FrontServices
  const live = await desk.ask('auth.live', null)
  if (!live.ok) throw new Error(live.message)
  sessions.load(live.value)
  signIn.know(live.value.sessions)
  const pipeline = new Pipeline({
    routes: catalog,
    authenticator: sessions,
    services,
    onFailure: (error) => failures.push(error),
    routeRates: new RouteRates(() => false),
  })
  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    stopped ??= desk.stop()
    await stopped
  }
  test.teardown(async () => {
    await stop()
    await passwords.close()
  })
  const front: Front = {
    dataDir,
    mayRefresh: true,
    desk,
    sessions,
    pipeline,
    passwords,
    failures,
    stop,
    async ask(what, given = {}) {
      const { request, body } = plain(what, given)
      return answered(await pipeline.inject(request, body))
    },
    edit(work) {
      const db = openWriter(sqlitePath(dataDir))
      try {
        return work(db)
      } finally {
        db.close()
      }
    },
    async openAccount(kinds, group = 'real\\standard') {
      const hashes: Record<string, string> = {}
      for (const [kind, password] of Object.entries(kinds)) {
        const hash = await passwords.hash(password, OWN_PASSWORDS)
        if (typeof hash === 'string') hashes[kind] = hash
      }
      const created = await desk.ask('accounts.create', { actor: STAFF, group, hashes })
      if (!created.ok) throw new Error(created.message)
      return created.value.account.login
    },
  }
  return front
}

function plain(what: string, given: Ask): { request: PlainRequest; body: Uint8Array | null } {
  const [method = '', path = ''] = what.split(' ')
  const body = given.body === undefined ? null : Buffer.from(JSON.stringify(given.body))
  const media: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' }
  return {
    body,
    request: {
      method,
      path,
      query: '',
      headers: { ...media, ...given.headers },
      address: given.address ?? '192.0.2.1',
      secure: given.secure ?? false,
      requestId: requestId(),
    },
  }
}

function answered(answer: PlainAnswer): FrontAnswer {
  const envelope = JSON.parse(String(answer.body)) as { code: string; data: FrontAnswer['data'] }
  const cookies = answer.headers.filter(([name]) => name === 'set-cookie').map(([, line]) => line)
  return { status: answer.status, code: envelope.code, data: envelope.data, cookies }
}

let hosts = 0
/** An address from which nobody has asked, so that failures do not add up. */
export function newAddress(): string {
  return `198.51.100.${++hosts}`
}

/** What the requests of a session carry. */
export function headersOf({ data, cookies }: FrontAnswer): Record<string, string> {
  const { access_token, csrf_token } = data
  if (access_token !== null) return { authorization: `Bearer ${access_token}` }
  return { cookie: cookieHeader(cookies), 'x-csrf-token': String(csrf_token) }
}

/** The `Cookie` header of a browser that took these lines. */
export function cookieHeader(lines: readonly string[]): string {
  return lines.map((line) => line.split(';')[0]).join('; ')
}
