import type { OpenRecord } from '../../staff/open-records.js'
import { shellWords } from '../../text/desk/shell-words.js'

/** The name of an open record; from its address until its card has loaded. */
export function recordTitle({ id, page, title }: OpenRecord): string {
  const text = shellWords.value.records
  const last = decodeURIComponent(id.slice(id.lastIndexOf('/') + 1))
  switch (page) {
    case 'positions':
      return text.position({ id: last })
    case 'orders':
      return text.order({ id: last })
    case 'deals':
      return text.deal({ id: last })
    default:
      return title === '' ? last : title
  }
}
