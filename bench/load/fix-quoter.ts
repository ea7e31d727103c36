import { createServer, type Server, type Socket } from 'node:net'
import { FixConnection } from '../../actors/links/fix/fix-connection.js'
import { SimulatedNumbers } from '../../actors/links/simulator/simulated-numbers.js'
import { type Clock, systemClock } from '../../actors/thread/clock.js'
import type { FixMessage } from '../../wire/fix/codec/message.js'
import { TAG } from '../../wire/fix/codec/tags.js'
import type { FixField } from '../../wire/fix/codec/write.js'
import type { FixRequest } from '../../wire/fix/market-data/market-data.js'
import { MD } from '../../wire/fix/market-data/tags.js'
import { FIX_SESSION_DEFAULTS } from '../../wire/fix/session/settings.js'

/**
 * A provider of prices for benches. Every client may subscribe and gets the quotes that the bench
 * sends.
 */
export class FixQuoter {
  readonly #server: Server
  readonly #clock: Clock
  readonly #requests = new Map<string, string>()
  #connection: FixConnection | undefined
  #wake: () => void = () => undefined

  private constructor(server: Server, clock: Clock) {
    this.#server = server
    this.#clock = clock
    server.on('connection', (socket: Socket) => this.#accept(socket))
  }

  /** `now` is the time of the product, which may be another than it is. */
  static async start(now: number): Promise<FixQuoter> {
    const server = createServer()
    const quoter = new FixQuoter(server, systemClock(now - Date.now()))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return quoter
  }

  get address(): string {
    const address = this.#server.address()
    return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  }

  async subscribed(symbols: number): Promise<void> {
    while (this.#requests.size < symbols) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  quote(quotes: readonly (readonly [symbol: string, bid: string, ask: string])[]): void {
    this.#connection?.sendAll(quotes.map(([symbol, bid, ask]) => this.#message(symbol, bid, ask)))
  }

  stop(): void {
    this.#connection?.close('the bench is over')
    this.#server.close()
  }

  #message(symbol: string, bid: string, ask: string): FixRequest {
    const entry = (type: string, price: string): FixField[] => [
      [MD.entryType, type],
      [MD.price, price],
      [MD.size, '1000000'],
    ]
    const head: FixField[] = [
      [MD.requestId, this.#requests.get(symbol) ?? ''],
      [MD.symbol, symbol],
      [MD.entries, '2'],
    ]
    return ['W', [...head, ...entry('0', bid), ...entry('1', ask)]]
  }

  #accept(socket: Socket): void {
    const choose = (first: FixMessage, _: string, connection: FixConnection) => {
      this.#connection = connection
      const parties = { sender: first.text(TAG.target), target: first.text(TAG.sender) }
      return {
        endpoint: {
          settings: { ...FIX_SESSION_DEFAULTS, ...parties, role: 'acceptor' as const },
          store: new SimulatedNumbers(),
        },
        handlers: {
          online: () => undefined,
          delivered: (message: FixMessage) => {
            if (message.type === 'V') {
              this.#requests.set(message.text(MD.symbol), message.text(MD.requestId))
              this.#wake()
            }
            return true
          },
          ended: () => undefined,
        },
      }
    }
    FixConnection.accept(socket, choose, this.#clock, () => undefined)
  }
}
