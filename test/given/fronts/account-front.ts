import { inspect } from 'node:util'
import { accountsDesk } from '../../../actors/desk/accounts/accounts.js'
import { openDesk } from '../../../actors/desk/desk.js'
import { seed } from '../../../actors/desk/start/seed.js'
import { Mailer } from '../../../actors/email/mailer.js'
import { EventStream } from '../../../actors/events/event-stream.js'
import { FileKeeper } from '../../../actors/files/file-keeper.js'
import { KeptContents } from '../../../actors/files/kept-contents.js'
import { Uploads } from '../../../actors/files/uploads.js'
import { AccountImports } from '../../../actors/jobs/account-import.js'
import { type JobDesk, JobRunner } from '../../../actors/jobs/job-runner.js'
import { ResultReaders } from '../../../actors/jobs/result-reader.js'
import { QueryPool } from '../../../actors/queries/pool.js'
import type { Supervisor } from '../../../actors/server/supervisor.js'
import { Passwords } from '../../../actors/sign-in/passwords.js'
import { SignInClient } from '../../../actors/sign-in/sign-in-client.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { silentLogger } from '../../../actors/thread/logger.js'
import { randomKey } from '../../../actors/thread/random.js'
import { RIGHTS } from '../../../engine/access/rights.js'
import { AccountActs } from '../../../http/bulk/account-acts.js'
import { bulkServices } from '../../../http/bulk/bulk-services.js'
import { catalog } from '../../../http/catalog.js'
import type { PlainAnswer } from '../../../http/exchange/request.js'
import type { Session } from '../../../http/exchange/session.js'
import { serverServices } from '../../../http/front/handler-services.js'
import { stopWebhooks, webhooksOf } from '../../../http/front/webhooks.js'
import { Pipeline } from '../../../http/pipeline/pipeline.js'
import { WindowProofs } from '../../../http/pipeline/window-proofs.js'
import { AccountReader } from '../../../http/readers/account-reader.js'
import { MailStats } from '../../../http/readers/mail-stats.js'
import { MarketReader } from '../../../http/readers/market-reader.js'
import { Overviews } from '../../../http/readers/overviews.js'
import { auditsOf } from '../../../http/routes/accounts/account-audit.js'
import type { FrontServices, Webhooks } from '../../../http/routes/route.js'
import { Presence } from '../../../http/sessions/presence.js'
import { loadSessions, SessionStore } from '../../../http/sessions/session-store.js'
import { sqlitePath } from '../../../storage/paths.js'
import { staffRepo } from '../../../storage/repos/people/staff.js'
import { settingsRepo } from '../../../storage/repos/settings.js'
import { openSeal } from '../../../storage/secrets/seal.js'
import { openReader, openWriter } from '../../../storage/sqlite/open.js'
import type { EventFrame } from '../../../wire/frame/plain-frame.js'
import { isOpenJob, type JobFacts } from '../../../wire/stored/stored-job.js'
import type { ShardOperation } from '../../../wire/thread/messages.js'
import { authenticator, request, session } from '../../http/given.js'
import { shared } from '../../runner/lane.js'
import { deskData, moment, STAFF, scratch } from '../desk.js'
import { givenMachine } from '../machine.js'
import { supervisorOf } from '../supervisor.js'
import { givenDealingDesk } from './given-dealing-desk.js'

/** The account routes behind the pipeline, on real threads: desk, two shards, links, query pool. */

export interface AccountAnswer {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly data: Record<string, unknown>
  /** The fields a 400 names. */
  readonly fields: readonly string[]
}

/** Groups beside the demo set. */
export const CAREFUL = 'real\\careful'
export const CLOSED = 'real\\closed'
export const YEN = 'real\\yen'
const GROUPS = [
  { path: CAREFUL, password_min_length: 12, password_change_at_first: true, company: 'Other Firm' },
  { path: CLOSED, enabled: false },
  { path: YEN, currency: 'JPY', currency_digits: 0 },
]
/** A staff user with few rights beside the administrator. */
export const DEALER = 501
/** The sessions that may ask, by the name that `as` takes. */
const SESSIONS: Readonly<Record<string, Partial<Session>>> = {
  admin: { login: 1, rights: without('confirm_actions') },
  /** An administrator who confirms actions with a code. */
  careful: { login: 1, rights: new Set(RIGHTS) },
  'real only': { rights: without('confirm_actions'), groupScope: ['real\\*'] },
  'without staff': { rights: without('config.staff') },
  'without names': { rights: without('accounts.name') },
  'without e-mails': { rights: without('accounts.email') },
  'without phones': { rights: without('accounts.phone') },
  'without addresses': { rights: without('accounts.address') },
  'without edit': { rights: without('accounts.edit') },
  'without balance': { rights: without('accounts.balance') },
  'without trades': { rights: without('trades.view') },
  'without trading': { rights: without('trades.edit') },
  'without online': { rights: without('accounts.online') },
  'without journal': { rights: without('journal') },
  'without managing': { rights: without('trades.manager') },
  'without clients': { rights: without('clients.view') },
  everything: { rights: without('confirm_actions') },
  'another administrator': { login: 2, rights: without('confirm_actions') },
  'another careful one': { login: 2, rights: new Set(RIGHTS) },
  'without view': { rights: without('accounts.view') },
  'staff viewer': { rights: new Set(['accounts.view', 'accounts.balance', 'config.staff']) },
}

/** All rights but one, of staff whose actions need no code. */
function without(right: string): Set<string> {
  return new Set(RIGHTS.filter((one) => one !== right && one !== 'confirm_actions'))
}

/** The address of receivers of webhooks in tests. */
export const RECEIVERS = '127.9.9.9'

type Teardown = { teardown(run: () => unknown): unknown }

export class AccountFront {
  readonly supervisor: Supervisor
  readonly dataDir: string
  readonly sessions: SessionStore
  readonly jobs: JobRunner
  readonly files: FileKeeper
  readonly results: ResultReaders
  readonly webhooks: Webhooks
  readonly jobsHeard: JobFacts[] = []
  /** The events that routes told the sockets of a login. */
  readonly told: Readonly<Record<string, unknown>>[] = []
  /** The errors that the supervisor logged: threads that ended, accounts that were set aside. */
  readonly errors: string[] = []
  readonly #pipeline: Pipeline
  readonly #sessions: Record<string, Session> = {}
  #whenShardReady: () => void = () => undefined
  #whenMoved: () => void = () => undefined

  readonly #stop: () => Promise<void>

  private constructor(dataDir: string, clockOffsetMs: number, test: Teardown) {
    this.dataDir = dataDir
    const clock = systemClock()
    this.sessions = new SessionStore(clock)
    const { shards, secretKey } = deskData(dataDir)
    this.supervisor = supervisorOf(
      dataDir,
      {
        shards,
        demo: true,
        administratorRights: [...without('confirm_actions')],
        clockOffsetMs,
        simulatorTicksPerSec: 0,
        outboundAllow: [RECEIVERS],
        clock,
        logger: {
          ...silentLogger,
          error: (fields, message) => this.errors.push(`${message}: ${inspect(fields)}`),
        },
      },
      {
        onMoved: () => this.#moved(),
        onDesk: () => loadSessions(this.supervisor, this.sessions),
        onDeskEvent: (event) => {
          if (event.type === 'auth') this.sessions.take(event.event)
          if (event.type === 'journal') eventStream.heardLine()
          if (event.type === 'config' && event.change.kind === 'webhooks') {
            this.webhooks.runner.configured(this.supervisor.book.records.webhooks)
          }
          if (event.type === 'profile') {
            accounts.forget(event.profile.login)
            this.sessions.take({ type: 'access', facts: event.access })
          }
          if (event.type !== 'job') return
          this.jobs.heard(event.job)
          this.jobsHeard.push(event.job)
        },
        onShardReady: () => this.#whenShardReady(),
      },
    )
    const passwords = new Passwords({ memoryKib: 64, passes: 1 }, { secretKey })
    const queries = new QueryPool({ dataDir, clock })
    const eventStream = new EventStream({
      activeMs: () => 0,
      dataDir,
      shards,
      clock,
      projectionSeq: () => this.supervisor.counters.projectionSeq,
    })
    const accounts = new AccountReader(
      {
        stored: (login) => this.supervisor.ask('accounts.get', { login }),
        shardOf: (login) => this.supervisor.shardOf(login),
      },
      clock,
    )
    const { supervisor } = this
    const ask: JobDesk['ask'] = (name, asked) => supervisor.ask(name, asked)
    const logger = {
      ...silentLogger,
      error: (fields: object, text: string) => this.errors.push(text + inspect(fields)),
    }
    this.webhooks = webhooksOf({
      dataDir,
      shards,
      outboundAllow: [RECEIVERS],
      logRetentionDays: 30,
      clock,
      logger,
      supervisor,
      eventStream,
    })
    this.files = new FileKeeper({ dataDir, desk: supervisor, logger })
    const book = () => supervisor.book
    const imports = new AccountImports({ desk: supervisor, passwords, book })
    const audit = auditsOf({ queries, clock, trading: supervisor })
    const acts = new AccountActs({ desk: supervisor, keeper: supervisor.accounts, audit })
    this.jobs = new JobRunner({
      dataDir,
      reserveBytes: 0,
      desk: { ask },
      book,
      imports,
      acts,
      clock,
      logger,
      onLeftFile: () => this.files.removeSoon(),
    })
    this.results = new ResultReaders(dataDir)
    for (const [name, over] of Object.entries(SESSIONS)) {
      this.#sessions[name] = session({ browser: false, ...over })
    }
    this.#pipeline = new Pipeline({
      routes: catalog,
      rate: { perSecond: 1e9, burst: 1e9, keysMax: 100 },
      authenticator: authenticator(this.#sessions),
      services: {
        ...serverServices(supervisor),
        clock,
        passwords,
        queries,
        overviews: new Overviews({
          clock,
          queries,
          shards: supervisor.shards,
          prices: supervisor.board,
          projectionSeq: () => supervisor.counters.projectionSeq,
          book,
        }),
        eventStream,
        webhooks: this.webhooks,
        logRetentionDays: 30,
        accounts,
        sessions: this.sessions,
        results: this.results,
        imports,
        images: new KeptContents(this.dataDir),
        uploads: new Uploads({
          dataDir,
          reserveBytes: 0,
          desk: supervisor,
          onLeftFile: () => this.files.removeSoon(),
        }),
        keepsLogArchive: false,
        serverClock: () => supervisor.book.clock,
        machine: givenMachine(clock, this.dataDir),
        mailer: new Mailer({ outboundAllow: [] }),
        mailStats: new MailStats(),
        socketsOf: () => 0,
        mayRefresh: () => true,
        presence: new Presence({ clock, sessions: this.sessions, sides: () => [] }),
        events: {
          toLogin: (_: unknown, login: number, frame: EventFrame) => {
            this.told.push({ login, ...JSON.parse(Buffer.from(frame.as('json')).toString()) })
          },
        },
        signIn: new SignInClient(supervisor, passwords, clock),
        windowProofs: new WindowProofs(secretKey),
        ...bulkServices(clock, supervisor, (error) => this.errors.push(inspect(error))),
        dealing: givenDealingDesk(supervisor.shards),
        market: new MarketReader({
          book: () => supervisor.book,
          clock,
          queries,
          history: supervisor.history,
        }),
      } satisfies FrontServices,
      onFailure: (error) => {
        throw error
      },
    })
    let stopped: Promise<void> | undefined
    this.#stop = () => {
      stopped ??= Promise.all([
        this.jobs.stop(),
        this.files.stop(),
        supervisor.stop(),
        passwords.close(),
        queries.close(),
        eventStream.stop(),
        stopWebhooks(this.webhooks),
      ]).then(() => undefined)
      return stopped
    }
    test.teardown(this.#stop)
  }

  /**
   * One for all files of a process (test/runner/lane.ts). A file that ends threads, changes the clock or settings for all,
   * or counts all accounts, starts its own.
   */
  static shared(): Promise<AccountFront> {
    return shared('AccountFront', (owner) => AccountFront.start(owner))
  }

  /** `clockOffsetMs` moves the threads' clock, not that of the front. */
  static async start(test: Teardown, clockOffsetMs = 0): Promise<AccountFront> {
    const dataDir = scratch(test)
    addSettings(dataDir)
    const front = new AccountFront(dataDir, clockOffsetMs, test)
    await front.supervisor.start()
    await front.files.start()
    front.jobs.start()
    await front.webhooks.runner.start(front.supervisor.book.records.webhooks)
    return front
  }

  stop(): Promise<void> {
    return this.#stop()
  }

  /** Stopped, and started again with another clock; `between` has the files to itself. */
  async later(
    test: Teardown,
    clockOffsetMs: number,
    between: () => void = () => undefined,
  ): Promise<AccountFront> {
    await this.#stop()
    between()
    const front = new AccountFront(this.dataDir, clockOffsetMs, test)
    await front.supervisor.start()
    await front.webhooks.runner.start(front.supervisor.book.records.webhooks)
    return front
  }

  /**
   * `what` is like `GET /admin/v1/accounts?page=1`; `as` names a session, or a trader's login. A body of
   * bytes is sent as it is.
   */
  async ask(
    what: string,
    as: string | number,
    body?: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<AccountAnswer> {
    const [method = '', target = ''] = what.split(' ')
    const [path = '', query = ''] = target.split('?')
    const name = typeof as === 'number' ? this.#trader(as) : as
    const bytes =
      body === undefined ? null : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const media: Record<string, string> =
      bytes === null ? {} : { 'content-type': 'application/json' }
    const headers = { ...media, authorization: `Bearer ${name}`, ...more }
    const answer = await this.#pipeline.inject(request({ method, path, query, headers }), bytes)
    // Nobody reads what it would be sent.
    answer.source?.close()
    const isFile = /^text\/(csv|html)/.test(answer.mediaType)
    const text = isFile ? '{"code":"ok","message":"","data":null}' : String(answer.body)
    const envelope = JSON.parse(text) as Omit<AccountAnswer, 'status' | 'fields'>
    const { fields = [] } = (envelope.data ?? {}) as { fields?: { path: string }[] }
    return { ...envelope, status: answer.status, fields: fields.map(({ path }) => path) }
  }

  /** The job once it is over. */
  async over(id: number): Promise<JobFacts> {
    for (;;) {
      const last = this.jobsHeard.findLast((job) => job.id === id)
      if (last !== undefined && !isOpenJob(last)) return last
      await moment()
    }
  }

  /** The result of a job. */
  download(id: number, as: string): ReturnType<AccountFront['take']> {
    return this.take(`/admin/v1/jobs/${id}/result`, as)
  }

  /** A file as a client takes it; its text where there is one. */
  async take(
    target: string,
    as: string,
  ): Promise<{
    status: number
    code: string
    text: string
    bytes: Buffer
    headers: PlainAnswer['headers']
  }> {
    const [path = '', query = ''] = target.split('?')
    const asked = request({ path, query, headers: { authorization: `Bearer ${as}` } })
    const { status, body, source, headers } = await this.#pipeline.inject(asked)
    if (source === undefined && status === 200) {
      return { status, code: 'ok', text: String(body), bytes: Buffer.from(body), headers }
    }
    if (source === undefined) {
      const { code } = JSON.parse(String(body)) as { code: string }
      return { status, code, text: '', bytes: Buffer.alloc(0), headers }
    }
    const parts: Buffer[] = []
    for (let part = await source.next(); part !== null; part = await source.next()) {
      parts.push(Buffer.from(part))
    }
    source.sent?.()
    source.close()
    const bytes = Buffer.concat(parts)
    return { status, code: 'ok', text: bytes.toString('utf8'), bytes, headers }
  }

  /** Opens an account as the administrator; answers its login. */
  async open(over: Readonly<Record<string, unknown>> = {}): Promise<number> {
    const opened = await this.ask('POST /admin/v1/accounts', 'admin', { ...account(), ...over })
    if (opened.status !== 200) throw new Error(`${opened.code}: ${opened.message}`)
    return opened.data['login'] as number
  }

  /** Ends the account's shard as a crash would; resolves when it is gone, answers its way back. */
  async killShardOf(login: number): Promise<{ readonly back: Promise<void> }> {
    const back = new Promise<void>((resolve) => {
      this.#whenShardReady = resolve
    })
    await this.supervisor.shardOf(login).kill()
    return { back }
  }

  /** Resolves when the built-in provider has quoted the symbol; it quotes each once, here. */
  async quoted(name: string): Promise<{ readonly id: number; readonly digits: number }> {
    const symbol = this.supervisor.book.symbolsByName.get(name)
    if (symbol === undefined) throw new Error(`the demo set has no ${name}`)
    while (this.supervisor.board.quote(symbol.id) === undefined) {
      await new Promise<void>((resolve) => {
        this.#whenMoved = resolve
      })
    }
    return symbol
  }

  /** Nothing else writes prices once all are quoted. */
  price(symbolId: number, bid: number, ask: number): void {
    this.supervisor.board.write(symbolId, bid, ask, Date.now())
  }

  #moved(): void {
    this.supervisor.board.takeMoved(() => undefined)
    this.#whenMoved()
  }

  /**
   * Sends what `ask` asks, and ends the account's shard in the turn that decides the first `operation` of
   * it: the end is in the batch of that request.
   */
  async killWith<T>(
    login: number,
    operation: ShardOperation,
    afterCommit: boolean,
    ask: () => Promise<T>,
  ): Promise<{ readonly answer: Promise<T>; readonly back: Promise<void> }> {
    const back = new Promise<void>((resolve) => {
      this.#whenShardReady = resolve
    })
    const shard = this.supervisor.shardOf(login)
    const { ask: send } = shard
    const ended = new Promise<void>((resolve) => {
      shard.ask = (asked, asking) => {
        const answer = send.call(shard, asked, asking) as never
        if (asked !== operation) return answer
        shard.ask = send
        resolve(shard.kill(afterCommit))
        return answer
      }
    })
    const answer = ask()
    await ended
    return { answer, back }
  }

  /** A session of the account as the front holds it, beside those that `as` names. */
  heldSession(login: number, given: { readonly ip: string; readonly userAgent: string }) {
    const id = `held ${login}`
    const digests = { access: id, refresh: id, csrf: id, family: id }
    return this.sessions.opened({
      session: {
        id,
        login,
        side: 'trader',
        terminal: 'web',
        readOnly: false,
        keepSignedIn: false,
        createdAt: 1,
        refreshedAt: 1,
        accessExpiresAt: 9e15,
        refreshExpiresAt: 9e15,
        digests,
        ...given,
      },
      facts: {
        login,
        name: '',
        group: '',
        enabled: true,
        mustChangePassword: false,
        apiEnabled: false,
        apiIpAllow: [],
        otpEnabled: false,
        otpRequired: false,
        staff: null,
      },
    })
  }

  /** Lines of dealt trades of the account, newest first, once there are `count`. */
  async journal(login: number, count: number): Promise<Record<string, unknown>[]> {
    for (;;) {
      const what = `GET /admin/v1/accounts/${login}/journal?kind=trade`
      const { data, status, message } = await this.ask(what, 'admin')
      if (status !== 200) throw new Error(message)
      const items = data['items'] as Record<string, unknown>[]
      if (items.length >= count) return items
      await moment()
    }
  }

  read<T>(work: (db: ReturnType<typeof openReader>) => T): T {
    const db = openReader(sqlitePath(this.dataDir))
    try {
      return work(db)
    } finally {
      db.close()
    }
  }

  /** Puts the database into a state. */
  write<T>(work: (db: ReturnType<typeof openWriter>) => T): T {
    const db = openWriter(sqlitePath(this.dataDir))
    try {
      return work(db)
    } finally {
      db.close()
    }
  }

  #trader(login: number): string {
    const name = `trader ${login}`
    return this.#sessions[name] === undefined ? this.signIn(login, {}, name) : name
  }

  /** The fields of a confirmation of one request by staff whose actions need a code. */
  async confirmation(action: string, params: object, as = 'careful'): Promise<object> {
    const asked = await this.ask('POST /admin/v1/confirmations', as, { action, params })
    if (asked.status !== 200) throw new Error(`${asked.code}: ${asked.message}`)
    return { confirm_token: asked.data['confirm_token'], confirm_code: asked.data['code'] }
  }

  /** A session of staff with all rights who confirm nothing; answers the name that `as` takes. */
  plain(scope = '*'): string {
    const rights = new Set(RIGHTS.filter((right) => right !== 'confirm_actions'))
    const over = { audience: 'staff', terminal: 'manager', groupScope: [scope], rights } as const
    return this.signIn(1, over, `plain in ${scope}`)
  }

  /** A trader's session of its own kind; answers the name that `as` takes. */
  signIn(login: number, over: Partial<Session>, name = JSON.stringify([login, over])): string {
    this.#sessions[name] = session({
      id: name,
      login,
      audience: 'trader',
      terminal: 'desktop',
      browser: false,
      rights: new Set(),
      groupScope: [],
      ...over,
    })
    return name
  }
}

/** The fields that open an account. */
export function account(): Record<string, unknown> {
  return {
    group: 'demo\\standard',
    master_password: 'Abcd12!x',
    investor_password: 'Look34?y',
  }
}

/** Adds settings as a desk does on its first start, and some more, without a thread for it. */
function addSettings(dataDir: string): void {
  const data = deskData(dataDir, { administratorRights: [...without('confirm_actions')] })
  const db = openWriter(sqlitePath(dataDir))
  const desk = openDesk(db, systemClock(), data.shards, openSeal(data.secretKey, randomKey))
  seed(desk, data)
  const dealer = { login: DEALER, group: 'managers\\dealers', hashes: {} }
  accountsDesk(desk)['accounts.create']({ actor: STAFF, ...dealer })
  const settings = settingsRepo(db)
  const body = settings.named('groups', 'real\\standard')?.body ?? {}
  for (const group of GROUPS) {
    const row = {
      id: settingsRepo(db).takeId('groups'),
      name: group.path,
      created_at: 1,
      updated_at: 1,
    }
    settingsRepo(db).insert('groups', { ...row, body: { ...body, ...group } })
  }
  const rights = ['accounts.view', 'trades.view']
  staffRepo(db).insert({ login: DEALER, rights, group_scope: ['*'] }, 1)
  db.close()
}
