import type { PricePts, UnixMs } from '../units.js'

/**
 * Keeps a provider's slips off the board: a quote whose bid or ask is more than the symbol's
 * `filter_max_jump_pts` away from the last accepted one waits until it is confirmed. Without that a
 * real move would freeze the symbol for ever.
 *
 *   - A jump is accepted when it is the third quote in a row that agree: each within the limit of
 *     the one before it.
 *   - Or when nothing was accepted for 10 s since the first quote that waited.
 *   - A quote within the limit of the last accepted one is accepted, and whatever waited is a slip.
 */
export const JUMP_QUOTES_MIN = 3
export const JUMP_WAIT_MS = 10_000

export class JumpFilter {
  #bid: PricePts = 0
  #ask: PricePts = 0
  #at: UnixMs = 0
  #waitingBid: PricePts = 0
  #waitingAsk: PricePts = 0
  #waitingSince: UnixMs = 0
  #agreeing = 0
  #waits = false

  /** The time of the last accepted quote; 0 if there is no quote to compare with. */
  get acceptedAt(): UnixMs {
    return this.#at
  }

  /** True if the quote is accepted. `maxJump` 0 accepts every quote. */
  takes(bid: PricePts, ask: PricePts, maxJump: PricePts, now: UnixMs): boolean {
    if (maxJump > 0 && this.#at !== 0 && isFar(bid, ask, this.#bid, this.#ask, maxJump)) {
      if (!this.#isConfirmed(bid, ask, maxJump, now)) return false
    }
    this.#bid = bid
    this.#ask = ask
    this.#at = now
    this.#waits = false
    return true
  }

  /**
   * Restarts the filter, so that the next quote is not compared. Called when points change their
   * meaning or the market was closed.
   */
  restart(): void {
    this.#at = 0
  }

  #isConfirmed(bid: PricePts, ask: PricePts, maxJump: PricePts, now: UnixMs): boolean {
    if (!this.#waits) {
      this.#waits = true
      this.#waitingSince = now
      this.#agreeing = 1
    } else if (isFar(bid, ask, this.#waitingBid, this.#waitingAsk, maxJump)) this.#agreeing = 1
    else this.#agreeing++
    this.#waitingBid = bid
    this.#waitingAsk = ask
    if (this.#agreeing >= JUMP_QUOTES_MIN) return true
    // A clock that was set back also ends the wait.
    return Math.abs(now - this.#waitingSince) >= JUMP_WAIT_MS
  }
}

function isFar(
  bid: PricePts,
  ask: PricePts,
  otherBid: PricePts,
  otherAsk: PricePts,
  maxJump: PricePts,
): boolean {
  return Math.abs(bid - otherBid) > maxJump || Math.abs(ask - otherAsk) > maxJump
}
