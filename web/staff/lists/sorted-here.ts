import { type Answer, answerWith } from '../../link/answer.js'
import { asBefore, type SortValue, sortedRows } from '../../look/table/column.js'
import { firstRows, type WindowSource } from './window-rows.js'

/** The most rows that the page reads to sort them. */
const ROWS_MAX = 1_000

/**
 * A list in an order that the server does not know, such as by a live figure: the page reads the
 * first rows and sorts them. A count reads them again, since each refresh begins with one.
 */
export function sortedHere<Row>(
  source: WindowSource<Row>,
  order: {
    readonly isDown: boolean
    by(row: Row): SortValue
    idOf(row: Row): string
    /** Whether rows keep their places, because the reader is about to click one. */
    isHeld(): boolean
    /** Called with the length of the whole list. */
    onWhole(total: number | null): void
  },
): WindowSource<Row> {
  let before: readonly string[] = []
  let reading: Promise<Answer<{ readonly items: readonly Row[] }>> | null = null
  const read = async () => {
    const found = await firstRows(source, ROWS_MAX)
    if (!Array.isArray(found)) return found as Answer<{ items: readonly Row[] }>
    const isKept = before.length > 0 && order.isHeld()
    const items = isKept
      ? asBefore(found as Row[], order.idOf, before)
      : sortedRows(found as Row[], order.by, order.isDown)
    before = items.map(order.idOf)
    return answerWith({ items })
  }
  return {
    async rows(offset, limit) {
      reading ??= read()
      const answer = await reading
      if (!answer.ok) return answer
      return { ...answer, data: { items: answer.data.items.slice(offset, offset + limit) } }
    },
    async count() {
      reading = read()
      const [whole, answer] = await Promise.all([source.count(), reading])
      if (whole.ok) order.onWhole(whole.data.total)
      if (!whole.ok || !answer.ok) return whole.ok ? { ...answer, data: { total: null } } : whole
      return { ...whole, data: { total: answer.data.items.length } }
    },
  }
}
