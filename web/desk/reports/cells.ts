import { labelOf, meta } from '../../staff/meta.js'
import type { ReportSection } from '../../staff/records.js'
import { reportNames } from '../../text/desk/reports-words.js'
import { knownName, nameOf } from '../../text/name-of.js'
import { grouped } from '../../text/numbers.js'
import { dateText, timeText } from '../../text/times.js'
import { words } from '../../text/words.js'

/** Formats the cells of a report. Figures keep all digits that the server sent. */

export type Cell = string | number | null

/** Columns whose values are API names and have labels. */
const NAMED: ReadonlySet<string> = new Set(['side', 'entry', 'reason', 'route', 'event'])

export function formatCell(cell: Cell, name: string, type: string): string {
  if (cell === null || cell === '') return words.value.none
  const text = String(cell)
  if (type === 'time') return timeText(text)
  if (type === 'decimal' || name === 'rows') return grouped(text)
  if (type === 'date') return dateText(text)
  if (name === 'action') return labelOf(meta.value?.deal_actions, text)
  if (name === 'kind') return labelOf(meta.value?.journal_kinds, text)
  if (name === 'by') return nameOf(reportNames.value.columns, text)
  const ownWord = knownName(reportNames.value.cells, `${name}.${text}`)
  if (ownWord !== undefined) return ownWord
  if (!NAMED.has(name)) return text
  const values = meta.value?.values
  const own = labelOf(values, `${name}.${text}`)
  return own === `${name}.${text}` ? labelOf(values, text) : own
}

/** The type of a column of totals. A total without a column is a count. */
export function typeOfTotal({ columns }: ReportSection, name: string): string {
  return columns.find((column) => column.name === name)?.type ?? 'integer'
}
