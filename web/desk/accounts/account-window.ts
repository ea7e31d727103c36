import type { Answer } from '../../link/answer.js'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import type { RowReader } from '../../look/grid/copy-rows.js'
import { firstRows, type WindowSource } from '../../staff/lists/window-rows.js'
import { type Condition, filterOf } from '../../text/filter/filter-text.js'

export type AccountRow = Schemas['AccountWindowRow']

/** The state of the account list: filter text, group, sort order and columns. */
export interface AccountList {
  readonly text: string
  readonly group: string
  readonly sort: string
  readonly fields: readonly string[]
}

export function accountSource({
  text,
  group,
  sort,
  fields,
}: AccountList): WindowSource<AccountRow> {
  const asked = accountFilter({ text, group })
  return {
    rows: (offset, limit) =>
      call('GET /admin/v1/accounts/window', {
        query: {
          ...asked,
          edge: 'from',
          offset,
          limit,
          ...(sort === '' ? {} : { sort }),
          fields: fields.join(','),
        },
      }),
    count: (more = []) =>
      call('GET /admin/v1/accounts/window/count', {
        query: accountFilter({ text, group }, more),
      }),
  }
}

/** The most values in one condition of a filter. */
const LOGINS_MAX = 100

/** Reads accounts of the list that are not on the page, such as selected ones. */
export function accountReader(list: AccountList): RowReader<AccountRow> {
  return {
    first: (max) => firstRows(accountSource(list), max),
    withIds: (logins) => accountsAt(list, logins),
  }
}

async function accountsAt(
  list: AccountList,
  logins: readonly string[],
): Promise<readonly AccountRow[] | Answer<unknown>> {
  const rows: AccountRow[] = []
  for (let i = 0; i < logins.length; i += LOGINS_MAX) {
    const text = `login=${logins.slice(i, i + LOGINS_MAX).join('|')}`
    const read = await firstRows(accountSource({ ...list, text, group: '' }), LOGINS_MAX)
    if (!Array.isArray(read)) return read
    rows.push(...(read as readonly AccountRow[]))
  }
  return rows
}

/** The part of the request that selects the accounts. */
export function accountFilter(
  { text, group }: Pick<AccountList, 'text' | 'group'>,
  more: readonly Condition[] = [],
) {
  const { search, conditions } = filterOf(text)
  const all = [...conditions, ...more]
  return {
    ...(search === '' ? {} : { search }),
    ...(all.length === 0 ? {} : { filter: JSON.stringify(all) }),
    ...(group === '' ? {} : { group }),
  }
}
