import type { Answer } from '../../link/answer.js'
import { call } from '../../link/rest.js'
import { HISTORIES, type HistoryKind, type Page, type RowOf } from './history-rows.js'

const LIMIT = 1_000
/** The most pages to read. Of a longer history only the newest rows are read. */
const PAGES_MAX = 10

/** Reads all pages of a history or, if it is too long, the newest ones. */
export async function allPages<Kind extends HistoryKind>(
  kind: Kind,
  span: { readonly from: string; readonly to?: string },
): Promise<Answer<Page<RowOf<Kind>>>> {
  const items: RowOf<Kind>[] = []
  for (let page = 1; ; page++) {
    const name: (typeof HISTORIES)[HistoryKind] = HISTORIES[kind]
    const answer = await call(name, { query: { ...span, page, limit: LIMIT } })
    if (!answer.ok) return answer as Answer<never>
    items.push(...(answer.data.items as readonly RowOf<Kind>[]))
    const { total } = answer.data
    const isWhole = items.length >= total || answer.data.items.length === 0
    if (isWhole || page === PAGES_MAX) return { ...answer, data: { items, total } }
  }
}
