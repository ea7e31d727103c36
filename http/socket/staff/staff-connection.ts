import { QuoteReader } from '../topics.js'

/** A WebSocket of a staff user. */
export class StaffConnection extends QuoteReader {
  /** The number of consecutive unreadable frames. */
  badFrames = 0
  /** Market data: the group whose prices it gets, for each subscribed symbol. */
  readonly viewed = new Map<number, string>()

  override groupFor(symbolId: number): string | null {
    return this.viewed.get(symbolId) ?? null
  }
}
