import { OrderBook, Side } from 'nodejs-order-book'
import { Prng } from '../../engine/numbers/prng.js'

/**
 * nodejs-order-book as the peer for rules without frames and log: as many books as there are symbols, as
 * many resting orders as there are accounts, and the same mix of operations. It matches prices and
 * sizes; it knows no account, right, margin or money.
 */
export const ORDER_BOOKS_NAME = 'nodejs-order-book, limit 40 %, cancel 40 %, modify 20 %'

const LEVELS = 100
const MIDDLE = 10_000
const SIZE_MAX = 20

interface Resting {
  readonly id: string
  readonly book: OrderBook
}

export class OrderBooks {
  readonly #prng = new Prng(19)
  readonly #books: readonly OrderBook[]
  readonly #resting: Resting[] = []
  #ids = 0

  constructor(books: number, resting: number) {
    this.#books = Array.from({ length: books }, () => new OrderBook())
    for (let i = 0; i < resting; i++) this.#place()
  }

  /** Operations a second. */
  run(operations: number): number {
    const start = performance.now()
    for (let i = 0; i < operations; i++) {
      const chance = this.#prng.unit()
      if (chance < 0.4 || this.#resting.length === 0) this.#place()
      else if (chance < 0.8) this.#cancel()
      else this.#modify()
    }
    return operations / ((performance.now() - start) / 1000)
  }

  #place(): void {
    const book = this.#books[this.#prng.below(this.#books.length)] as OrderBook
    const id = String(++this.#ids)
    const away = 1 + this.#prng.below(LEVELS)
    const isBuy = this.#prng.below(2) === 0
    book.limit({
      id,
      side: isBuy ? Side.BUY : Side.SELL,
      size: this.#size(),
      price: isBuy ? MIDDLE - away : MIDDLE + away,
    })
    this.#resting.push({ id, book })
  }

  #cancel(): void {
    const at = this.#prng.below(this.#resting.length)
    const { id, book } = this.#resting[at] as Resting
    this.#resting[at] = this.#resting[this.#resting.length - 1] as Resting
    this.#resting.pop()
    book.cancel(id)
  }

  #modify(): void {
    const { id, book } = this.#resting[this.#prng.below(this.#resting.length)] as Resting
    book.modify(id, { size: this.#size() })
  }

  #size(): number {
    return 1 + this.#prng.below(SIZE_MAX)
  }
}
