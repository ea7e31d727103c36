import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A line between clients and a server that can be cut, held, and kept from being opened. */
export class CutLine {
  readonly #server: Server
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  readonly #live = new Set<Socket>()
  #port: number
  /** Connections that come are ended at once. */
  isDown = false
  /** Connections that were opened. */
  opened = 0
  /** Sees what a client sends, before the server does; false loses it, and all that follows on its line. */
  passes: (bytes: Buffer) => boolean = () => true

  private constructor(server: Server, port: number) {
    this.#server = server
    this.#port = port
    server.on('connection', (socket) => this.#join(socket))
  }

  static async to(port: number, test: { teardown(run: () => unknown): unknown }): Promise<CutLine> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const line = new CutLine(server, port)
    test.teardown(() => {
      server.close()
      line.cut()
    })
    return line
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Another server stands behind it from now on. */
  goTo(port: number): void {
    this.#port = port
  }

  /** Every connection is gone at once, without a word. */
  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
  }

  /** Nothing comes from the server any more on the live sockets that are there, and they stay. */
  hold(): void {
    for (const theirs of this.#live) theirs.pause()
  }

  #join(ours: Socket): void {
    ours.on('error', () => undefined)
    if (this.isDown) {
      ours.destroy()
      return
    }
    this.opened++
    const theirs = connect({ host: '127.0.0.1', port: this.#port, noDelay: true })
    const pair = [ours, theirs] as const
    this.#pairs.add(pair)
    let isLost = false
    ours.once('data', (bytes) => {
      if (/^upgrade: websocket/im.test(bytes.toString('latin1'))) this.#live.add(theirs)
    })
    ours.on('data', (bytes) => {
      isLost ||= !this.passes(bytes)
      if (!isLost) theirs.write(bytes)
    })
    theirs.on('data', (bytes) => ours.write(bytes))
    for (const [one, other] of [pair, [theirs, ours]] as const) {
      one.on('error', () => undefined)
      one.on('close', () => {
        this.#pairs.delete(pair)
        this.#live.delete(theirs)
        other.destroy()
      })
    }
  }
}
