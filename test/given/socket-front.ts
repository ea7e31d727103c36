import { PriceBoard } from '../../actors/price-board.js'
import { tokenDigest } from '../../actors/random.js'
import { digestsOf, type IssuedTokens, issueTokens } from '../../actors/session-tokens.js'
import { createSharedBuffers, type SharedBuffers } from '../../actors/shared-state.js'
import type { Terminal } from '../../engine/access/session.js'
import type { AccessFacts } from '../../engine/access/sign-in.js'
import type { Refusal } from '../../engine/code.js'
import type { LiveSession } from '../../http/live-session.js'
import { Pipeline } from '../../http/pipeline.js'
import { HttpServer } from '../../http/server.js'
import { SessionStore } from '../../http/session-store.js'
import type { SocketShard } from '../../http/socket/connection.js'
import { Quotes } from '../../http/socket/quotes.js'
import { Sockets } from '../../http/socket/sockets.js'
import { addTraderSocket } from '../../http/socket/upgrade.js'
import { ManualClock } from '../actors/links/manual-clock.js'
import { givenBook } from './book.js'
import { FakeShard } from './fake-shard.js'
import { WsClient } from './ws-client.js'

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
}

export class SocketFront<Shard extends SocketShard = FakeShard> {
  readonly clock = new ManualClock()
  readonly sessions: SessionStore
  readonly shards: readonly Shard[]
  readonly board: PriceBoard
  readonly quotes: Quotes
  readonly sockets: Sockets
  readonly origins = new Set<string>()
  readonly book = givenBook()
  readonly signedOut: string[] = []
  /** What a sign-out is answered with; null carries it out. */
  logoutRefusal: Refusal | null = null
  port = 0
  readonly #server: HttpServer
  readonly #clients: WsClient[] = []
  #lastSession = 0

  private constructor(shards: readonly Shard[], board: PriceBoard) {
    this.shards = shards
    this.sessions = new SessionStore(this.clock)
    this.board = board
    this.quotes = new Quotes(this.board, this.book)
    this.sockets = new Sockets({
      clock: this.clock,
      sessions: this.sessions,
      shards,
      quotes: this.quotes,
      logout: async (session) => {
        if (this.logoutRefusal !== null) return this.logoutRefusal
        this.signedOut.push(session.id)
        this.sessions.close(session.id)
        return null
      },
    })
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
        addTraderSocket(app, edge, {
          sockets: this.sockets,
          sessions: this.sessions,
          allowedOrigins: () => this.origins,
        })
      },
    })
  }

  static async start(
    test: { teardown(run: () => unknown): unknown },
    options: FrontOptions<FakeShard> = {},
  ): Promise<SocketFront<FakeShard>> {
    return SocketFront.startWith(test, options.shards ?? [new FakeShard(0)], options.shared)
  }

  static async startWith<S extends SocketShard>(
    test: { teardown(run: () => unknown): unknown },
    shards: readonly S[],
    shared: SharedBuffers = createSharedBuffers(),
    board = new PriceBoard(shared.board),
  ): Promise<SocketFront<S>> {
    const front = new SocketFront<S>(shards, board)
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
    options: { headers?: Readonly<Record<string, string>>; protocol?: string } = {},
  ): Promise<WsClient> {
    const client = await WsClient.open({ port: this.port, ...options })
    this.#clients.push(client)
    return client
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

export function factsOf(login: number, given: Partial<AccessFacts> = {}): AccessFacts {
  return {
    login,
    group: 'demo\\standard',
    enabled: true,
    mustChangePassword: false,
    apiEnabled: true,
    otpEnabled: false,
    otpRequired: false,
    staff: null,
    ...given,
  }
}
