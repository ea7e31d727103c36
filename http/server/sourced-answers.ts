import type { HttpResponse } from 'uWebSockets.js'
import type { ByteSource } from '../../wire/answer/byte-source.js'
import type { Call } from './body-reader.js'

const NOTHING = new Uint8Array(0)

/**
 * Answers whose bytes come from a source, as fast as their readers take them.
 *   S1. One part of each is in memory: the next is asked for when the kernel has taken the last.
 *   S2. A source is closed once, whatever becomes of its reader. Whoever reads nothing for ten seconds is
 *       cut off by the library.
 *   S3. A source that fails ends its connection: the reader sees fewer bytes than it was promised.
 */
export class SourcedAnswers {
  readonly #waiting = new Set<ByteSource>()
  #failed = 0

  get count(): number {
    return this.#waiting.size
  }

  /** The number of sources that have failed. */
  get failed(): number {
    return this.#failed
  }

  /** The head is written. `done` is called when all is sent; not when the client goes first. */
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
  /** The place in the body at which the part begins. */
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
      // A body of unknown length is behind only until the library has sent what it kept of the part.
      if (source.bytes === null) this.#isBehind = false
      else if (!this.#put(offset)) return false
      void this.goOn()
      return true
    })
  }

  /** Sends until the kernel takes no more, or all is sent. */
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

  /** Ends a body of unknown length; one of a known length was ended by its last bytes. */
  #finish(): void {
    if (this.#source.bytes !== null) throw new Error('a source ended before all its bytes')
    this.#response.cork(() => this.#response.end())
    this.end('sent')
  }

  /** False: the library says when more is taken. */
  #put(offset: number): boolean {
    const { bytes } = this.#source
    if (bytes === null) return this.#chunk()
    const rest = this.#part.subarray(offset - this.#begins)
    const [isTaken, isOver] = this.#response.tryEnd(rest, bytes)
    this.#isBehind = !isTaken && !isOver
    if (isOver) this.end('sent')
    return isTaken && !isOver
  }

  /** Writes a part of a body of unknown length: the library keeps what the kernel does not take of it. */
  #chunk(): boolean {
    const isTaken = this.#response.write(this.#part)
    this.#isBehind = !isTaken
    return isTaken
  }
}
