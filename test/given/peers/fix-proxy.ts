import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { FixFrameReader } from '../../../wire/fix/codec/frame-reader.js'

/** The fate of a frame on its way from a provider to us. */
export type FrameFate = 'pass' | 'lose' | 'twice' | 'garble' | 'junk' | 'cut'

/** A line between two parties of FIX that hurts what the provider says, as it is told. */
export class FixProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  fate: (frame: Buffer) => FrameFate = () => 'pass'

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(provider: number): Promise<FixProxy> {
    const server = createServer()
    const proxy = new FixProxy(server)
    server.on('connection', (socket) => proxy.#join(socket, provider))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return proxy
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async stop(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #join(ours: Socket, port: number): void {
    const theirs = connect({ host: '127.0.0.1', port })
    const reader = new FixFrameReader()
    for (const [one, other] of [
      [ours, theirs],
      [theirs, ours],
    ] as const) {
      this.#sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
    }
    ours.on('data', (bytes) => theirs.write(bytes))
    theirs.on('data', (bytes) => {
      reader.push(bytes)
      for (let frame = reader.next(); frame !== undefined; frame = reader.next()) {
        this.#pass(Buffer.from(frame), ours)
      }
    })
  }

  #pass(frame: Buffer, ours: Socket): void {
    if (ours.destroyed) return
    const fate = this.fate(frame)
    if (fate === 'garble') frame[frame.length >> 1] = 35
    if (fate === 'junk') ours.write('8=FIX.4.4 is not what this is\u0001')
    if (fate === 'cut') {
      ours.end(frame.subarray(0, frame.length >> 1))
    } else if (fate !== 'lose') ours.write(frame)
    if (fate === 'twice') ours.write(frame)
  }
}
