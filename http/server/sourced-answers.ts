import type { HttpResponse } from 'uWebSockets.js'
import type { ByteSource } from '../../wire/answer/byte-source.js'
import type { Call } from './body-reader.js'

const NOTHING = new Uint8Array(0)

/**
 * Streams answers from a source as fast as clients read.
 * - One chunk of each is in memory. The next is read after the kernel has accepted the last one.
 * - A source is closed exactly once, whatever happens to the client. The library closes a
 *   connection that reads nothing for ten seconds.
 * - If a source fails, the connection is closed, so the client notices that bytes are missing.
 */
export class SourcedAnswers {
  readonly #waiting = new Set<ByteSource>()
  #failed = 0

  get count(): number {
    return this.#waiting.size
  }

  get failed(): number {
    return this.#failed
  }

  /**
   * Sends the body; the headers have been written. `done` is called when everything is sent, but
   * not if the client disconnects first.
   */
  send(response: HttpResponse, call: Call, source: ByteSource, done: () => void): void {
    this.#waiting.add(source)
    const sending = new Sending(response, call, source, (ending) => {
      if (!this.#waiting.delete(source)) return
      if (ending === 'sent') source.sent?.()
      source.close()
      if (ending === 'sent') done()
      else if (ending === 'failed') {
        this.#failed++
        response.close()
      }
    })
    call.drop = () => sending.end('gone')
    void sending.goOn()
  }
}

type Ending = 'sent' | 'failed' | 'gone'

class Sending {
  readonly #response: HttpResponse
  readonly #call: Call
  readonly #source: ByteSource
  readonly end: (ending: Ending) => void
  #part: Uint8Array = NOTHING
  /** The offset of the chunk within the body. */
  #begins = 0
  #isBehind = false

  constructor(
    response: HttpResponse,
    call: Call,
    source: ByteSource,
    end: (ending: Ending) => void,
  ) {
    this.#response = response
    this.#call = call
    this.#source = source
    this.end = end
    response.onWritable((offset) => {
      if (!this.#isBehind) return true
      // With an unknown length, the library buffers the rest of the chunk itself and sends it.
      if (source.bytes === null) this.#isBehind = false
      else if (!this.#put(offset)) return false
      void this.goOn()
      return true
    })
  }

  /** Sends until the kernel accepts no more or everything is sent. */
  async goOn(): Promise<void> {
    try {
      for (let isTaken = true; isTaken; ) {
        const part = await this.#source.next()
        if (this.#call.isOver) return
        if (part === null) {
          this.#finish()
          return
        }
        this.#begins += this.#part.length
        this.#part = part
        this.#response.cork(() => {
          isTaken = this.#put(this.#begins)
        })
        if (this.#call.isOver) return
      }
    } catch {
      if (!this.#call.isOver) this.end('failed')
    }
  }

  /** Ends a body of unknown length. A body of known length has ended with its last bytes. */
  #finish(): void {
    if (this.#source.bytes !== null) throw new Error('a source ended before all its bytes')
    this.#response.cork(() => this.#response.end())
    this.end('sent')
  }

  /** Returns false if the rest has to wait until the library can write again. */
  #put(offset: number): boolean {
    const { bytes } = this.#source
    if (bytes === null) return this.#chunk()
    const rest = this.#part.subarray(offset - this.#begins)
    const [isTaken, isOver] = this.#response.tryEnd(rest, bytes)
    this.#isBehind = !isTaken && !isOver
    if (isOver) this.end('sent')
    return isTaken && !isOver
  }

  /**
   * Writes a chunk of a body of unknown length. The library buffers what the kernel does not
   * accept.
   */
  #chunk(): boolean {
    const isTaken = this.#response.write(this.#part)
    this.#isBehind = !isTaken
    return isTaken
  }
}
