import type { HttpResponse } from 'uWebSockets.js'
import { LATE_PARTS_MAX } from '../../engine/limits/floods.js'
import { ArrivingBytes } from './arriving-bytes.js'

/** A request that is answered in a later turn of the event loop. */
export class Call {
  /** True when it has been answered or its client has disconnected. */
  isOver = false
  /** Releases the part of the body that was read. */
  drop: (() => void) | null = null
  /** Frees the request's place, unless its handler is running. */
  leave: (() => void) | null = null
}

/** The bytes (valid until the call returns), or the reason why there are none. */
export type ReadBody = Uint8Array | 'too_large' | 'crumbs' | 'full'

/** The most memory for all bodies that are still arriving. */
export const BODIES_BYTES_MAX = 268_435_456

/**
 * Reads bodies within the route's limit and a limit for all arriving bodies.
 * - Nothing beyond the route's limit is buffered.
 * - `held` is exactly the memory used by unfinished bodies.
 * - `done` is called once, or not at all if the client disconnects first.
 * - A body whose chunks are too small on average is refused. After any refusal a bounded rest of
 *   the body is read and discarded; then the connection is closed, because the library would read
 *   on without end.
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

  /** Calls `done` with the body and its cost in points for the client's address. */
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
      // A body that arrives in one chunk is used without copying.
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
