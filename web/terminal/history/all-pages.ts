import { type Answer, call } from '../../link/rest.js'
import type { Page } from './history-rows.js'

const LIMIT = 1_000
/** Of more rows the newest are read. */
const PAGES_MAX = 10

/** The rows of a history, page after page; of one that is longer than the bound only the newest. */
export async function allPages<Row>(path: string): Promise<Answer<Page<Row>>> {
  const items: Row[] = []
  for (let page = 1; ; page++) {
    const answer = await call<Page<Row>>('GET', `${path}&page=${page}&limit=${LIMIT}`)
    if (!answer.ok) return answer
    items.push(...answer.data.items)
    const { total } = answer.data
    const isWhole = items.length >= total || answer.data.items.length === 0
    if (isWhole || page === PAGES_MAX) return { ...answer, data: { items, total } }
  }
}
