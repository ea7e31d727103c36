import type { Login } from '../../engine/units.js'
import { likeAccounts } from '../../storage/repos/accounts/like-accounts.js'
import {
  type ApplicationFilter,
  applicationsRepo,
} from '../../storage/repos/people/applications.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import type {
  AlikeField,
  ApplicationState,
  StoredApplication,
} from '../../wire/stored/stored-application.js'
import { accept, type Handlers } from '../thread/ask.js'
import { BAD_PAGE, isPage } from './page.js'

/** Applications for real accounts, newest first, and similar accounts and applications. */
export interface ApplicationQueries {
  'applications.page': {
    readonly request: {
      readonly filter: ApplicationFilter
      readonly page: number
      readonly limit: number
    }
    readonly answer: { readonly rows: readonly StoredApplication[]; readonly total: number }
  }
  'applications.like': { readonly request: LikenessAsk; readonly answer: Likenesses }
}

export interface LikenessAsk {
  readonly application: StoredApplication
  /** The fields that the reader may see. */
  readonly fields: readonly AlikeField[]
  readonly applicationsOf: readonly string[]
  /** The groups whose accounts are searched; null to search none. */
  readonly accountsOf: readonly string[] | null
}

export interface Likenesses {
  readonly logins: readonly LikeLogin[] | null
  readonly applications: readonly LikeApplication[]
}

interface LikeLogin {
  readonly login: Login
  readonly same: readonly AlikeField[]
}

interface LikeApplication {
  readonly id: number
  readonly state: ApplicationState
  readonly same: readonly AlikeField[]
}

/** The maximum number of results of each kind, in total and per field. */
const LIKE_MAX = 20

export function applicationQueries(db: Sqlite): Handlers<ApplicationQueries> {
  const applications = applicationsRepo(db)
  const accounts = likeAccounts(db)
  return {
    'applications.page': ({ filter, page, limit }) => {
      if (!isPage(page, limit)) return BAD_PAGE
      return inSnapshot(db, () => accept(applications.page(filter, page, limit)))
    },
    'applications.like': ({ application, fields, applicationsOf, accountsOf }) =>
      inSnapshot(db, () => {
        const own = application.login
        const logins =
          accountsOf === null
            ? null
            : together(fields, (field) =>
                field === 'ip'
                  ? []
                  : accounts
                      .like(application, field, accountsOf, LIKE_MAX)
                      .filter((login) => login !== own)
                      .map((login) => ({ login })),
              )
        const others = together(fields, (field) =>
          applications.like(application, field, applicationsOf, LIKE_MAX),
        )
        return accept({ logins, applications: others })
      }),
  }
}

/** Merges the results of all fields. Those with more matching fields come first. */
function together<Row extends object>(
  fields: readonly AlikeField[],
  like: (field: AlikeField) => readonly Row[],
): (Row & { readonly same: readonly AlikeField[] })[] {
  const found = new Map<string, { row: Row; same: AlikeField[] }>()
  for (const field of fields) {
    for (const row of like(field)) {
      const key = JSON.stringify(row)
      const known = found.get(key)
      if (known === undefined) found.set(key, { row, same: [field] })
      else known.same.push(field)
    }
  }
  return [...found.values()]
    .sort((one, other) => other.same.length - one.same.length)
    .slice(0, LIKE_MAX)
    .map(({ row, same }) => ({ ...row, same }))
}
