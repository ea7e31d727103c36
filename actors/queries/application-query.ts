import {
  type ApplicationFilter,
  applicationsRepo,
} from '../../storage/repos/people/applications.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import type { StoredApplication } from '../../wire/stored/stored-application.js'
import { accept, type Handlers } from '../thread/ask.js'
import { BAD_PAGE, isPage } from './page.js'

/** Applications for real accounts, newest first. */
export interface ApplicationQueries {
  'applications.page': {
    readonly request: {
      readonly filter: ApplicationFilter
      readonly page: number
      readonly limit: number
    }
    readonly answer: { readonly rows: readonly StoredApplication[]; readonly total: number }
  }
}

export function applicationQueries(db: Sqlite): Handlers<ApplicationQueries> {
  const applications = applicationsRepo(db)
  return {
    'applications.page': ({ filter, page, limit }) => {
      if (!isPage(page, limit)) return BAD_PAGE
      return inSnapshot(db, () => accept(applications.page(filter, page, limit)))
    },
  }
}
