import type { HttpResponse } from 'uWebSockets.js'
import { UNSENT_BYTES_MAX } from '../../engine/limits/front.js'
import type { PlainAnswer } from '../exchange/request.js'
import type { Call } from './body-reader.js'

/**
 * Answers that clients have not read completely.
 * - A connection has at most one, because the library closes a connection that sends requests
 *   meanwhile.
 * - Together they use at most `bytesMax`; beyond that the oldest connection is closed. Shared
 *   buffers, such as documents, do not count.
 * - The library closes a connection that reads nothing for ten seconds.
 */
export class UnsentAnswers {
  readonly #bytesMax: number
  readonly #waiting = new Set<{ readonly response: HttpResponse; readonly bytes: number }>()
  #held = 0
  #cut = 0

  constructor(bytesMax: number = UNSENT_BYTES_MAX) {
    this.#bytesMax = bytesMax
  }

  /** The number of bytes kept until they are sent. */
  get held(): number {
    return this.#held
  }

  /** The number of connections closed because of the common limit. */
  get cut(): number {
    return this.#cut
  }

  get count(): number {
    return this.#waiting.size
  }

  /**
   * Keeps a response that was started but not finished. `done` is called when it is finished, but
   * not if the client disconnects first.
   */
  keep(response: HttpResponse, call: Call, answer: PlainAnswer, done: () => void): void {
    const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
    const waiting = { response, bytes: answer.isShared ? 0 : body.length }
    const release = (): void => {
      if (this.#waiting.delete(waiting)) this.#held -= waiting.bytes
    }
    this.#waiting.add(waiting)
    this.#held += waiting.bytes
    call.drop = release
    response.onWritable((offset) => {
      const [isTaken, isOver] = response.tryEnd(body.subarray(offset), body.length)
      if (isOver) {
        release()
        done()
      }
      return isTaken
    })
    this.#makeRoom()
  }

  #makeRoom(): void {
    for (const { response, bytes } of this.#waiting) {
      if (this.#held <= this.#bytesMax) return
      // Closing a connection with a shared body would free no memory.
      // Closing triggers the abort handler, which frees the buffer.
      if (bytes === 0) continue
      this.#cut++
      response.close()
    }
  }
}
