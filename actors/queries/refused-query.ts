import { DAY_MS } from '../../engine/calendar/durations.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login } from '../../engine/units.js'
import {
  type RefusedCount,
  type RefusedFilter,
  refusedRequestsRepo,
  type StoredRefusedRequest,
} from '../../storage/repos/records/refused-requests.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { accept, type Handlers } from '../thread/ask.js'
import { groupReached } from './group-reached.js'
import { BAD_PAGE, isPage } from './page.js'

/** The refused requests of an account, newest first, and a single one by its id. */
export interface RefusedQueries {
  'refused.page': {
    readonly request: {
      readonly filter: RefusedFilter
      readonly page: number
      readonly limit: number
    }
    readonly answer: RefusedPage
  }
  'refused.one': {
    readonly request: {
      readonly id: string
      readonly login: Login
      readonly groups: readonly string[]
    }
    readonly answer: StoredRefusedRequest
  }
}

export type { StoredRefusedRequest }

export interface RefusedPage {
  readonly rows: readonly StoredRefusedRequest[]
  readonly total: number
  readonly more: readonly RefusedCount[]
}

/**
 * The maximum number of requests with one id, because a client may use an id again after a refusal.
 */
const NAMED_MAX = 1_000
const NO_DAY_MAX = 100_000_000

export function refusedQueries(db: Sqlite): Handlers<RefusedQueries> {
  const refused = refusedRequestsRepo(db)
  const isReached = groupReached(db)
  return {
    'refused.page': ({ filter, page, limit }) => {
      if (!isPage(page, limit)) return BAD_PAGE
      return inSnapshot(db, () => {
        const { login, from = 0, to, code } = filter
        const last = to === undefined ? NO_DAY_MAX : Math.floor(to / DAY_MS)
        const more = refused.more(login, Math.floor(from / DAY_MS), last)
        return accept({
          rows: refused.page(filter, limit, (page - 1) * limit),
          total: refused.total(filter),
          more: more.filter((one) => code === undefined || one.code === code),
        })
      })
    },
    'refused.one': ({ id, login, groups }) =>
      inSnapshot(db, () => {
        const found = isReached(login, groups)
          ? refused.named(id, NAMED_MAX).find((row) => row.login === login)
          : undefined
        return found === undefined
          ? because('not_found.refused_request', { login, id })
          : accept(found)
      }),
  }
}
