import {
  FIX_LIMITS,
  type FixSentMessage,
  type FixSentMessages,
  type FixSessionSettings,
} from './settings.js'

/** A part of a resend: an original message, or a gap fill for session messages and old messages. */
export type ResendPart =
  | { readonly kind: 'message'; readonly seq: number; readonly message: FixSentMessage }
  | { readonly kind: 'gap'; readonly seq: number; readonly nextSeq: number }

/**
 * Resends the messages that the peer requests, in pieces.
 *
 * - Only one resend runs at a time: a new request replaces the current one.
 * - Consecutive numbers that are not resent become a single gap fill.
 */
export class FixResend {
  readonly #sent: FixSentMessages
  readonly #mayRepeat: FixSessionSettings['mayRepeat']
  #firstHere: number
  #next = 1
  #last = 0
  #request = ''
  #sameRequests = 0

  /** `firstHere` is the number of the first message on this connection. */
  constructor(
    sent: FixSentMessages,
    mayRepeat: FixSessionSettings['mayRepeat'],
    firstHere: number,
  ) {
    this.#sent = sent
    this.#mayRepeat = mayRepeat
    this.#firstHere = firstHere
  }

  get isOpen(): boolean {
    return this.#next <= this.#last
  }

  /** Starts a resend. False if the peer has requested the same range too often. */
  start(from: number, last: number): boolean {
    const request = `${from}-${last}`
    this.#sameRequests = request === this.#request ? this.#sameRequests + 1 : 1
    this.#request = request
    this.#next = from
    this.#last = last
    return this.#sameRequests <= FIX_LIMITS.samePeerRequestsMax
  }

  /**
   * Returns the next piece. It also limits how many messages are examined, so that a long gap does
   * not block the thread.
   */
  piece(): readonly ResendPart[] {
    const parts: ResendPart[] = []
    const end = Math.min(this.#last, this.#next + FIX_LIMITS.resendLookedAt - 1)
    let gapFrom = 0
    let messages = 0
    for (; this.#next <= end && messages < FIX_LIMITS.resendPiece; this.#next++) {
      const message = this.#sent(this.#next)
      if (message === undefined || !this.#mayRepeat(message.type, this.#next >= this.#firstHere)) {
        if (gapFrom === 0) gapFrom = this.#next
        continue
      }
      if (gapFrom > 0) parts.push({ kind: 'gap', seq: gapFrom, nextSeq: this.#next })
      gapFrom = 0
      messages++
      parts.push({ kind: 'message', seq: this.#next, message })
    }
    if (gapFrom > 0) parts.push({ kind: 'gap', seq: gapFrom, nextSeq: this.#next })
    return parts
  }

  clear(): void {
    this.#next = 1
    this.#last = 0
    this.#request = ''
  }

  /** Called when sequence numbers restart at 1. */
  reset(): void {
    this.clear()
    this.#firstHere = 1
  }
}
