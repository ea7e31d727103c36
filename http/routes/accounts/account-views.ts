import { groupOf } from '../../../engine/book/book.js'
import type { Book, GroupSpec } from '../../../engine/book/compiled.js'
import { hiddenFields } from '../../../wire/account/account-fields.js'
import {
  accountText,
  accountValues,
  type GroupFacts,
  holderAccountText,
} from '../../../wire/account/account-text.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import {
  type JsonFields,
  joinedFields,
  jsonField,
  jsonObject,
  jsonOf,
} from '../../../wire/format/json-parts.js'
import { accountTerms, serverPages } from '../../../wire/trade/account-terms.js'

/** A cache of account fields as JSON, valid while neither the account nor the settings change. */
const held = new WeakMap<StoredAccount, { readonly book: Book; readonly fields: JsonFields }>()

/**
 * An account as JSON. `rights` is null for the client's own view. `money` are the fields from
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
  const terms = jsonField(
    'terms',
    jsonOf(group === undefined ? null : termsOf(account, group, book)),
  )
  const fields = joinedFields(holderAccountText(accountValues(account), facts), terms)
  held.set(account, { book, fields })
  return fields
}

function termsOf(account: StoredAccount, group: GroupSpec, book: Book) {
  const { leverage, limit_orders, limit_positions, trading_enabled } = account
  const limits = { limitOrders: limit_orders, limitPositions: limit_positions }
  const holder = { leverage, ...limits, tradingEnabled: trading_enabled }
  return accountTerms(holder, group, serverPages(book))
}

export function groupFacts({ path, currency, currencyDigits, record }: GroupSpec): GroupFacts {
  return { path, currency, digits: currencyDigits, leverage: record.leverage }
}
