import { because } from '../../engine/reasons/reasons.js'
import { type NewsFilter, newsRepo } from '../../storage/repos/records/news.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import type { KeptNews } from '../../wire/thread/provider-records.js'
import { accept, type Handlers } from '../thread/ask.js'
import { BAD_PAGE, isPage } from './page.js'

/** News of providers: lists without texts, newest first, and single items with text. */
export interface NewsQueries {
  'news.page': {
    readonly request: { readonly filter: NewsFilter; readonly limit: number }
    readonly answer: NewsPage
  }
  'news.get': {
    readonly request: { readonly id: number }
    readonly answer: KeptNews & { readonly text: string }
  }
}

export interface NewsPage {
  readonly rows: readonly KeptNews[]
  /** True if older news also match. */
  readonly hasMore: boolean
}

export function newsQueries(db: Sqlite): Handlers<NewsQueries> {
  const news = newsRepo(db)
  return {
    'news.page': ({ filter, limit }) => {
      if (!isPage(1, limit)) return BAD_PAGE
      return inSnapshot(db, () => {
        const rows = news.page(filter, limit + 1)
        return accept({ rows: rows.slice(0, limit), hasMore: rows.length > limit })
      })
    },
    'news.get': ({ id }) =>
      inSnapshot(db, () => {
        const found = news.get(id)
        return found === undefined ? because('not_found.news', { id }) : accept(found)
      }),
  }
}
