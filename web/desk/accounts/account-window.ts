import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import type { FilterFields } from '../../staff/lists/filter-fields.js'
import { type Filter, filterOf } from '../../staff/lists/filter-text.js'
import type { WindowSource } from '../../staff/lists/window-rows.js'

export type AccountRow = Schemas['AccountWindowRow']

/** The fields by which the account list can be filtered. */
export const FILTER_FIELDS: FilterFields = new Map([
  ['login', 'whole'],
  ['group', 'text'],
  ['leverage', 'whole'],
  ['name', 'text'],
  ['last_name', 'text'],
  ['middle_name', 'text'],
  ['comment', 'text'],
  ['email', 'text'],
  ['phone', 'text'],
  ['city', 'text'],
  ['country', 'text'],
  ['company', 'text'],
  ['agent', 'whole'],
  ['client_id', 'whole'],
  ['enabled', 'flag'],
  ['trading_enabled', 'flag'],
  ['balance', 'amount'],
  ['credit', 'amount'],
  ['status', 'text'],
  ['color', 'text'],
  ['language', 'text'],
  ['lead_campaign', 'text'],
  ['lead_source', 'text'],
  ['last_ip', 'text'],
  ['api_enabled', 'flag'],
  ['otp_enabled', 'flag'],
  ['archived_at', 'time'],
  ['last_access', 'time'],
  ['created_at', 'time'],
  ['updated_at', 'time'],
])

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
