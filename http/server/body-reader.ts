import type { HttpResponse } from 'uWebSockets.js'

/** One request whose answer does not come in the turn that brought it. */
export class Call {
  /** Answered, or its client has gone. */
  isOver = false
  /** Lets go of the body read so far. */
  drop: (() => void) | null = null
}

/** The bytes (good until the call returns), or why there are none. */
export type ReadBody = Uint8Array | 'too_large' | 'full'

/** The most bytes that all bodies which are still arriving may hold together. */
export const BODIES_BYTES_MAX = 268_435_456

/**
 * Reads bodies under two bounds: the route's own, and one for all that are arriving.
 *   B1. Not one byte beyond the route's bound is kept.
 *   B2. `held` is exactly the sum of what unfinished bodies keep.
 *   B3. `done` is called once, and not at all when the client goes away first.
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

  read(response: HttpResponse, call: Call, bytesMax: number, done: (body: ReadBody) => void): void {
    let parts: Buffer[] = []
    let size = 0
    let isDone = false
    const release = (): void => {
      for (const part of parts) this.#held -= part.length
      parts = []
    }
    const settle = (body: ReadBody): void => {
      isDone = true
      release()
      call.drop = null
      done(body)
    }
    call.drop = release
    response.onData((chunk, isLast) => {
      if (isDone || call.isOver) return
      size += chunk.byteLength
      if (size > bytesMax) return settle('too_large')
      // A body that came in one piece is used where it lies.
      if (isLast && parts.length === 0) return settle(new Uint8Array(chunk))
      if (this.#held + chunk.byteLength > this.#heldMax) return settle('full')
      // Copied, because the library takes the chunk back after this call.
      parts.push(Buffer.from(new Uint8Array(chunk)))
      this.#held += chunk.byteLength
      if (isLast) settle(Buffer.concat(parts, size))
    })
  }
}
