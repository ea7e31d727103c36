import type { HttpResponse } from 'uWebSockets.js'
import type { Clock } from '../../actors/thread/clock.js'
import type { Refusal } from '../../engine/code.js'
import type { Admission } from '../pipeline/context.js'
import { guardSize } from '../pipeline/guards.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { BodyReceiver } from '../pipeline/uploads/receiving.js'
import type { Call } from './body-reader.js'
import type { PlainAnswer } from './request.js'

const SKIPPED_BYTES_MAX = 4 * 1024 * 1024
const SKIPPED_MS_MAX = 1000

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
  #isStopped = false
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
      if (!isLast) this.#rest()
      // The connection's next request is not ours to hold back.
      else this.#goOn()
      this.#wake()
    })
  }

  /** Bytes that have come so far. */
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

  /** Ends the wait of whoever waits for more. */
  stop(): void {
    this.#isStopped = true
    this.#wake()
  }

  /**
   * Reads the rest over where it is little and comes soon: a connection that is closed while its client
   * still sends loses the answer.
   */
  async skip(clock: Clock): Promise<void> {
    this.#isStopped = false
    const timer = clock.after(SKIPPED_MS_MAX, () => this.stop())
    const until = this.#bytes + SKIPPED_BYTES_MAX
    while (this.#bytes <= until && (await this.next()) !== null);
    timer.cancel()
  }

  /** Null when there is no more, its client has gone, or nobody wants it. */
  async next(): Promise<Buffer | null> {
    for (;;) {
      if (this.#isGone || this.#isStopped) return null
      const part = this.#parts.shift()
      if (part !== undefined) return part
      if (this.#hasAll) return null
      this.#goOn()
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  #rest(): void {
    if (this.#isResting) return
    this.#isResting = true
    this.#response.pause()
  }

  #goOn(): void {
    if (!this.#isResting) return
    this.#isResting = false
    this.#response.resume()
  }
}

/** The answer to an upload; null when its client went away before all of it had come. */
export async function takeUpload(
  pipeline: Pipeline,
  admitted: Admission,
  body: PulledBody,
  bodyBytes: number | null,
  clock: Clock,
): Promise<PlainAnswer | null> {
  const receiving = await pipeline.receive(admitted, bodyBytes)
  if (!(receiving instanceof BodyReceiver)) {
    await body.skip(clock)
    return receiving
  }
  receiving.onFailure = () => body.stop()
  while (receiving.failure === null) {
    const part = await body.next()
    if (part === null) break
    if (body.bytes <= admitted.route.bodyBytesMax) await receiving.write(part)
    else receiving.fail(guardSize(admitted.route, body.bytes) as Refusal)
  }
  if (body.isGone) {
    await receiving.abandon()
    return null
  }
  const answer = await pipeline.finishUpload(admitted, receiving)
  if (!body.hasAll) await body.skip(clock)
  return answer
}
