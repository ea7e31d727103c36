import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** The way of what is said: from who dialled to the other side, and back. */
export type LineWay = 'there' | 'back'
export const LINE_WAYS: readonly LineWay[] = ['there', 'back']

/** A half of a connection: what it may not say yet. `undefined` is its end. */
interface Half {
  readonly way: LineWay
  readonly to: Socket
  readonly held: (Buffer | undefined)[]
}

/**
 * A line between two parties that can be held, as a network is that loses everything for a while: nothing of what is said arrives, the end
 * of a connection neither, and whoever dials is not answered. When it is let go all of it arrives, as TCP sends it again.
 */
export class HeldLine {
  readonly #server: Server
  readonly #halves = new Set<Half>()
  readonly #held = new Set<LineWay>()

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(target: number): Promise<HeldLine> {
    const server = createServer()
    const line = new HeldLine(server)
    server.on('connection', (dialled) => line.#join(dialled, target))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return line
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  hold(ways: readonly LineWay[]): void {
    for (const way of ways) this.#held.add(way)
  }

  letGo(): void {
    this.#held.clear()
    for (const half of this.#halves) {
      for (const bytes of half.held.splice(0)) this.#pass(half, bytes)
    }
  }

  async stop(): Promise<void> {
    for (const { to } of this.#halves) to.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #join(dialled: Socket, target: number): void {
    const other = connect({ host: '127.0.0.1', port: target })
    this.#listen(dialled, { way: 'there', to: other, held: [] })
    this.#listen(other, { way: 'back', to: dialled, held: [] })
  }

  #listen(from: Socket, half: Half): void {
    this.#halves.add(half)
    from.on('error', () => undefined)
    from.on('data', (bytes) => this.#say(half, bytes))
    from.on('close', () => this.#say(half, undefined))
  }

  #say(half: Half, bytes: Buffer | undefined): void {
    if (this.#held.has(half.way)) half.held.push(bytes)
    else this.#pass(half, bytes)
  }

  #pass(half: Half, bytes: Buffer | undefined): void {
    if (bytes !== undefined) {
      if (!half.to.destroyed) half.to.write(bytes)
      return
    }
    this.#halves.delete(half)
    // What was said before its end arrives first.
    half.to.destroySoon()
  }
}
