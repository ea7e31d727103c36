import { createServer, type Server, type Socket } from 'node:net'
import type { FixMessage } from '../../../wire/fix/codec/message.js'
import { TAG } from '../../../wire/fix/codec/tags.js'
import type { FixRequest } from '../../../wire/fix/market-data/market-data.js'
import { FIX_SESSION_DEFAULTS } from '../../../wire/fix/session/settings.js'
import type { Clock, Timer } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'
import { isSameSecret } from '../../thread/same-secret.js'
import { type FixAnswerer, FixConnection } from '../fix/fix-connection.js'
import { SimulatedBook } from './simulated-book.js'
import { SIMULATED_INSTRUMENTS, SimulatedMarket } from './simulated-market.js'
import { SimulatedNumbers } from './simulated-numbers.js'
import { SimulatedOrders } from './simulated-orders.js'
import { SimulatedQuotes, securityList } from './simulated-quotes.js'

/**
 * The built-in provider of a new demo set: a liquidity provider that speaks FIX 4.4 on loopback, with a moving market
 * five levels deep in which orders are traded. Owns its server, its sessions, its market and its orders.
 *
 *   S1. It listens on 127.0.0.1 only, on a port the system chooses, and lets in who knows its login and password.
 *   S2. At most `CLIENTS_MAX` connections; the next one is dropped at once. A session is known by its CompIDs, and one
 *       of the same at a time.
 *   S3. A slow client misses prices, never delays others: it is told of whole books when it has room.
 *   S4. It keeps nothing: after its end there are no orders and no numbers, and it says so of each that it is asked for.
 */
export interface FixSimulatorOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly seed: number
  readonly login: string
  readonly password: string
  /** Moves of an asset a second, over all of them; a move quotes one to three symbols. */
  readonly ticksPerSec: number
}

export const FIX_CLIENTS_MAX = 64
const SLOW_CLIENT_BYTES = 262_144
/** Few wake-ups while idle; shorter beats when a bench wants many ticks. */
const BEAT_MS = 100
const FAST_BEAT_MS = 10
const FAST_TICKS_PER_SEC = 1_000
const TICK_MS = 1_000
const CATCH_UP_MS = 1_000
/** Levels are drawn anew for symbols that moved, a few times a second. */
const DEPTH_MS = 250
const IDS_CHARACTERS_MAX = 256
const SPOKEN: ReadonlySet<string> = new Set(['V', 'x', 'D', 'F', 'G', 'H'])

interface Client {
  readonly connection: FixConnection
  readonly quotes: SimulatedQuotes
  /** Messages of this beat. */
  waiting: FixRequest[]
}

export class FixProviderSimulator {
  readonly #options: FixSimulatorOptions
  readonly #market: SimulatedMarket
  readonly #books: ReadonlyMap<string, SimulatedBook>
  readonly #orders: SimulatedOrders
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** By their CompIDs: those that are on, and the numbers of all that were. */
  readonly #clients = new Map<string, Client>()
  readonly #numbers = new Map<string, SimulatedNumbers>()
  /** The prices of the market, and the books whose levels are to be drawn anew. */
  readonly #quoted = new Map<SimulatedBook, readonly [bid: string, ask: string]>()
  readonly #moved = new Set<SimulatedBook>()
  readonly #timers: Timer[] = []
  /** A beat that comes late moves the more. */
  #beatAt: number
  #due = 0
  #port = 0

  private constructor(options: FixSimulatorOptions) {
    const { clock, seed, ticksPerSec } = options
    this.#options = options
    this.#market = new SimulatedMarket(seed)
    this.#books = new Map(SIMULATED_INSTRUMENTS.map((one) => [one.name, new SimulatedBook(one)]))
    this.#orders = new SimulatedOrders({
      book: (symbol) => this.#books.get(symbol),
      now: () => clock.now(),
      report: (owner, type, body) => void this.#clients.get(owner)?.connection.send(type, body),
      traded: (book) => {
        this.#moved.add(book)
        this.#publish(book)
      },
    })
    this.#market.snapshot(clock.now(), (...quote) => this.#move(...quote))
    const beatMs = ticksPerSec < FAST_TICKS_PER_SEC ? BEAT_MS : FAST_BEAT_MS
    this.#beatAt = clock.monotonic()
    this.#server = createServer((socket) => this.#accept(socket))
    this.#timers.push(
      clock.every(beatMs, () => this.#beat()),
      clock.every(TICK_MS, () => this.#orders.tick()),
      clock.every(DEPTH_MS, () => this.#refill()),
    )
  }

  static start(options: FixSimulatorOptions): Promise<FixProviderSimulator> {
    const simulator = new FixProviderSimulator(options)
    const server = simulator.#server
    return new Promise((resolve, reject) => {
      server.once('error', (error) => {
        simulator.#cancelTimers()
        reject(error)
      })
      server.listen({ host: '127.0.0.1', port: 0 }, () => {
        const address = server.address()
        simulator.#port = typeof address === 'object' && address !== null ? address.port : 0
        resolve(simulator)
      })
    })
  }

  /** The text of a `server` field that reaches it. */
  get address(): string {
    return `127.0.0.1:${this.#port}`
  }

  get sessions(): number {
    return this.#clients.size
  }

  get openOrders(): number {
    return this.#orders.openOrders
  }

  stop(): Promise<void> {
    this.#cancelTimers()
    for (const socket of this.#sockets) socket.destroy()
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
    })
  }

  #cancelTimers(): void {
    for (const timer of this.#timers) timer.cancel()
  }

  #accept(socket: Socket): void {
    if (this.#sockets.size >= FIX_CLIENTS_MAX) {
      socket.on('error', () => undefined)
      socket.destroy()
      return
    }
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    const { clock, log } = this.#options
    const choice = (first: FixMessage, _: string, connection: FixConnection) =>
      this.#chosen(first, connection)
    FixConnection.accept(socket, choice, clock, (why) => {
      log.info({ why }, 'simulated provider: a connection was not let in')
    })
  }

  /** A session takes its place when it is let in, so that who is refused takes none. */
  #chosen(first: FixMessage, connection: FixConnection): FixAnswerer | undefined {
    const ids = {
      ...{ sender: first.text(TAG.target), senderSub: first.text(TAG.targetSub) },
      ...{ target: first.text(TAG.sender), targetSub: first.text(TAG.senderSub) },
    }
    const owner = Object.values(ids).join('\n')
    const hasIds = ids.sender !== '' && ids.target !== '' && owner.length <= IDS_CHARACTERS_MAX
    if (!hasIds || this.#clients.has(owner)) return undefined
    const isKnown = this.#knows(first)
    const client: Client = { connection, quotes: new SimulatedQuotes(this.#books), waiting: [] }
    return {
      endpoint: {
        settings: {
          ...{ ...FIX_SESSION_DEFAULTS, ...ids, role: 'acceptor' },
          refusal: () => (isKnown ? undefined : 'user name or password is wrong'),
          ...{ speaks: (type) => SPOKEN.has(type), mayRepeat: () => false },
        },
        store: isKnown ? this.#numbersOf(owner) : new SimulatedNumbers(),
      },
      handlers: {
        online: () => void this.#clients.set(owner, client),
        delivered: (message) => {
          this.#heard(owner, client, message)
          return true
        },
        ended: (why) => {
          if (this.#clients.get(owner) === client) this.#clients.delete(owner)
          this.#options.log.info({ why, peer: ids.target }, 'simulated provider: a session ended')
        },
      },
    }
  }

  #knows(logon: FixMessage): boolean {
    const { login, password } = this.#options
    const isLogin = isSameSecret(logon.text(TAG.username), login)
    return isSameSecret(logon.text(TAG.password), password) && isLogin
  }

  #numbersOf(owner: string): SimulatedNumbers {
    const numbers = this.#numbers.get(owner) ?? new SimulatedNumbers()
    this.#numbers.set(owner, numbers)
    const [oldest] = this.#numbers.keys()
    if (this.#numbers.size > FIX_CLIENTS_MAX && oldest !== undefined) this.#numbers.delete(oldest)
    return numbers
  }

  #heard(owner: string, { quotes, connection }: Client, message: FixMessage): void {
    switch (message.type) {
      case 'V':
        connection.sendAll(quotes.asked(message))
        break
      case 'x':
        connection.sendAll([securityList(message)])
        break
      case 'D':
        this.#orders.place(owner, message)
        break
      case 'F':
        this.#orders.cancel(owner, message)
        break
      case 'G':
        this.#orders.replace(owner, message)
        break
      case 'H':
        this.#orders.status(owner, message)
    }
  }

  #beat(): void {
    const beatAt = this.#options.clock.monotonic()
    const passedMs = Math.min(CATCH_UP_MS, beatAt - this.#beatAt)
    this.#beatAt = beatAt
    this.#due += (this.#options.ticksPerSec * passedMs) / 1_000
    const ticks = Math.floor(this.#due)
    this.#due -= ticks
    if (this.#clients.size === 0) return
    const now = this.#options.clock.now()
    for (const client of this.#clients.values()) {
      if (hasRoom(client)) client.waiting.push(...client.quotes.caughtUp())
    }
    for (let i = 0; i < ticks; i++) this.#market.move(now, (...quote) => this.#move(...quote))
    this.#flush()
  }

  #move(symbol: string, bid: string, ask: string): void {
    const book = this.#books.get(symbol)
    if (book === undefined) return
    const points = (text: string): number => Math.round(Number(text) * 10 ** book.instrument.digits)
    this.#quoted.set(book, [bid, ask])
    if (!book.move(points(bid), points(ask))) this.#draw(book)
    this.#moved.add(book)
    this.#settle(book)
  }

  #draw(book: SimulatedBook): void {
    const quoted = this.#quoted.get(book)
    if (quoted !== undefined) book.refill(this.#market.depth(book.instrument.name, ...quoted))
  }

  #refill(): void {
    const moved = [...this.#moved]
    this.#moved.clear()
    for (const book of moved) {
      this.#draw(book)
      this.#settle(book)
    }
    this.#flush()
  }

  /** What rests is traded at the new prices, and everybody told of what is left. */
  #settle(book: SimulatedBook): void {
    this.#orders.moved(book)
    this.#publish(book)
  }

  #publish(book: SimulatedBook): void {
    const changes = book.changes()
    if (changes.length === 0) return
    for (const client of this.#clients.values()) {
      client.waiting.push(...client.quotes.changed(book, changes, hasRoom(client)))
    }
  }

  #flush(): void {
    for (const client of this.#clients.values()) {
      const { waiting } = client
      if (waiting.length === 0) continue
      client.waiting = []
      client.connection.sendAll(waiting)
    }
  }
}

function hasRoom({ connection }: Client): boolean {
  return connection.queuedBytes < SLOW_CLIENT_BYTES
}
