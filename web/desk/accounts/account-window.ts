import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import type { WindowSource } from '../../staff/lists/window-rows.js'
import { type Filter, filterOf } from '../../text/filter/filter-text.js'

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
    count: () => call('GET /admin/v1/accounts/window/count', { query: asked }),
  }
}

/** The part of the request that selects the accounts. */
export const accountFilter = ({ text, group }: Pick<AccountList, 'text' | 'group'>) =>
  queryOf(filterOf(text), group)

function queryOf({ search, conditions }: Filter, group: string) {
  return {
    ...(search === '' ? {} : { search }),
    ...(conditions.length === 0 ? {} : { filter: JSON.stringify(conditions) }),
    ...(group === '' ? {} : { group }),
  }
}
