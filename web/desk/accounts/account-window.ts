import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { type Filter, filterOf } from '../../staff/lists/filter-text.js'
import type { WindowSource } from '../../staff/lists/window-rows.js'

export type AccountRow = Schemas['AccountWindowRow']

/** The fields by which accounts are filtered. */
export const FILTER_FIELDS: ReadonlySet<string> = new Set([
  'login',
  'group',
  'leverage',
  'name',
  'last_name',
  'middle_name',
  'comment',
  'email',
  'phone',
  'city',
  'country',
  'company',
  'agent',
  'client_id',
  'enabled',
  'trading_enabled',
  'balance',
  'credit',
  'status',
  'color',
  'language',
  'lead_campaign',
  'lead_source',
  'last_ip',
  'api_enabled',
  'otp_enabled',
  'archived_at',
  'last_access',
  'created_at',
  'updated_at',
])

/** What a list of accounts shows: its filter as text, a group, its order and its fields. */
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
  const asked = accountsAsked({ text, group })
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

/** The part of a query that says which accounts there are. */
export const accountsAsked = ({ text, group }: Pick<AccountList, 'text' | 'group'>) =>
  queryOf(filterOf(text), group)

function queryOf({ search, conditions }: Filter, group: string) {
  return {
    ...(search === '' ? {} : { search }),
    ...(conditions.length === 0 ? {} : { filter: JSON.stringify(conditions) }),
    ...(group === '' ? {} : { group }),
  }
}
