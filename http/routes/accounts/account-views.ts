import { groupOf } from '../../../engine/book/book.js'
import type { Book, GroupSpec } from '../../../engine/book/compiled.js'
import {
  accountText,
  accountValues,
  type GroupFacts,
  hiddenFields,
  holderAccountText,
} from '../../../wire/answer/account-text.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { type JsonFields, jsonObject } from '../../../wire/answer/json-parts.js'
import type { StoredAccount } from '../../../wire/stored/stored-account.js'

/** What is ready of an account's view as its holder sees it, while neither it nor the settings change. */
const held = new WeakMap<StoredAccount, { readonly book: Book; readonly fields: JsonFields }>()

/**
 * An account as staff or its holder sees it; `rights` null is the holder. `money` are the fields of
 * `AccountReader.money`.
 */
export function accountView(
  account: StoredAccount,
  money: JsonFields,
  book: Book,
  rights: ReadonlySet<string> | null,
): JsonText {
  return new JsonText(jsonObject(fieldsOf(account, book, rights), money))
}

function fieldsOf(
  account: StoredAccount,
  book: Book,
  rights: ReadonlySet<string> | null,
): JsonFields {
  const group = groupOf(book, account.group)
  const facts = group === undefined ? undefined : groupFacts(group)
  if (rights !== null) return accountText(accountValues(account), facts, hiddenFields(rights))
  const ready = held.get(account)
  if (ready?.book === book) return ready.fields
  const fields = holderAccountText(accountValues(account), facts)
  held.set(account, { book, fields })
  return fields
}

export function groupFacts({ path, currency, currencyDigits, record }: GroupSpec): GroupFacts {
  return { path, currency, digits: currencyDigits, leverage: record.leverage }
}
