import type { Account } from '../../engine/account/state.js'
import { moneyDigitsOf } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import { type RowHolder, type RowSymbol, rowHolder, rowSymbol } from '../../wire/row/row-facts.js'

/** The current settings and account data that rows of a shard's accounts need. */
export function holderOf(book: Book, { login, groupPath }: Account): RowHolder {
  return rowHolder(login, groupPath, moneyDigitsOf(book, groupPath))
}

export function symbolOf(book: Book, id: number): RowSymbol {
  return rowSymbol(book.symbolsById.get(id), id)
}
