import type { HttpResponse } from 'uWebSockets.js'
import type { Clock } from '../../actors/thread/clock.js'
import type { Refusal } from '../../engine/code.js'
import { BODY_PART_BYTES_LEAST, LATE_PARTS_MAX } from '../../engine/limits/floods.js'
import { because } from '../../engine/reasons/reasons.js'
import type { PlainAnswer } from '../exchange/request.js'
import type { Admission } from '../pipeline/context.js'
import { guardSize } from '../pipeline/guards.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { BodyReceiver } from '../pipeline/uploads/receiving.js'
import { ArrivingBytes } from './arriving-bytes.js'
import type { Call } from './body-reader.js'

const SKIPPED_BYTES_MAX = 4 * 1024 * 1024
const SKIPPED_MS_MAX = 1000
const NOTHING = Buffer.alloc(0)

/**
 * Reads a body only as fast as its consumer takes it. Data that the library has already read when
 * it is paused is buffered, so reads are of up to half a megabyte.
 * - At most `bytesMax` bytes are buffered.
 * - If the chunks are too small on average, nothing more is buffered. A few more chunks are
 *   discarded, then the connection is closed.
 */
export class PulledBody {
  readonly #response: HttpResponse
  readonly #arrived = new ArrivingBytes()
  #late = 0
  #isCrumbs = false
  #isTooLong = false
  #hasAll = false
  #isGone = false
  #isStopped = false
  #isResting = false
  #wake: () => void = () => undefined

  constructor(response: HttpResponse, call: Call, bytesMax: number) {
    this.#response = response
    call.drop = () => {
      this.#isGone = true
      this.#wake()
    }
    response.onData((chunk, isLast) => {
      if (this.#isGone) return
      this.#arrived.count(chunk)
      this.#hasAll = isLast
      this.#isCrumbs ||= this.#arrived.isCrumbs
      if (this.#isCrumbs && ++this.#late > LATE_PARTS_MAX) {
        response.close()
        return
      }
      this.#isTooLong = this.#arrived.all > bytesMax
      const isKept = !this.#isCrumbs && !this.#isTooLong
      if (isKept && chunk.byteLength > 0) this.#arrived.keep(chunk)
      if (!isLast) this.#rest()
      // The body is complete: reading continues, because the connection's next request must not be held back.
      else this.#goOn()
      this.#wake()
    })
  }

  /** The number of bytes received so far. */
  get bytes(): number {
    return this.#arrived.all
  }

  /** The cost of the body to the client's address, in points. */
  get points(): number {
    return this.#arrived.points
  }

  /** True if the chunks are too small, so that the rest is not worth reading. */
  get isCrumbs(): boolean {
    return this.#isCrumbs
  }

  /** True if the body has arrived completely, so that the connection can be used again. */
  get hasAll(): boolean {
    return this.#hasAll
  }

  /** True if the client disconnected before the body was complete. */
  get isGone(): boolean {
    return this.#isGone
  }

  /** Ends the consumer's wait for data. */
  stop(): void {
    this.#isStopped = true
    this.#wake()
  }

  /**
   * Reads and discards the rest if it is small and arrives soon. Closing the connection while the
   * client still sends would lose the answer.
   */
  async skip(clock: Clock): Promise<void> {
    if (this.#isCrumbs) return
    this.#isStopped = false
    const timer = clock.after(SKIPPED_MS_MAX, () => this.stop())
    const until = this.bytes + SKIPPED_BYTES_MAX
    while (this.bytes <= until && (await this.next()) !== null);
    timer.cancel()
  }

  /**
   * The bytes received since the last call (none if the body is too long). Null at the end of the
   * body, after a disconnect, or after `stop`.
   */
  async next(): Promise<Buffer | null> {
    for (;;) {
      if (this.#isGone || this.#isStopped || this.#isCrumbs) return null
      if (!this.#arrived.isEmpty) return this.#arrived.take()
      if (this.#hasAll) return null
      this.#goOn()
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      if (this.#isTooLong) return NOTHING
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

/** The refusal of a body whose chunks are too small on average. */
export const CRUMBS = because('invalid_input.small_parts', { min: BODY_PART_BYTES_LEAST })

/** Receives an upload and returns its answer; null if the client disconnected before. */
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
  if (body.isCrumbs) receiving.fail(CRUMBS)
  if (body.isGone) {
    await receiving.abandon()
    return null
  }
  const answer = await pipeline.finishUpload(admitted, receiving)
  if (!body.hasAll) await body.skip(clock)
  return answer
}
