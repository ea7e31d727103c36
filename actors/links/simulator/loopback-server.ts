import { createServer, type Server, type Socket } from 'node:net'

/**
 * The server of a built-in provider, on 127.0.0.1 and a port that the system chooses. Owns its
 * connections.
 *
 * At most `CLIENTS_MAX` connections; the next one is dropped at once.
 */
export const CLIENTS_MAX = 64
/** A client with this many unread bytes gets no more prices meanwhile. */
export const SLOW_CLIENT_BYTES = 262_144

export class LoopbackServer {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #port = 0

  constructor(accept: (socket: Socket) => void) {
    this.#server = createServer((socket) => {
      if (this.#sockets.size >= CLIENTS_MAX) {
        socket.on('error', () => undefined)
        socket.destroy()
        return
      }
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      accept(socket)
    })
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen({ host: '127.0.0.1', port: 0 }, () => {
        const address = this.#server.address()
        this.#port = typeof address === 'object' && address !== null ? address.port : 0
        resolve()
      })
    })
  }

  /** The text of a `server` field that reaches it. */
  get address(): string {
    return `127.0.0.1:${this.#port}`
  }

  stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
    })
  }
}
