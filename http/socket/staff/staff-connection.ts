import { QuoteReader } from '../topics.js'

/** A WebSocket of a staff user. */
export class StaffConnection extends QuoteReader {
  /** The number of consecutive unreadable frames. */
  badFrames = 0
  /**
   * The group whose prices the socket gets, for each subscribed symbol. Used by the market
   * operations.
   */
  readonly viewed = new Map<number, string>()

  override groupFor(symbolId: number): string | null {
    return this.viewed.get(symbolId) ?? null
  }
}
