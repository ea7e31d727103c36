import type { Book } from '../engine/book.js'
import { groupOf } from '../engine/book.js'
import type { AccountView } from '../wire/schema/account.js'
import type { Static } from '../wire/schema/scalars.js'
import type { StoredAccount } from '../wire/stored-account.js'

export type AccountMoney = Readonly<Record<string, unknown>>

/** Which personal fields a right opens (Spec 3-open-parts 11.18). Hidden ones read null. */
const PERSONAL: Readonly<Record<string, readonly (keyof StoredAccount)[]>> = {
  'accounts.name': ['name', 'last_name', 'middle_name', 'comment'],
  'accounts.email': ['email'],
  'accounts.phone': ['phone'],
  'accounts.address': ['address', 'city', 'country', 'state', 'zip_code', 'id_number'],
}

/** An account as staff or its holder sees it. `rights` null is the holder: nothing is hidden. */
export function accountView(
  account: StoredAccount,
  money: AccountMoney | null,
  book: Book,
  rights: ReadonlySet<string> | null,
): Static<typeof AccountView> {
  const group = groupOf(book, account.group)
  const view = {
    ...account,
    currency: group?.currency ?? '',
    leverage: account.leverage || (group?.record.leverage ?? 0),
    archived_at: timeOrNull(account.archived_at),
    last_access: timeOrNull(account.last_access),
    created_at: time(account.created_at),
    updated_at: time(account.updated_at),
    balance: money === null ? null : String(money['balance']),
    credit: money === null ? null : String(money['credit']),
    money,
  }
  if (rights !== null) {
    for (const [right, fields] of Object.entries(PERSONAL)) {
      if (rights.has(right)) continue
      for (const field of fields) Object.assign(view, { [field]: null })
    }
  }
  return view as unknown as Static<typeof AccountView>
}

function time(ms: number): string {
  return new Date(ms).toISOString()
}

function timeOrNull(ms: number | null): string | null {
  return ms === null ? null : time(ms)
}
