import { type Desk, openDesk } from '../../../actors/desk/desk.js'
import { accessFactsReader } from '../../../actors/desk/identity/access-facts.js'
import { deskHandlers } from '../../../actors/desk/operations.js'
import type { RememberedBounds } from '../../../actors/desk/remembered-answers.js'
import { seed } from '../../../actors/desk/start/seed.js'
import { KeptContents } from '../../../actors/files/kept-contents.js'
import { Uploads, type UploadsOptions } from '../../../actors/files/uploads.js'
import { AccountImports, type ImportDesk } from '../../../actors/jobs/account-import.js'
import { FeedsClient } from '../../../actors/links/feeds/feeds-client.js'
import { GatewaysClient } from '../../../actors/links/gateways/gateway-statuses.js'
import type { QueryAsker } from '../../../actors/queries/pool.js'
import { queryHandlers } from '../../../actors/queries/queries.js'
import type { Supervisor } from '../../../actors/server/supervisor.js'
import { PriceBoard } from '../../../actors/shared/price-board.js'
import { SymbolClaims, SymbolFence } from '../../../actors/shared/symbol-claims.js'
import type { Passwords } from '../../../actors/sign-in/passwords.js'
import type { Outcome } from '../../../actors/thread/ask.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { randomKey } from '../../../actors/thread/random.js'
import { RIGHTS } from '../../../engine/access/rights.js'
import type { AccountProfile } from '../../../engine/account/state.js'
import { compileBook } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import type { ConfigChange } from '../../../engine/config/book-records.js'
import type { ConfigKindName } from '../../../engine/config/config-records.js'
import { catalog } from '../../../http/catalog.js'
import type { PlainAnswer } from '../../../http/exchange/request.js'
import type { Session } from '../../../http/exchange/session.js'
import { serverServices } from '../../../http/front/handler-services.js'
import { Pipeline } from '../../../http/pipeline/pipeline.js'
import { MailStats } from '../../../http/readers/mail-stats.js'
import type { FrontRoute, FrontServices } from '../../../http/routes/route.js'
import { sqlitePath } from '../../../storage/paths.js'
import { openSeal } from '../../../storage/secrets/seal.js'
import { openReader, openWriter } from '../../../storage/sqlite/open.js'
import type { AnchoredHead, JournalLine } from '../../../wire/stored/journal-line.js'
import type { AuthEvent } from '../../../wire/thread/auth-messages.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'
import { authenticator, request, session } from '../../http/given.js'
import { deskData, STAFF, scratch } from '../desk.js'
import { givenMachine } from '../machine.js'
import { givenDealingDesk } from './given-dealing-desk.js'

/**
 * The settings routes over a real desk with a real database, in this thread: no shards, no feeds, so
 * that a test file starts in a moment. `as` names who asks:
 *
 *     admin           every right, everywhere
 *     only RIGHT      that right alone; `only A B` holds two
 *     without RIGHT   every right but that
 *     admin in MASK   the same in a group scope; it ends each of the above
 *     login 501       that staff user, as stored at that moment
 */
export interface ConfigAnswer {
  readonly status: number
  readonly code: string
  readonly message: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly data: any
  /** The fields a 400 names. */
  readonly fields: readonly string[]
}

type UploadsDesk = UploadsOptions['desk']

type Teardown = { teardown(run: () => unknown): unknown }

interface GivenFront {
  /** One that another front has filled. */
  readonly dataDir?: string
  readonly demo?: boolean
  /** The key that seals its secrets. */
  readonly secretKey?: Uint8Array
  readonly services?: Partial<FrontServices>
  readonly outboundAllow?: readonly string[]
  readonly licencePublicKey?: string
  /** Of the disk, before people store anything; as much as there is when left out. */
  readonly reserveBytes?: number
  readonly remembered?: RememberedBounds
  /** Beside those of the catalog. */
  readonly routes?: readonly FrontRoute[]
}

/** The question of a route to the desk while an account is held. */
export type Commit = (isFresh: boolean) => Promise<unknown>

export class ConfigFront {
  readonly desk: Desk
  readonly clock = { ...systemClock(), now: () => this.now }
  readonly board: PriceBoard
  /** The feeds as the supervisor has them; a test may attach a links thread. */
  readonly feeds = new FeedsClient()
  readonly gateways = new GatewaysClient()
  /** The symbols as a shard would claim them for trades. */
  readonly symbols: SymbolClaims
  /** The changes that the desk published, oldest first. */
  readonly changes: ConfigChange[] = []
  readonly lines: JournalLine[] = []
  /** The news of sessions that the front hears. */
  readonly access: AuthEvent[] = []
  /** The answer of shards about accounts that are held: none has a record. */
  isFresh = true
  /** The accounts that were held for a change, one after the other. */
  readonly held: number[] = []
  /** The profiles of accounts that shards are told. */
  readonly profiles: AccountProfile[] = []
  readonly dataDir: string
  /** The newest line of the journal that a log knows. */
  anchor: AnchoredHead | null = null
  /** Called for the parts that a test runs beside the front. */
  onChange: (change: ConfigChange) => void = () => undefined
  /** What the desk says of e-mails. */
  readonly mailStats = new MailStats()
  onOutbox: () => void = () => undefined
  #heardOutbox: () => void = () => undefined
  now = Date.parse('2026-03-02T10:00:00Z')
  book: Book
  readonly #test: Teardown
  readonly #pipeline: Pipeline
  readonly #sessions: Record<string, Session> = {}

  constructor(test: Teardown, given: GivenFront = {}) {
    this.#test = test
    this.dataDir = given.dataDir ?? scratch(test)
    const { demo = true, secretKey } = given
    const more = secretKey === undefined ? {} : { secretKey }
    const data = deskData(this.dataDir, { demo, administratorRights: RIGHTS, ...more })
    const db = openWriter(sqlitePath(this.dataDir))
    test.teardown(() => db.close())
    const tell = (event: DeskEvent): void => this.#heard(event)
    const seal = openSeal(data.secretKey, randomKey)
    const fence = new SymbolFence(data.buffers.symbols)
    const { outboundAllow = [], licencePublicKey, reserveBytes, remembered } = given
    const disk = reserveBytes === undefined ? {} : { disk: { dataDir: this.dataDir, reserveBytes } }
    const wiring = { symbols: fence, outboundAllow, licencePublicKey, remembered, ...disk }
    this.desk = openDesk(db, this.clock, data.shards, seal, tell, wiring)
    seed(this.desk, data)
    this.book = compileBook(this.desk.config.records)
    this.board = new PriceBoard(data.buffers.board)
    this.symbols = new SymbolClaims(data.buffers.symbols)
    this.#pipeline = new Pipeline({
      routes: [...catalog, ...(given.routes ?? [])],
      authenticator: authenticator(this.#sessions),
      services: { ...this.#services(), ...given.services } as FrontServices,
      onFailure: (error) => {
        throw error
      },
    })
  }

  /** `what` is like `GET /admin/v1/holidays?year=2026`. */
  async ask(
    what: string,
    as = 'admin',
    body?: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<ConfigAnswer> {
    const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body))
    const media: Record<string, string> =
      bytes === null ? {} : { 'content-type': 'application/json' }
    const answer = await this.bytes(what, as, bytes, { ...media, ...more })
    const envelope = JSON.parse(String(answer.body)) as ConfigAnswer
    const { fields = [] } = (envelope.data ?? {}) as { fields?: { path: string }[] }
    return { ...envelope, status: answer.status, fields: fields.map(({ path }) => path) }
  }

  /** The same with a body, and an answer, that is bytes. */
  bytes(
    what: string,
    as: string,
    body: Uint8Array | null,
    more: Readonly<Record<string, string>> = {},
  ): Promise<PlainAnswer> {
    const [method = '', target = ''] = what.split(' ')
    const [path = '', query = ''] = target.split('?')
    if (as.startsWith('login ')) this.#sessions[as] = this.#stored(Number(as.slice(6)))
    const [who = '', scope = '*'] = as.split(' in ')
    this.#sessions[as] ??= session({
      browser: false,
      login: 1,
      rights: rightsOf(who),
      groupScope: [scope],
    })
    const headers = { authorization: `Bearer ${as}`, ...more }
    return this.#pipeline.inject(request({ method, path, query, headers }), body)
  }

  /** A change as another member of staff would make it. */
  change(kind: ConfigKindName, id: number, input: Readonly<Record<string, unknown>>): void {
    const { version } = this.desk.config.world.get(kind, id) as { version: number }
    const handlers = deskHandlers(this.desk)
    const changed = handlers['config.update']({ actor: STAFF, kind, id, version, input })
    if (!changed.ok) throw new Error(changed.message)
  }

  /** Resolves when the desk says something of e-mails. */
  nextOutbox(): Promise<void> {
    return new Promise((resolve) => {
      this.#heardOutbox = resolve
    })
  }

  /** Lets `as` be this name too. */
  name(as: string, over: Partial<Session>): void {
    this.#sessions[as] = session({ browser: false, login: 1, ...over })
  }

  #services(): object {
    const handlers = deskHandlers(this.desk) as unknown as Record<
      string,
      (asked: unknown) => unknown
    >
    const own = this
    const supervisor = {
      get book() {
        return own.book
      },
      get journalAnchor() {
        return own.anchor
      },
      shards: [],
      board: this.board,
      counters: { sequence: 0, projectionSeq: 0 },
      feeds: this.feeds,
      gateways: this.gateways,
      accounts: {
        change(login: number, commit: Commit) {
          own.held.push(login)
          return commit(own.isFresh)
        },
      },
      ask: async (name: string, asked: unknown) => {
        const handler = handlers[name]
        if (handler === undefined) throw new Error(`nobody answers ${name}`)
        return structuredClone(handler(structuredClone(asked)))
      },
    }
    const serverClock = () => ({ daylight_saving: 'none', utc_offset_min: 0 })
    const stored = async (login: number) => {
      const found = (await supervisor.ask('accounts.get', { login })) as Outcome<object>
      return found.ok ? found.value : found
    }
    const accounts = { forget: () => undefined, stored, money: async () => 'null' }
    const dealing = givenDealingDesk([])
    const queries = this.#queries()
    const imports = new AccountImports({
      desk: supervisor as unknown as ImportDesk,
      // Nothing that these fronts are asked for has a password to hash.
      passwords: {} as unknown as Passwords,
      book: () => own.book,
    })
    return {
      ...serverServices(supervisor as unknown as Supervisor),
      clock: this.clock,
      serverClock,
      accounts,
      dealing,
      queries,
      imports,
      machine: givenMachine(this.clock, this.dataDir),
      mailStats: this.mailStats,
      events: { toLogin: () => undefined },
      keepsLogArchive: true,
      images: new KeptContents(this.dataDir),
      uploads: new Uploads({
        dataDir: this.dataDir,
        reserveBytes: 0,
        desk: supervisor as unknown as UploadsDesk,
        onLeftFile: () => undefined,
      }),
    }
  }

  #stored(login: number): Session {
    const staff = accessFactsReader(this.desk)(login)?.staff
    const { rights = [], groupScope = [], ipAllow = [] } = staff ?? {}
    const { logsMonths = 0, reportsMonths = 0 } = staff ?? {}
    const held = { rights: new Set(rights), groupScope, ipAllow, logsMonths, reportsMonths }
    return session({ browser: false, login, ...held })
  }

  /** The queries in this thread, on a connection of their own that only reads. */
  #queries(): object {
    let asked: Readonly<Record<string, (request: unknown) => unknown>> | undefined
    const run = async (name: string, request: unknown) => {
      if (asked === undefined) {
        const reader = openReader(sqlitePath(this.dataDir))
        this.#test.teardown(() => reader.close())
        asked = queryHandlers(reader) as unknown as NonNullable<typeof asked>
      }
      return structuredClone(asked[name]?.(structuredClone(request)))
    }
    // As the pool goes by who asks, nobody else can.
    return { of: ({ login: _ }: QueryAsker) => ({ run }) }
  }

  #heard(event: DeskEvent): void {
    if (event.type === 'journal') this.lines.push(event.line)
    if (event.type === 'auth') this.access.push(event.event)
    if (event.type === 'profile') this.profiles.push(event.profile)
    if (event.type === 'outbox') {
      this.mailStats.take(event.stats)
      this.onOutbox()
      this.#heardOutbox()
    }
    if (event.type !== 'config') return
    this.changes.push(event.change)
    this.book = compileBook(this.desk.config.records, this.book)
    this.feeds.keep(this.book.records.datafeeds)
    this.onChange(event.change)
  }
}

function rightsOf(as: string): Set<string> {
  const [word, ...rights] = as.split(' ')
  if (word === 'only') return new Set(rights)
  if (word === 'without') return new Set(RIGHTS.filter((right) => !rights.includes(right)))
  return new Set(RIGHTS)
}
