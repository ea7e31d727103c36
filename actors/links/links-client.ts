import { type MessagePort, Worker } from 'node:worker_threads'
import type { KnownPrice } from '../../engine/book/prices.js'
import type { BookRecords, ConfigChange } from '../../engine/config/book-records.js'
import type { OpenedList } from '../../engine/config/opened-records.js'
import type { FixReservation } from '../../wire/thread/fix-numbers.js'
import type { GatewayReport } from '../../wire/thread/gateway-report.js'
import type {
  FeedLine,
  FeedReport,
  FromLinks,
  LinksOperations,
  ToLinks,
} from '../../wire/thread/messages.js'
import { type AnswerMessage, Asker, type Outcome } from '../thread/ask.js'
import { type Clock, within } from '../thread/clock.js'
import type { ShardConnected } from '../thread/gateway-channel.js'
import type { Logger } from '../thread/logger.js'
import type { LinksData } from './links-data.js'

export type { LinksData }

export interface LinksWiring {
  readonly clock: Clock
  readonly log: Logger
  /** Called when any symbol moved. Not called again until `PriceBoard.takeMoved` is called. */
  moved(): void
  feed(report: FeedReport): void
  /** Called with a line about prices for the journal. */
  prices(line: string): void
  gateway(report: GatewayReport): void
  /** Called with a line for the log of one feed's connection. */
  feedLine(id: number, line: FeedLine): void
  gatewayLine(id: number, line: FeedLine): void
  /** Called when records wait to be stored. */
  records(): void
  /** Called with FIX sequence numbers that this node reserves. */
  fixNumbers?(reserved: FixReservation): void
  /** The thread ended unexpectedly, and its connections with it; the board keeps its prices. */
  died(error: Error): void
}

const START_MS = 10_000
const STOP_MS = 5_000
const QUESTION = { who: 'links thread', inFlightMax: 256, timeoutMs: 5_000 } as const

/**
 * The links thread as the front sees it.
 *
 * `died` is called at most once, and never before `start` resolved or after `stop`.
 */
export class LinksClient {
  readonly #worker: Worker
  readonly #wiring: LinksWiring
  readonly #asker: Asker<LinksOperations>
  readonly #exited: Promise<void>
  readonly #ready: Promise<void>
  #phase: 'starting' | 'running' | 'ended' = 'starting'
  #error: Error | undefined

  private constructor(data: LinksData, wiring: LinksWiring) {
    this.#wiring = wiring
    const worker = new Worker(new URL('./links.worker.js', import.meta.url), {
      workerData: data,
      name: 'links',
    })
    this.#worker = worker
    this.#asker = new Asker((message) => worker.postMessage(message), wiring.clock, QUESTION)
    worker.on('error', (error) => {
      this.#error = error
    })
    this.#exited = new Promise((resolve) => {
      worker.once('exit', () => {
        resolve()
        this.#ended()
      })
    })
    this.#ready = new Promise((resolve, reject) => {
      worker.on('message', (message: FromLinks | AnswerMessage) => {
        if (message.type === 'ready') resolve()
        else if (message.type === 'answer') this.#asker.settle(message)
        else this.#heard(message)
      })
      worker.once('exit', () => reject(this.#deathError()))
    })
    this.#ready.catch(() => undefined)
  }

  /** Resolves when the thread is ready; its feeds may still be connecting. */
  static async start(data: LinksData, wiring: LinksWiring): Promise<LinksClient> {
    const client = new LinksClient(data, wiring)
    try {
      await within(wiring.clock, START_MS, client.#ready, 'the links thread did not start in time')
    } catch (error) {
      client.#phase = 'ended'
      await client.#worker.terminate()
      throw error
    }
    client.#phase = 'running'
    return client
  }

  config(change: ConfigChange): void {
    this.#send({ type: 'config', change })
  }

  book(records: BookRecords): void {
    this.#send({ type: 'book', records })
  }

  opened(opened: OpenedList): void {
    this.#send({ type: 'opened', opened })
  }

  /** Sends prices from before this run, which no feed guarantees. */
  known(prices: readonly KnownPrice[]): void {
    this.#send({ type: 'known', prices })
  }

  /** Sets the gateways' connection to a shard (gateways/gateway-ports.ts). */
  connectShard(shard: number, port: MessagePort): void {
    const message: ShardConnected = { type: 'shard', shard, port }
    this.#worker.postMessage(message, [port])
  }

  /** Sends a request. Rejects if the thread ends before it answers. */
  ask<Name extends keyof LinksOperations & string>(
    name: Name,
    request: LinksOperations[Name]['request'],
  ): Promise<Outcome<LinksOperations[Name]['answer']>> {
    return this.#asker.ask(name, request)
  }

  /** Gives the thread a moment to close its connections, then ends it. */
  async stop(): Promise<void> {
    this.#phase = 'ended'
    this.#send({ type: 'stop' })
    try {
      await within(this.#wiring.clock, STOP_MS, this.#exited, 'the links thread did not stop')
    } catch {
      this.#wiring.log.warn({}, 'the links thread did not stop in time and was ended')
      await this.#worker.terminate()
    }
  }

  #send(message: ToLinks): void {
    this.#worker.postMessage(message)
  }

  #heard(message: FromLinks): void {
    if (message.type === 'log') {
      this.#wiring.log[message.level](message.fields, message.message)
      return
    }
    if (this.#phase === 'ended') return
    if (message.type === 'moved') this.#wiring.moved()
    else if (message.type === 'feed') this.#wiring.feed(message.report)
    else if (message.type === 'prices') this.#wiring.prices(message.line)
    else if (message.type === 'gateway') this.#wiring.gateway(message.report)
    else if (message.type === 'feed_line') this.#wiring.feedLine(message.id, message.line)
    else if (message.type === 'gateway_line') this.#wiring.gatewayLine(message.id, message.line)
    else if (message.type === 'records') this.#wiring.records()
    else if (message.type === 'fix_numbers') this.#wiring.fixNumbers?.(message.reserved)
  }

  #ended(): void {
    this.#asker.close(this.#deathError().message)
    if (this.#phase !== 'running') return
    this.#phase = 'ended'
    this.#wiring.died(this.#deathError())
  }

  #deathError(): Error {
    return this.#error ?? new Error('the links thread ended by itself')
  }
}
