import {
  FIX_LIMITS,
  type FixSentMessage,
  type FixSentMessages,
  type FixSessionSettings,
} from './settings.js'

/** A piece of a resend: a message as it was sent, or a gap that stands for session messages and old ones. */
export type ResendPart =
  | { readonly kind: 'message'; readonly seq: number; readonly message: FixSentMessage }
  | { readonly kind: 'gap'; readonly seq: number; readonly nextSeq: number }

/**
 * The messages that the peer asked to hear again, in pieces. Owns how far it is.
 *
 *   S1. One resend is under way: a new request of the peer takes the place of the one before.
 *   S2. A run of numbers that are not sent again is one gap.
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

  /** False where the peer asks for the same again and again. */
  start(from: number, last: number): boolean {
    const request = `${from}-${last}`
    this.#sameRequests = request === this.#request ? this.#sameRequests + 1 : 1
    this.#request = request
    this.#next = from
    this.#last = last
    return this.#sameRequests <= FIX_LIMITS.samePeerRequestsMax
  }

  /** Numbers are looked at in pieces too, so that a long run of gaps is no long turn. */
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

  /** The numbers begin anew. */
  reset(): void {
    this.clear()
    this.#firstHere = 1
  }
}
