import type { SocketShard } from '../../http/socket/trader-connection.js'
import { type Batch, BatchWriter, batchOf, FROM_SHARD } from '../../wire/thread/batch.js'
import type { SocketControl, SocketOpen } from '../../wire/thread/messages.js'

/** A shard that does what the test says: it writes down what it is sent. */
export class FakeShard implements SocketShard {
  readonly shard: number
  ready = true
  readonly opened = new Map<number, SocketOpen>()
  readonly openings: SocketOpen[] = []
  readonly frames: { readonly socketId: number; readonly bytes: Buffer }[] = []
  /** Sockets whose readers had taken what they were sent. */
  readonly credits: number[] = []
  readonly valuedAgain: number[] = []
  readonly #out = new BatchWriter()
  #heard: (() => void) | null = null

  constructor(shard: number) {
    this.shard = shard
  }

  frame(socketId: number, bytes: Uint8Array): boolean {
    if (!this.ready) return false
    this.frames.push({ socketId, bytes: Buffer.from(bytes) })
    this.#heard?.()
    return true
  }

  openSocket(socketId: number, open: SocketOpen): void {
    this.opened.set(socketId, open)
    this.openings.push(open)
  }

  closeSocket(socketId: number): void {
    this.opened.delete(socketId)
    this.#heard?.()
  }

  valueAgain(socketId: number): void {
    this.valuedAgain.push(socketId)
  }

  credit(socketId: number): void {
    this.credits.push(socketId)
    this.#heard?.()
  }

  /** Resolves when `is` holds, which is looked at after everything that arrives. */
  async until(is: () => boolean): Promise<void> {
    while (!is()) {
      await new Promise<void>((resolve) => {
        this.#heard = resolve
      })
    }
  }

  reply(socketId: number, frame: object): this {
    return this.push(FROM_SHARD.reply, socketId, Buffer.from(JSON.stringify(frame)))
  }

  event(socketId: number, frame: object): this {
    return this.push(FROM_SHARD.event, socketId, Buffer.from(JSON.stringify(frame)))
  }

  control(socketId: number, control: SocketControl): this {
    return this.push(FROM_SHARD.control, socketId, Buffer.from(JSON.stringify(control)))
  }

  push(kind: number, socketId: number, bytes: Uint8Array): this {
    this.#out.push(kind, socketId, bytes)
    return this
  }

  batch(): Batch {
    return batchOf(this.#out.takeBuffer())
  }
}
