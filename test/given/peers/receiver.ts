import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { RECEIVERS } from '../fronts/account-front.js'

/** A receiver of webhooks on this machine. */
export interface Received {
  readonly id: string
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  readonly data: any
}

/** How it answers: a status, a whole answer, two answers to one request, or nothing at all. */
export type Reaction =
  | number
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | 'twice'
  | 'hang'
  | 'close'

/** A certificate and its key, both as PEM. */
interface KeyPair {
  readonly certificate: string
  readonly key: string
}

const EMPTY_ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

type Teardown = { teardown(run: () => unknown): unknown }

export class Receiver {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly requests: Received[] = []
  /** The most requests that were under way together. */
  inFlightMax = 0
  react: (received: Received) => Reaction | Promise<Reaction> = () => 200
  #inFlight = 0
  #waiters: (() => void)[] = []

  private constructor(pair: KeyPair | undefined) {
    const take = (request: IncomingMessage, response: ServerResponse) =>
      void this.#take(request, response)
    this.#server =
      pair === undefined
        ? createServer(take)
        : createSecureServer({ cert: pair.certificate, key: pair.key }, take)
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  /** With a key pair, it speaks TLS. */
  static async start(test: Teardown, address = RECEIVERS, pair?: KeyPair): Promise<Receiver> {
    const receiver = new Receiver(pair)
    receiver.#server.listen(0, address)
    await once(receiver.#server, 'listening')
    test.teardown(() => receiver.stop())
    return receiver
  }

  get url(): string {
    const { address, port } = this.#server.address() as AddressInfo
    return `http://${address}:${port}/events`
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Events that it has accepted once more. */
  get repeats(): number {
    return this.#accepted.length - this.accepted.length
  }

  /** The ids of what it has accepted, each once, in their order. */
  get accepted(): readonly string[] {
    return [...new Set(this.#accepted.map(({ id }) => id))]
  }

  readonly #accepted: Received[] = []

  /** What it has accepted, without repeats. */
  get events(): readonly Received[] {
    const seen = new Set<string>()
    return this.#accepted.filter(({ id }) => !seen.has(id) && seen.add(id))
  }

  /** Resolves once that holds, which is looked at after each request. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiters.push(resolve))
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  /** Cuts all connections and listens again on the same port, as a receiver that was killed and started again. */
  async restart(): Promise<void> {
    const { address, port } = this.#server.address() as AddressInfo
    const closed = once(this.#server, 'close')
    this.stop()
    await closed
    this.#server.listen(port, address)
    await once(this.#server, 'listening')
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const headers = request.headers as Record<string, string>
    const { type, data } = JSON.parse(body) as { type: string; data: unknown }
    const received = { id: headers['webhook-id'] ?? '', type, headers, body, data }
    this.#inFlight++
    this.inFlightMax = Math.max(this.inFlightMax, this.#inFlight)
    response.once('close', () => {
      this.#inFlight--
      this.#wake()
    })
    this.requests.push(received)
    const reaction = await this.react(received)
    this.#answer(received, reaction, response)
    this.#wake()
  }

  #answer(received: Received, reaction: Reaction, response: ServerResponse): void {
    if (reaction === 'hang') return
    if (reaction === 'close') {
      response.destroy()
      return
    }
    if (reaction === 'twice') {
      this.#accepted.push(received)
      response.socket?.write(EMPTY_ANSWER.repeat(2))
      return
    }
    const answer = typeof reaction === 'number' ? { status: reaction } : reaction
    const { status, headers = {}, body = '' } = answer
    if (status >= 200 && status < 300) this.#accepted.push(received)
    response.writeHead(status, headers).end(body)
  }

  #wake(): void {
    const waiters = this.#waiters
    this.#waiters = []
    for (const wake of waiters) wake()
  }
}
