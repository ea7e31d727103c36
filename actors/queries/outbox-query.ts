import { type OutboxFilter, outboxPages } from '../../storage/repos/people/outbox.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import type { StoredEmail } from '../../wire/stored/stored-email.js'
import { accept, type Handlers } from '../thread/ask.js'
import { BAD_PAGE, isPage } from './page.js'

/** E-mails that wait, were sent or were given up, newest first. */
export interface OutboxQueries {
  'outbox.page': {
    readonly request: {
      readonly filter: OutboxFilter
      readonly page: number
      readonly limit: number
    }
    readonly answer: { readonly rows: readonly StoredEmail[]; readonly total: number }
  }
}

export function outboxQueries(db: Sqlite): Handlers<OutboxQueries> {
  const outbox = outboxPages(db)
  return {
    'outbox.page': ({ filter, page, limit }) => {
      if (!isPage(page, limit)) return BAD_PAGE
      return inSnapshot(db, () => accept(outbox.page(filter, page, limit)))
    },
  }
}
