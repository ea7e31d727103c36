import { groupOf } from '../../../engine/book/book.js'
import type { Book, GroupSpec } from '../../../engine/book/compiled.js'
import {
  accountText,
  accountValues,
  type GroupFacts,
  hiddenFields,
} from '../../../wire/answer/account-text.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import type { StoredAccount } from '../../../wire/stored/stored-account.js'

/** What is ready of an account's view as its holder sees it, while neither it nor the settings change. */
const held = new WeakMap<StoredAccount, { readonly book: Book; readonly text: string }>()

/**
 * An account as staff or its holder sees it; `rights` null is the holder: nothing is hidden. `money`
 * are the JSON fields of `AccountReader.money`.
 */
export function accountView(
  account: StoredAccount,
  money: string,
  book: Book,
  rights: ReadonlySet<string> | null,
): JsonText {
  return new JsonText(`${fieldsOf(account, book, rights)}${money}}`)
}

function fieldsOf(account: StoredAccount, book: Book, rights: ReadonlySet<string> | null): string {
  const group = groupOf(book, account.group)
  const facts = group === undefined ? undefined : groupFacts(group)
  if (rights !== null) return accountText(accountValues(account), facts, hiddenFields(rights))
  const ready = held.get(account)
  if (ready?.book === book) return ready.text
  const text = accountText(accountValues(account), facts, [])
  held.set(account, { book, text })
  return text
}

export function groupFacts({ path, currency, currencyDigits, record }: GroupSpec): GroupFacts {
  return { path, currency, digits: currencyDigits, leverage: record.leverage }
}
