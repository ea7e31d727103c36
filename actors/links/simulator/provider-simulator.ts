import type { Socket } from 'node:net'
import { type DdeCredentialCheck, DdeServerSession } from '../../../wire/dde/server-session.js'
import type { Clock, Timer } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'
import { TcpLink } from '../tcp-link.js'
import { LoopbackServer, SLOW_CLIENT_BYTES } from './loopback-server.js'
import { DEPTH_MS, MarketPace } from './market-pace.js'
import { SimulatedMarket } from './simulated-market.js'

/**
 * The built-in provider: a DDE server on loopback with a moving market, so that a fresh server has
 * prices on its first day and feeds can be tested with real sockets. Owns its server, clients and
 * market.
 *
 *   - It listens only on 127.0.0.1, on a port that the system chooses.
 *   - At most `CLIENTS_MAX` connections.
 *   - A slow client misses prices and never delays others: it gets the last value.
 */
export interface SimulatorOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly seed: number
  readonly accepts: DdeCredentialCheck
  /** Moves per second over all assets. A move quotes one to three symbols. */
  readonly ticksPerSec?: number
}

export const SIMULATOR_TICKS_PER_SEC = 20

const TICK_MS = 1_000

interface Client {
  readonly link: TcpLink
  readonly session: DdeServerSession
}

export class ProviderSimulator {
  readonly #options: SimulatorOptions
  readonly #market: SimulatedMarket
  readonly #server = new LoopbackServer((socket) => this.#accept(socket))
  readonly #clients = new Set<Client>()
  readonly #timers: Timer[] = []
  readonly #pace: MarketPace
  /** The last prices of the symbols that have moved since depth was last sent. */
  readonly #moved = new Map<string, readonly [bid: string, ask: string]>()

  private constructor(options: SimulatorOptions) {
    this.#options = options
    this.#market = new SimulatedMarket(options.seed)
    this.#pace = new MarketPace(options.clock, options.ticksPerSec ?? SIMULATOR_TICKS_PER_SEC)
  }

  static async start(options: SimulatorOptions): Promise<ProviderSimulator> {
    const simulator = new ProviderSimulator(options)
    await simulator.#server.listen()
    const { clock } = options
    simulator.#timers.push(
      clock.every(simulator.#pace.beatMs, () => simulator.#beat()),
      clock.every(TICK_MS, () => simulator.#tick()),
      clock.every(DEPTH_MS, () => simulator.#tellDepth()),
    )
    return simulator
  }

  get address(): string {
    return this.#server.address
  }

  get clients(): number {
    return this.#clients.size
  }

  /** Ends all clients, and then the server. */
  stop(): Promise<void> {
    for (const timer of this.#timers) timer.cancel()
    for (const client of this.#clients) client.link.close('the provider stops')
    return this.#server.stop()
  }

  #accept(socket: Socket): void {
    const { clock, log, accepts } = this.#options
    const link: TcpLink = TcpLink.accept(socket, clock, {
      opened: () => undefined,
      received: (bytes) => client.session.receive(bytes, clock.monotonic()),
      closed: (why) => {
        this.#clients.delete(client)
        log.info({ why }, 'simulated provider: client gone')
      },
    })
    const session = new DdeServerSession(
      accepts,
      {
        send: (text) => link.send(text),
        granted: () => this.#greet(client),
        ended: (why) => link.finish(why),
      },
      clock.monotonic(),
    )
    const client: Client = { link, session }
    this.#clients.add(client)
  }

  /** A new client gets every price at once, because a quiet symbol may not move for a while. */
  #greet({ session }: Client): void {
    this.#market.snapshot(this.#options.clock.now(), (symbol, bid, ask) =>
      session.publish(symbol, bid, ask),
    )
  }

  #beat(): void {
    const moves = this.#pace.moves()
    const ready = this.#ready()
    if (ready.length === 0) return
    const now = this.#options.clock.now()
    for (let i = 0; i < moves; i++) {
      this.#market.move(now, (symbol, bid, ask) => {
        this.#moved.set(symbol, [bid, ask])
        for (const session of ready) session.publish(symbol, bid, ask)
      })
    }
    for (const session of ready) session.flush()
  }

  #tellDepth(): void {
    const ready = this.#ready()
    for (const [symbol, [bid, ask]] of this.#moved) {
      const depth = this.#market.depth(symbol, bid, ask)
      for (const session of ready) session.publishDepth(depth)
    }
    this.#moved.clear()
    for (const session of ready) session.flush()
  }

  #ready(): DdeServerSession[] {
    const ready: DdeServerSession[] = []
    for (const { link, session } of this.#clients) {
      if (session.isOnline && link.queuedBytes < SLOW_CLIENT_BYTES) ready.push(session)
    }
    return ready
  }

  #tick(): void {
    const now = this.#options.clock.monotonic()
    for (const { session } of this.#clients) session.tick(now)
  }
}
