import { QuoteReader } from '../topics.js'

/** A live socket of a staff user. */
export class StaffConnection extends QuoteReader {
  /** Unreadable frames in a row. */
  badFrames = 0
  /** The market's operations: the group as whose trader it sees a symbol, for each that it hears of. */
  readonly viewed = new Map<number, string>()

  override groupFor(symbolId: number): string | null {
    return this.viewed.get(symbolId) ?? null
  }
}
