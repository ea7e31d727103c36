import type { HttpResponse } from 'uWebSockets.js'
import { UNSENT_BYTES_MAX } from '../../engine/limits/front.js'
import type { PlainAnswer } from '../exchange/request.js'
import type { Call } from './body-reader.js'

/**
 * Answers that their readers have not taken whole.
 *   U1. A connection has one of them at most: the library ends a connection that asks on meanwhile.
 *   U2. They hold `bytesMax` together at most: beyond it the one that waits longest is cut off. What
 *       many answers share (a document) holds nothing.
 *   U3. Whoever reads nothing for ten seconds is cut off by the library.
 */
export class UnsentAnswers {
  readonly #bytesMax: number
  readonly #waiting = new Set<{ readonly response: HttpResponse; readonly bytes: number }>()
  #held = 0
  #cut = 0

  constructor(bytesMax: number = UNSENT_BYTES_MAX) {
    this.#bytesMax = bytesMax
  }

  /** Bytes of bodies that are kept until they are sent. */
  get held(): number {
    return this.#held
  }

  /** Connections closed because all together held too much. */
  get cut(): number {
    return this.#cut
  }

  get count(): number {
    return this.#waiting.size
  }

  /** The response was begun and not ended. `done` is called when it is; not when its client goes first. */
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
      // Cutting one that holds a shared body would win nothing. The abort that follows releases what was
      // held.
      if (bytes === 0) continue
      this.#cut++
      response.close()
    }
  }
}
