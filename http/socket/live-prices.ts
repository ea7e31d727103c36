import type { PriceBoard } from '../../actors/shared/price-board.js'
import type { Clock } from '../../actors/thread/clock.js'
import { compileBook } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import { NO_RECORDS } from '../../engine/config/book-records.js'
import { Depths } from './depths.js'
import { Quotes } from './quotes.js'

/** Live quotes and market depth for WebSockets of both sides. */
export class LivePrices {
  readonly quotes: Quotes
  readonly depths: Depths

  constructor(board: PriceBoard, clock: Clock) {
    const none = compileBook(NO_RECORDS)
    this.quotes = new Quotes(board, none, clock)
    this.depths = new Depths(board, none, clock)
  }

  setBook(book: Book): void {
    this.quotes.setBook(book)
    this.depths.setBook(book)
  }
}
