import type { HttpResponse } from 'uWebSockets.js'
import { LATE_PARTS_MAX } from '../../engine/limits/floods.js'
import { ArrivingBytes } from './arriving-bytes.js'

/** A request that is answered in a later turn than the one that brought it. */
export class Call {
  /** Answered, or its client has gone. */
  isOver = false
  /** Lets go of the body read so far. */
  drop: (() => void) | null = null
  /** Gives up the request's place, as long as nobody works on it. */
  leave: (() => void) | null = null
}

/** The bytes (good until the call returns), or why there are none. */
export type ReadBody = Uint8Array | 'too_large' | 'crumbs' | 'full'

/** The most memory that all bodies which are still arriving may hold together. */
export const BODIES_BYTES_MAX = 268_435_456

/**
 * Reads bodies under two bounds: the route's own, and one for all that are arriving.
 *   B1. Not one byte beyond the route's bound is kept.
 *   B2. `held` is exactly the memory that unfinished bodies hold.
 *   B3. `done` is called once, and not at all when the client goes away first.
 *   B4. A body of parts that are too small on average is refused. Of one that is refused, for whatever reason, so many
 *       parts may still come; then the connection is closed, since the library would read on as long as there are more.
 */
export class BodyReader {
  readonly #heldMax: number
  #held = 0

  constructor(heldMax: number = BODIES_BYTES_MAX) {
    this.#heldMax = heldMax
  }

  get held(): number {
    return this.#held
  }

  /** `done` is told what the body has cost, in points of its address. */
  read(
    response: HttpResponse,
    call: Call,
    bytesMax: number,
    done: (body: ReadBody, points: number) => void,
  ): void {
    const bytes = new ArrivingBytes()
    let isDone = false
    let late = 0
    const release = (): void => {
      this.#held -= bytes.held
      bytes.take()
    }
    const settle = (body: ReadBody): void => {
      isDone = true
      call.drop = null
      done(body, bytes.points)
    }
    const refuse = (why: 'too_large' | 'crumbs' | 'full'): void => {
      release()
      settle(why)
    }
    call.drop = release
    response.onData((chunk, isLast) => {
      if (call.isOver) return
      if (isDone) {
        if (++late > LATE_PARTS_MAX) response.close()
        return
      }
      bytes.count(chunk)
      if (bytes.all > bytesMax) return refuse('too_large')
      if (bytes.isCrumbs) return refuse('crumbs')
      // A body that came in one piece is used where it lies.
      if (isLast && bytes.isEmpty) return settle(new Uint8Array(chunk))
      if (this.#held + chunk.byteLength > this.#heldMax) return refuse('full')
      this.#held -= bytes.held
      bytes.keep(chunk)
      this.#held += bytes.held
      if (!isLast) return
      this.#held -= bytes.held
      settle(bytes.take())
    })
  }
}
