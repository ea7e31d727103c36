import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { GatewayOnline } from '../../../wire/thread/messages.js'
import type {
  FromGateways,
  ProviderReport,
  ToGateway,
  TurnToGateways,
} from '../../../wire/thread/provider-messages.js'

/**
 * A shard's connection to the gateways of the links thread.
 *
 *   - The messages of a turn leave after its commit, in the order of the turns.
 *   - Without a links thread no gateway is online. An order that was decided before is answered as
 *     not sent. Anything else is dropped, because the shard asks again once a gateway is online,
 *     and gateways repeat reports that are not confirmed.
 *   - Messages of an earlier connection are not read any more.
 */
export interface LinksPortOptions {
  /** Carries out a turn for a message that arrived between turns. */
  turn(message: FromGateways): void
  /** Runs the function after the current turn has ended. */
  later(run: () => void): void
}

export class LinksPort {
  readonly #options: LinksPortOptions
  #port: MessagePort | undefined
  #messages: ToGateway[] = []
  #read = 0

  constructor(options: LinksPortOptions) {
    this.#options = options
  }

  /** Sets the connection to a links thread that has started. */
  attach(port: MessagePort): void {
    this.#port?.close()
    this.#port = port
    this.#read = 0
    port.on('message', (message: FromGateways) => {
      if (this.#port === port) this.#options.turn(message)
    })
    port.on('close', () => {
      if (this.#port !== port) return
      this.#port = undefined
      this.#options.turn({ type: 'gateways', online: NOBODY })
    })
  }

  close(): void {
    const port = this.#port
    this.#port = undefined
    port?.close()
  }

  push(message: ToGateway): void {
    this.#messages.push(message)
  }

  /** Counts reports that were read, so that as many may follow. */
  read(reports: number): void {
    this.#read += reports
  }

  /** The next message that waits; undefined if there is none. */
  next(): FromGateways | undefined {
    return this.#port && receiveMessageOnPort(this.#port)?.message
  }

  take(): TurnToGateways {
    if (this.#messages.length === 0 && this.#read === 0) return NOTHING
    const turn = { messages: this.#messages, read: this.#read }
    this.#messages = []
    this.#read = 0
    return turn
  }

  /** Sends the messages of a turn, after its commit. */
  send(turn: TurnToGateways): void {
    if (turn === NOTHING) return
    if (this.#port !== undefined) {
      this.#port.postMessage(turn)
      return
    }
    const reports = turn.messages.flatMap((message) => unsent(message))
    if (reports.length === 0) return
    this.#options.later(() => this.#options.turn({ type: 'reports', at: 0, reports }))
  }
}

const NOTHING: TurnToGateways = { messages: [], read: 0 }
const NOBODY: readonly GatewayOnline[] = []

function unsent(message: ToGateway): readonly ProviderReport[] {
  if (message.what !== 'place' && message.what !== 'change') return []
  const { gateway, order } = message
  const report: ProviderReport = {
    gateway,
    number: 0,
    order: order.id,
    state: 'unsent',
    external_id: '',
    execution: null,
    total: 0,
    average: 0,
    text: '',
  }
  return [report]
}
