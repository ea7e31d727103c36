import type { Socket } from 'node:net'
import type { FixMessage } from '../../../wire/fix/codec/message.js'
import { TAG } from '../../../wire/fix/codec/tags.js'
import type { FixRequest } from '../../../wire/fix/market-data/market-data.js'
import { FIX_SESSION_DEFAULTS } from '../../../wire/fix/session/settings.js'
import type { Clock, Timer } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'
import { isSameSecret } from '../../thread/same-secret.js'
import { type FixAnswerer, FixConnection } from '../fix/fix-connection.js'
import { CLIENTS_MAX, LoopbackServer, SLOW_CLIENT_BYTES } from './loopback-server.js'
import { DEPTH_MS, MarketPace } from './market-pace.js'
import { SimulatedBook } from './simulated-book.js'
import { SIMULATED_INSTRUMENTS, SimulatedMarket } from './simulated-market.js'
import { SimulatedNumbers } from './simulated-numbers.js'
import { SimulatedOrders } from './simulated-orders.js'
import { SimulatedQuotes, securityList } from './simulated-quotes.js'

/**
 * The built-in provider of a new demo set: a liquidity provider that speaks FIX 4.4 on loopback,
 * with a moving market five levels deep on which orders trade. Owns its server, sessions, market
 * and orders.
 *
 *   - It listens only on 127.0.0.1, on a port that the system chooses, and requires its login and
 *     password.
 *   - At most `CLIENTS_MAX` connections. A session is identified by its CompIDs, and connects once
 *     at a time.
 *   - A slow client misses prices and never delays others: it gets whole books when it has room.
 *   - It stores nothing: after its end all orders and numbers are lost, and it answers queries for
 *     them as unknown.
 */
export interface FixSimulatorOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly seed: number
  readonly login: string
  readonly password: string
  /** Moves per second over all assets. A move quotes one to three symbols. */
  readonly ticksPerSec: number
}

const TICK_MS = 1_000
const IDS_CHARACTERS_MAX = 256
const SPOKEN: ReadonlySet<string> = new Set(['V', 'x', 'D', 'F', 'G', 'H'])

interface Client {
  readonly connection: FixConnection
  readonly quotes: SimulatedQuotes
  /** The messages that will leave at the end of this beat. */
  waiting: FixRequest[]
}

export class FixProviderSimulator {
  readonly #options: FixSimulatorOptions
  readonly #market: SimulatedMarket
  readonly #books: ReadonlyMap<string, SimulatedBook>
  readonly #orders: SimulatedOrders
  readonly #server = new LoopbackServer((socket) => this.#accept(socket))
  readonly #pace: MarketPace
  /** The connected clients by their CompIDs, and the numbers of all that ever connected. */
  readonly #clients = new Map<string, Client>()
  readonly #numbers = new Map<string, SimulatedNumbers>()
  /** The prices of the market, and the books whose levels must be drawn again. */
  readonly #quoted = new Map<SimulatedBook, readonly [bid: string, ask: string]>()
  readonly #moved = new Set<SimulatedBook>()
  readonly #timers: Timer[] = []

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
    this.#pace = new MarketPace(clock, ticksPerSec)
  }

  static async start(options: FixSimulatorOptions): Promise<FixProviderSimulator> {
    const simulator = new FixProviderSimulator(options)
    await simulator.#server.listen()
    const { clock } = options
    simulator.#timers.push(
      clock.every(simulator.#pace.beatMs, () => simulator.#beat()),
      clock.every(TICK_MS, () => simulator.#orders.tick()),
      clock.every(DEPTH_MS, () => simulator.#refill()),
    )
    return simulator
  }

  get address(): string {
    return this.#server.address
  }

  get sessions(): number {
    return this.#clients.size
  }

  get openOrders(): number {
    return this.#orders.openOrders
  }

  stop(): Promise<void> {
    for (const timer of this.#timers) timer.cancel()
    return this.#server.stop()
  }

  #accept(socket: Socket): void {
    const { clock, log } = this.#options
    const choice = (first: FixMessage, _: string, connection: FixConnection) =>
      this.#chosen(first, connection)
    FixConnection.accept(socket, choice, clock, (why) => {
      log.info({ why }, 'simulated provider: a connection was not let in')
    })
  }

  /** Accepts or refuses a session. Only an accepted one takes a place. */
  #chosen(first: FixMessage, connection: FixConnection): FixAnswerer | undefined {
    const ids = {
      sender: first.text(TAG.target),
      senderSub: first.text(TAG.targetSub),
      target: first.text(TAG.sender),
      targetSub: first.text(TAG.senderSub),
    }
    const owner = Object.values(ids).join('\n')
    const hasIds = ids.sender !== '' && ids.target !== '' && owner.length <= IDS_CHARACTERS_MAX
    if (!hasIds || this.#clients.has(owner)) return undefined
    const isKnown = this.#knows(first)
    const client: Client = { connection, quotes: new SimulatedQuotes(this.#books), waiting: [] }
    return {
      endpoint: {
        settings: {
          ...FIX_SESSION_DEFAULTS,
          ...ids,
          role: 'acceptor',
          refusal: () => (isKnown ? undefined : 'user name or password is wrong'),
          speaks: (type) => SPOKEN.has(type),
          mayRepeat: () => false,
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
    if (this.#numbers.size > CLIENTS_MAX && oldest !== undefined) this.#numbers.delete(oldest)
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
    const moves = this.#pace.moves()
    if (this.#clients.size === 0) return
    const now = this.#options.clock.now()
    for (const client of this.#clients.values()) {
      if (hasRoom(client)) client.waiting.push(...client.quotes.caughtUp())
    }
    for (let i = 0; i < moves; i++) this.#market.move(now, (...quote) => this.#move(...quote))
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

  /** Trades pending orders at the new prices, and sends everyone the remaining levels. */
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
