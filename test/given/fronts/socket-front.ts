import { PriceBoard } from '../../../actors/shared/price-board.js'
import { createSharedBuffers, type SharedBuffers } from '../../../actors/shared/shared-state.js'
import {
  digestsOf,
  type IssuedTokens,
  issueTokens,
} from '../../../actors/sign-in/session-tokens.js'
import { tokenDigest } from '../../../actors/thread/random.js'
import { RIGHTS } from '../../../engine/access/rights.js'
import { OPEN_ACCESS, type ServerAccess } from '../../../engine/access/server-access.js'
import type { Terminal } from '../../../engine/access/session.js'
import type { AccessFacts } from '../../../engine/access/sign-in.js'
import { compileBook } from '../../../engine/book/book.js'
import { type Refusal, refuse } from '../../../engine/code.js'
import { withChange } from '../../../engine/config/book-records.js'
import type { ConfigKindName } from '../../../engine/config/config-records.js'
import type { RequestRate } from '../../../engine/limits/rates.js'
import { Pipeline } from '../../../http/pipeline/pipeline.js'
import { ClientAddress } from '../../../http/server/client-address.js'
import { FloodGuard } from '../../../http/server/flood-guard.js'
import { HttpServer } from '../../../http/server/server.js'
import type { LiveSession } from '../../../http/sessions/live-session.js'
import { Presence } from '../../../http/sessions/presence.js'
import { SessionStore } from '../../../http/sessions/session-store.js'
import { Depths } from '../../../http/socket/depths.js'
import type { MarketSource } from '../../../http/socket/market-frames.js'
import { Quotes } from '../../../http/socket/quotes.js'
import { type SocketBounds, SocketCounts } from '../../../http/socket/socket-counts.js'
import { configOps } from '../../../http/socket/staff/config-ops.js'
import { journalOps } from '../../../http/socket/staff/journal-ops.js'
import { marketOps } from '../../../http/socket/staff/market-ops.js'
import { type OnlineOptions, onlineOps } from '../../../http/socket/staff/online-ops.js'
import type { StaffFamily } from '../../../http/socket/staff/staff-op.js'
import { StaffSockets } from '../../../http/socket/staff/staff-sockets.js'
import type { SocketShard } from '../../../http/socket/trader-connection.js'
import { TraderSettings } from '../../../http/socket/trader-settings.js'
import { TraderSockets } from '../../../http/socket/trader-sockets.js'
import { addLiveSocket } from '../../../http/socket/upgrade.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'
import { ManualClock } from '../../actors/links/manual-clock.js'
import { givenBook } from '../book.js'
import { FakeShard } from '../fake-shard.js'
import { type Frame, WsClient } from './ws-client.js'

/** The front's side of the live socket on a real port, with a clock and shards that the test moves. */

export interface GivenSession {
  readonly login?: number
  readonly terminal?: Terminal
  readonly side?: 'trader' | 'staff'
  readonly readOnly?: boolean
  readonly facts?: Partial<AccessFacts>
}

export interface SignedIn {
  readonly session: LiveSession
  readonly tokens: IssuedTokens
}

export interface FrontOptions<Shard extends SocketShard> {
  readonly shards?: readonly Shard[]
  readonly shared?: SharedBuffers
  /** Operations of the staff socket beside the usual ones. */
  readonly families?: readonly StaffFamily[]
  readonly bounds?: Partial<SocketBounds>
  /** Nobody is held to a rate when left out. */
  readonly rates?: GivenRates
}

export interface GivenRates {
  readonly trader?: RequestRate
  readonly staff?: RequestRate
}

/** Bounds for as many sockets as a test likes, of any session. */
const WIDE = { all: 100_000, keptForStaff: 0, isHeld: false }

export class SocketFront<Shard extends SocketShard = FakeShard> {
  readonly clock = new ManualClock()
  readonly sessions: SessionStore
  readonly shards: readonly Shard[]
  readonly board: PriceBoard
  readonly quotes: Quotes
  readonly depths: Depths
  readonly sockets: TraderSockets
  readonly settings = new TraderSettings(this.clock)
  readonly staff: StaffSockets
  readonly origins = new Set<string>()
  /** The server's own rules: none, until the test puts something there. */
  access: ServerAccess = OPEN_ACCESS
  /** True while this machine counts as an address of many people: rates by address leave it out. */
  isShared = true
  readonly counts: SocketCounts
  readonly floods = new FloodGuard(this.clock, new ClientAddress([]))
  book = givenBook()
  readonly signedOut: string[] = []
  /** The answer to a sign-out; null carries it out. */
  logoutRefusal: Refusal | null = null
  port = 0
  /** The source of answers about the market: none, until the test puts something there. */
  readonly market: MarketSource = {
    symbols: async () => refuse('unavailable', 'There is no market here.'),
    candles: async () => refuse('unavailable', 'There is no market here.'),
    failed: (error) => {
      throw error
    },
  }
  /** The names of accounts as the online list tells them. */
  names: OnlineOptions['names'] = namesOf
  readonly #server: HttpServer
  readonly #clients: WsClient[] = []
  #lastSession = 0

  private constructor(
    shards: readonly Shard[],
    board: PriceBoard,
    more: readonly StaffFamily[],
    bounds: Partial<SocketBounds>,
    rates: GivenRates | undefined,
  ) {
    this.shards = shards
    this.counts = new SocketCounts({ ...WIDE, ...bounds, isShared: () => this.isShared })
    this.sessions = new SessionStore(this.clock, {
      isOpen: (terminal) => this.access.isOpen(terminal),
    })
    this.board = board
    this.quotes = new Quotes(this.board, this.book, this.clock)
    this.depths = new Depths(this.board, this.book, this.clock)
    const signedIn = {
      clock: this.clock,
      sessions: this.sessions,
      counts: this.counts,
      floods: this.floods,
      logout: async (session: LiveSession) => {
        if (this.logoutRefusal !== null) return this.logoutRefusal
        this.signedOut.push(session.id)
        this.sessions.close(session.id)
        return null
      },
    }
    const { quotes, depths, settings } = this
    this.sockets = new TraderSockets({
      ...signedIn,
      shards,
      quotes,
      depths,
      settings,
      market: this.market,
      rate: rates?.trader ?? null,
    })
    const prices = { quotes, depths }
    const looks = marketOps({ prices, market: this.market, book: () => this.book })
    const sides = () => [this.sockets.live, this.staff.live]
    const presence = new Presence({ clock: this.clock, sessions: this.sessions, sides })
    const names: OnlineOptions['names'] = (logins) => this.names(logins)
    const online = { clock: this.clock, sessions: this.sessions, presence, names }
    const book = () => this.book
    const families = [configOps(book), journalOps(book), onlineOps(online), looks, ...more]
    this.staff = new StaffSockets({ ...signedIn, families, rate: rates?.staff ?? null })
    this.#server = new HttpServer({
      host: '127.0.0.1',
      port: 0,
      clock: this.clock,
      pipeline: new Pipeline({
        routes: [],
        authenticator: this.sessions,
        services: { clock: this.clock } as never,
        onFailure: (error) => {
          throw error
        },
      }),
      sockets: (app, edge) => {
        this.quotes.attach(app)
        this.settings.attach(app)
        const common = {
          sessions: this.sessions,
          refuseTry: (address: string) => this.access.refuseTry(address, 0),
          allowedOrigins: () => this.origins,
        }
        addLiveSocket(app, edge, { ...common, sockets: this.sockets.live })
        addLiveSocket(app, edge, { ...common, sockets: this.staff.live })
      },
    })
  }

  static async start(
    test: { teardown(run: () => unknown): unknown },
    options: FrontOptions<FakeShard> = {},
  ): Promise<SocketFront<FakeShard>> {
    const { shards = [new FakeShard(0)], shared, families, bounds, rates } = options
    return SocketFront.startWith(test, shards, shared, families, undefined, bounds, rates)
  }

  static async startWith<S extends SocketShard>(
    test: { teardown(run: () => unknown): unknown },
    shards: readonly S[],
    shared: SharedBuffers = createSharedBuffers(),
    families: readonly StaffFamily[] = [],
    board = new PriceBoard(shared.board),
    bounds: Partial<SocketBounds> = {},
    rates?: GivenRates,
  ): Promise<SocketFront<S>> {
    const front = new SocketFront<S>(shards, board, families, bounds, rates)
    front.port = await front.#server.listen()
    test.teardown(() => front.stop())
    return front
  }

  async stop(): Promise<void> {
    for (const client of this.#clients) client.destroy()
    await this.#server.stop(0)
  }

  signIn(given: GivenSession = {}): SignedIn {
    const { login = 1001, terminal = 'desktop', side = 'trader', readOnly = false } = given
    const tokens = issueTokens()
    const now = this.clock.now()
    const session = this.sessions.opened({
      session: {
        id: `s-${++this.#lastSession}`,
        login,
        side,
        terminal,
        readOnly,
        keepSignedIn: false,
        ip: '127.0.0.1',
        userAgent: '',
        createdAt: now,
        refreshedAt: now,
        accessExpiresAt: now + 15 * 60_000,
        refreshExpiresAt: now + 24 * 3_600_000,
        digests: digestsOf(tokens),
      },
      facts: factsOf(login, given.facts),
    })
    if (tokenDigest(tokens.access) !== session.digests.access) throw new Error('digests differ')
    return { session, tokens }
  }

  /** A bearer socket of a new session. */
  async connect(given: GivenSession = {}, protocol?: string): Promise<WsClient> {
    return this.connectWith(this.signIn(given).tokens.access, protocol)
  }

  async connectWith(token: string, protocol?: string): Promise<WsClient> {
    return this.open({
      headers: { authorization: `Bearer ${token}` },
      ...(protocol === undefined ? {} : { protocol }),
    })
  }

  async open(
    options: { headers?: Readonly<Record<string, string>>; protocol?: string; path?: string } = {},
  ): Promise<WsClient> {
    const client = await WsClient.open({ port: this.port, ...options })
    this.#clients.push(client)
    return client
  }

  /** A bearer socket of staff. */
  async connectStaff(given: GivenStaff = {}, protocol?: string): Promise<WsClient> {
    return this.connectStaffWith(this.signInStaff(given).tokens.access, protocol)
  }

  async connectStaffWith(token: string, protocol?: string): Promise<WsClient> {
    const headers = { authorization: `Bearer ${token}` }
    return this.open({ path: STAFF_PATH, headers, ...(protocol === undefined ? {} : { protocol }) })
  }

  /**
   * Signs staff in at the terminal `desktop`, since the tokens of staff's browsers travel in cookies only.
   */
  signInStaff({ login = 7, terminal = 'desktop', facts, ...staff }: GivenStaff = {}): SignedIn {
    const all = { ...staffFacts(staff), ...facts }
    return this.signIn({ login, terminal, side: 'staff', facts: all })
  }

  factsOfStaff(login: number): AccessFacts {
    return factsOf(login, staffFacts())
  }

  /** Takes an event that the desk tells by itself. */
  told(event: DeskEvent): void {
    if (event.type === 'auth') this.sessions.take(event.event)
    if (event.type === 'config') {
      this.book = compileBook(withChange(this.book.records, event.change), this.book)
      this.quotes.setBook(this.book)
      this.depths.setBook(this.book)
      this.settings.tell(event.change, this.book)
    }
    this.staff.onDeskEvent(event)
  }

  /** Settings are others from now on, as the desk tells it. */
  change(kind: ConfigKindName, changed: readonly object[], removed: readonly number[] = []): void {
    const version = this.book.version + 1
    this.told({ type: 'config', change: { version, kind, changed, removed } as never })
  }

  /** A staff user may do other things from now on, as the desk tells it. */
  become(login: number, given: Partial<StaffAccess>): void {
    const facts = this.factsOfStaff(login)
    const staff = { ...facts.staff, ...given } as StaffAccess
    this.told({ type: 'auth', event: { type: 'access', facts: { ...facts, staff } } })
  }

  /** What the socket heard up to the end of its login's sessions, which end on purpose. */
  async ended(client: WsClient, login: number): Promise<Frame[]> {
    for (const session of this.sessions.ofLogin(login)) this.sessions.close(session.id)
    await client.event('session_closed')
    return client.frames.splice(0)
  }

  /** Waits until it holds: the socket library works between turns of the event loop. */
  async settle(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      this.clock.advance(50)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  shard(index = 0): Shard {
    const shard = this.shards[index]
    if (shard === undefined) throw new Error(`there is no shard ${index}`)
    return shard
  }

  price(symbolId: number, bid: number, ask: number): void {
    this.board.write(symbolId, bid, ask, this.clock.now())
    this.quotes.moved()
  }
}

/** Every account is called after its login. */
const namesOf: OnlineOptions['names'] = async (logins) => ({
  ok: true,
  value: logins.map((login) => ({ name: `Name ${login}`, last_name: `Last ${login}` })),
})

export const STAFF_PATH = '/admin/v1/socket'

export interface GivenStaff extends Partial<StaffAccess> {
  readonly login?: number
  readonly terminal?: Terminal
  readonly facts?: Partial<AccessFacts>
}

type StaffAccess = NonNullable<AccessFacts['staff']>

export function staffFacts(staff: Partial<StaffAccess> = {}): Partial<AccessFacts> {
  const all = { active: true, rights: RIGHTS, groupScope: ['*'], ipAllow: [] }
  const months = { logsMonths: 0, reportsMonths: 0 }
  return { group: 'managers\\dealers', staff: { ...all, ...months, ...staff } }
}

export function factsOf(login: number, given: Partial<AccessFacts> = {}): AccessFacts {
  return {
    login,
    name: '',
    group: 'demo\\standard',
    enabled: true,
    mustChangePassword: false,
    apiEnabled: true,
    apiIpAllow: [],
    otpEnabled: false,
    otpRequired: false,
    staff: null,
    ...given,
  }
}
