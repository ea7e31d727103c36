import { useState } from 'preact/hooks'
import { ShortTable } from '../../look/table/short-table.js'
import type { ReportSection } from '../../staff/records.js'
import { reportsWords } from '../../text/desk/reports-words.js'
import { type Cell, formatCell, typeOfTotal } from './cells.js'
import { columnLabel } from './report-text.js'

const LINES_SHOWN = 12

/** The totals of a report as the server calculated them: one line for each currency or other unit. */
export function Totals({ section }: { section: ReportSection }) {
  const text = reportsWords.value
  const [isWhole, setWhole] = useState(false)
  const { totals } = section
  const names = Object.keys(totals[0] ?? {})
  if (totals.length === 0) return null
  const lines = isWhole ? totals : totals.slice(0, LINES_SHOWN)
  return (
    <ShortTable
      label={text.totals}
      frame="report-totals"
      rows={lines}
      keyOf={(line) => JSON.stringify(line)}
      columns={names.map((name) => {
        const type = typeOfTotal(section, name)
        return {
          id: name,
          label: columnLabel(name),
          isNumber: type !== 'text',
          cell: (line: ReportSection['totals'][number]) =>
            formatCell((line[name] ?? null) as Cell, name, type),
        }
      })}
      after={
        totals.length > lines.length && (
          <button type="button" class="small" onClick={() => setWhole(true)}>
            {text.allTotals({ n: totals.length })}
          </button>
        )
      }
    />
  )
}
