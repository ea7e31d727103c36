import type { HttpResponse } from 'uWebSockets.js'
import type { Admitted } from '../pipeline/context.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { Receiving } from '../pipeline/receiving.js'
import type { Call } from './body-reader.js'
import type { PlainAnswer } from './request.js'

/**
 * A body that is read a part at a time, as fast as whoever wants it takes it. What the library has read
 * already when it is told to rest is kept: one of its reads, of at most half a megabyte.
 */
export class PulledBody {
  readonly #response: HttpResponse
  readonly #parts: Buffer[] = []
  #bytes = 0
  #hasAll = false
  #isGone = false
  #isResting = false
  #wake: () => void = () => undefined

  constructor(response: HttpResponse, call: Call) {
    this.#response = response
    call.drop = () => {
      this.#isGone = true
      this.#wake()
    }
    response.onData((chunk, isLast) => {
      this.#bytes += chunk.byteLength
      this.#hasAll = isLast
      // Copied, because the library takes the chunk back after this call.
      if (chunk.byteLength > 0) this.#parts.push(Buffer.from(new Uint8Array(chunk)))
      if (!isLast && !this.#isResting) {
        this.#isResting = true
        response.pause()
      }
      this.#wake()
    })
  }

  /** What has come so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** The connection can be used for the next request. */
  get hasAll(): boolean {
    return this.#hasAll
  }

  /** Its client went away before all had come. */
  get isGone(): boolean {
    return this.#isGone
  }

  /** Null when there is no more, or its client has gone. */
  async next(): Promise<Buffer | null> {
    for (;;) {
      if (this.#isGone) return null
      const part = this.#parts.shift()
      if (part !== undefined) return part
      if (this.#hasAll) return null
      if (this.#isResting) {
        this.#isResting = false
        this.#response.resume()
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

/** The answer to an upload; null when its client went away before all of it had come. */
export async function takeUpload(
  pipeline: Pipeline,
  admitted: Admitted,
  body: PulledBody,
  bodyBytes: number | null,
): Promise<PlainAnswer | null> {
  const receiving = await pipeline.receive(admitted, bodyBytes)
  if (!(receiving instanceof Receiving)) return receiving
  while (receiving.failure === null) {
    const part = await body.next()
    if (part === null) break
    if (body.bytes > admitted.route.bodyBytesMax) {
      await receiving.abandon()
      return pipeline.tooLarge(admitted)
    }
    await receiving.write(part)
  }
  if (!body.isGone) return pipeline.finishUpload(admitted, receiving)
  await receiving.abandon()
  return null
}
