import { type Refusal, refuse } from '../../engine/code.js'
import { accountWindow } from '../../storage/repos/accounts/account-window.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { projectionRepo } from '../../storage/repos/trades/projection.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import type { WindowAsk } from '../../storage/sqlite/window/query.js'
import { toldPosition, WindowRefusal } from '../../storage/sqlite/window/window.js'
import {
  accountWindowText,
  type GroupFacts,
  groupOfValues,
} from '../../wire/answer/account-text.js'
import { refuseField } from '../../wire/answer/errors.js'
import { JSON_NULL, type JsonValue } from '../../wire/answer/json-parts.js'
import type { TracedPosition, WindowPlace, WindowPosition } from '../../wire/thread/window.js'
import { accept, type Handlers } from '../thread/ask.js'

/** Windows onto the accounts: a page, and apart from it how many there are. Each is one snapshot. */
export interface WindowQueries {
  'accounts.window': { readonly request: AccountsWindow; readonly answer: AccountsWindowPage }
  'accounts.window_count': {
    readonly request: AccountsWindowCount
    readonly answer: AccountsWindowTotal
  }
}

export interface AccountsWindowCount extends Omit<WindowAsk, 'groups'> {
  /** The groups whose accounts are shown, with what a row takes from its group. */
  readonly groups: readonly GroupFacts[]
  /** The fence: with it ahead of the projection nothing is answered but that. */
  readonly minProjectionSeq?: number
}

export interface AccountsWindow extends AccountsWindowCount {
  readonly place: WindowPlace
  readonly limit: number
  /** Fields that read null. */
  readonly hidden: readonly string[]
  /** The fields that rows show; absent is every field. */
  readonly fields?: readonly string[]
}

export interface AccountsWindowPage {
  readonly items: readonly JsonValue[]
  /** The position of the page's first row and of its last one; null where it has none. */
  readonly first: WindowPosition | TracedPosition | null
  readonly last: WindowPosition | TracedPosition | null
  readonly hasBefore: boolean
  readonly hasAfter: boolean
  /** How many rows come before the first one; null where no offset was asked for. */
  readonly firstOffset: number | null
  readonly projectionSeq: number
  readonly isPending: boolean
}

export interface AccountsWindowTotal {
  /** Null while pending. */
  readonly total: number | null
  readonly projectionSeq: number
}

export const WINDOW_LIMIT_MAX = 100
/** Accounts that one page or count may look through. */
export const WINDOW_SCAN_MAX = 2_000_000

const EMPTY = {
  items: [],
  first: null,
  last: null,
  hasBefore: false,
  hasAfter: false,
  firstOffset: null,
}

export function windowQueries(db: Sqlite, scanMax = WINDOW_SCAN_MAX): Handlers<WindowQueries> {
  const window = accountWindow(db, scanMax)
  const accounts = accountsRepo(db)
  const projection = projectionRepo(db)
  return {
    'accounts.window': (asked) => {
      const { groups, place, limit, hidden, fields, minProjectionSeq = 0 } = asked
      if (!Number.isSafeInteger(limit) || limit < 1 || limit > WINDOW_LIMIT_MAX) {
        return refuseField('limit', `must be 1 to ${WINDOW_LIMIT_MAX}`)
      }
      const facts = new Map(groups.map((group) => [group.path.toLowerCase(), group]))
      const shown = fields === undefined ? undefined : new Set(['login', ...fields])
      const shows = (field: string): boolean => shown?.has(field) ?? true
      return read(db, () => {
        const projectionSeq = projection.seq()
        if (projectionSeq < minProjectionSeq) {
          return accept({ ...EMPTY, projectionSeq, isPending: true })
        }
        const { rows, hasBefore, hasAfter, firstOffset = null } = window.page(asked, place, limit)
        const logins = rows.map(({ login }) => login)
        const texts = new Map(
          accounts.rowsOf(logins).map((values) => {
            const group = facts.get(groupOfValues(values).toLowerCase())
            return [values[0], accountWindowText(values, group, hidden, shows)]
          }),
        )
        const [first, last] = [rows[0], rows.at(-1)]
        return accept({
          items: logins.map((login) => texts.get(login) ?? JSON_NULL),
          first: first === undefined ? null : toldPosition(first),
          last: last === undefined ? null : toldPosition(last),
          hasBefore,
          hasAfter,
          firstOffset,
          projectionSeq,
          isPending: false,
        })
      })
    },
    'accounts.window_count': (asked) =>
      read(db, () => {
        const projectionSeq = projection.seq()
        const isPending = projectionSeq < (asked.minProjectionSeq ?? 0)
        return accept({ total: isPending ? null : window.count(asked), projectionSeq })
      }),
  }
}

function read<Answer>(db: Sqlite, reads: () => Answer): Answer | Refusal {
  try {
    return inSnapshot(db, reads)
  } catch (error) {
    if (!(error instanceof WindowRefusal)) throw error
    if (error.what === 'anchor') return refuse('not_found', error.message)
    return refuseField(error.what, error.message)
  }
}
