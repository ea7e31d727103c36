import type { LibrarySocket } from '../../../http/socket/connection.js'
import { decodeMsgpack } from '../../../wire/frame/msgpack-decode.js'

/** A socket of the library without a peer: it writes down what it is asked, and has `unsent` bytes on their way. */
export class GivenLibrarySocket {
  readonly topics = new Set<string>()
  /** What else it was asked, in order. */
  readonly calls: unknown[] = []
  unsent = 0
  readonly #told: unknown[] = []

  get ws(): LibrarySocket {
    return this as unknown as LibrarySocket
  }

  send(frame: Uint8Array, isBinary: boolean): number {
    const text = () => JSON.parse(Buffer.from(frame).toString('utf8'))
    this.#told.push(isBinary ? decodeMsgpack(frame) : text())
    return 1
  }

  /** The frames that were sent since it was last asked. */
  heard(): unknown[] {
    return this.#told.splice(0)
  }

  getBufferedAmount(): number {
    return this.unsent
  }

  cork(run: () => void): void {
    run()
  }

  subscribe(topic: string): void {
    this.topics.add(topic)
  }

  unsubscribe(topic: string): void {
    this.topics.delete(topic)
  }

  ping(): void {
    this.calls.push('ping')
  }

  end(code: number, why: string): void {
    this.calls.push(['end', code, why])
  }

  close(): void {
    this.calls.push('close')
  }
}
