import type { Login } from '../../engine/units.js'
import { accountWindow } from '../../storage/repos/accounts/account-window.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { projectionRepo } from '../../storage/repos/trades/projection.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import type { GroupsAsk } from '../../storage/sqlite/window/query.js'
import {
  accountWindowText,
  type GroupFacts,
  groupOfValues,
} from '../../wire/account/account-text.js'
import { JSON_NULL, type JsonValue } from '../../wire/format/json-parts.js'
import type { Handlers } from '../thread/ask.js'
import {
  type Fenced,
  WINDOW_SCAN_MAX,
  type WindowPage,
  type WindowPageAsk,
  type WindowTotal,
  windowReader,
} from './window-page.js'

/** Windows of the accounts: pages, and separately their total. */
export interface WindowQueries {
  'accounts.window': { readonly request: AccountsWindow; readonly answer: AccountsWindowPage }
  'accounts.window_count': { readonly request: AccountsWindowCount; readonly answer: WindowTotal }
  'accounts.window_logins': {
    readonly request: AccountsWindowCount & { readonly max: number }
    readonly answer: readonly Login[]
  }
}

export interface AccountsWindowCount extends Omit<GroupsAsk, 'groups'>, Fenced {
  /** The groups whose accounts are shown, with the group data for a row. */
  readonly groups: readonly GroupFacts[]
}

export interface AccountsWindow extends AccountsWindowCount, WindowPageAsk {
  /** Fields whose values are null in the answer. */
  readonly hidden: readonly string[]
  /** The fields of a row; left out for every field. */
  readonly fields?: readonly string[]
}

export type AccountsWindowPage = WindowPage<JsonValue>

export function windowQueries(db: Sqlite, scanMax = WINDOW_SCAN_MAX): Handlers<WindowQueries> {
  const window = accountWindow(db, scanMax)
  const accounts = accountsRepo(db)
  const reader = windowReader(db, projectionRepo(db))
  return {
    'accounts.window': (asked) => {
      const { groups, hidden, fields } = asked
      const facts = new Map(groups.map((group) => [group.path.toLowerCase(), group]))
      const shown = fields === undefined ? undefined : new Set(['login', ...fields])
      const shows = (field: string): boolean => shown?.has(field) ?? true
      return reader.page(window, asked, (logins) => {
        const texts = new Map(
          accounts.rowsOf(logins).map((values) => {
            const group = facts.get(groupOfValues(values).toLowerCase())
            return [values[0], accountWindowText(values, group, hidden, shows)]
          }),
        )
        return logins.map((login) => texts.get(login) ?? JSON_NULL)
      })
    },
    'accounts.window_count': (asked) => reader.count(window, asked),
    'accounts.window_logins': ({ max, ...asked }) => reader.numbers(window, asked, max),
  }
}
