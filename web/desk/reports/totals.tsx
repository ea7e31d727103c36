import { useState } from 'preact/hooks'
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the focus to scroll it
    <section class="report-totals" tabIndex={0} aria-label={text.totals}>
      <table class="list" aria-label={text.totals}>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} class={typeOfTotal(section, name) === 'text' ? '' : 'num'}>
                {columnLabel(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={JSON.stringify(line)}>
              {names.map((name) => {
                const type = typeOfTotal(section, name)
                return (
                  <td key={name} class={type === 'text' ? '' : 'num'}>
                    {formatCell((line[name] ?? null) as Cell, name, type)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {totals.length > lines.length && (
        <button type="button" class="small" onClick={() => setWhole(true)}>
          {text.allTotals({ n: totals.length })}
        </button>
      )}
    </section>
  )
}
