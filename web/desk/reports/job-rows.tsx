import { useCallback, useEffect, useRef } from 'preact/hooks'
import { call } from '../../link/rest.js'
import type { GridColumn } from '../../look/grid/column.js'
import { Grid } from '../../look/grid/grid.js'
import { ColumnsButton, shownOf } from '../../look/grid/grid-tools.js'
import { isNarrow } from '../../look/narrow.js'
import { WindowRows, type WindowSource } from '../../staff/lists/window-rows.js'
import type { JobTables, ReportSection } from '../../staff/records.js'
import { changeView, viewOf } from '../../state/table-views.js'
import { reportsWords } from '../../text/desk/reports-words.js'
import { countText } from '../../text/numbers.js'
import { answerWords } from '../../text/refusals.js'
import { words } from '../../text/words.js'
import { PlaceLink } from '../shell/place-link.js'
import { type Cell, formatCell } from './cells.js'
import { columnLabel } from './report-text.js'

/** A row with its position in the report. */
interface ReportRow {
  readonly i: number
  readonly cells: readonly Cell[]
}

/**
 * The rows of a result, loaded page by page while scrolling. For results in other formats, and
 * after seven days, only the first rows, which the job itself stores.
 */
export function JobRows(props: {
  job: JobTables
  section: ReportSection
  n: number
  onGone: () => void
}) {
  const text = reportsWords.value
  const { job, section, n } = props
  const { id, format, module } = job
  const { row_count: all, rows: first } = section
  const kept = useRef<WindowRows<ReportRow> | null>(null)
  const isPaged = format === 'json' && all > 0
  if (isPaged) kept.current ??= new WindowRows(rowsSource(id, n, all))
  const rows = kept.current
  const refused = rows?.refused.value ?? null
  const isGone = refused?.status === 404
  useEffect(() => {
    // The result was deleted or has expired; the job tells which.
    if (isGone) props.onGone()
  }, [isGone])
  const isWhole = isPaged && !isGone
  const total = isWhole ? all : first.length
  const name = `desk.reports.${module}`
  const view = viewOf(name, isNarrow.value)
  const columns = columnsOf(section)
  const onView = useCallback((from: number, to: number) => rows?.want(from, to), [])
  return (
    <>
      {first.length < all && !isWhole && (
        <p class="banner row wrap" role="status">
          <span class="grow">
            {text.firstOnly({ n: countText(first.length), all: countText(all) })}{' '}
            {isGone ? text.rowsGone : text.ofFormat({ format: format.toUpperCase() })}
          </span>
        </p>
      )}
      <div class="report-rows">
        <Grid<ReportRow>
          key={String(isWhole)}
          label={text.table}
          total={total}
          columns={shownOf(name, columns)}
          row={(i) => (isWhole ? rowOf(rows, i) : rowAt(first, i))}
          idOf={({ i }) => String(i)}
          onView={onView}
          widths={view.widths}
          onWidths={(widths) => changeView(name, isNarrow.value, { widths })}
          empty={text.empty}
        />
      </div>
      <div class="desk-foot row wrap">
        <span role="status">{text.rowCount({ n: countText(all) })}</span>
        {rows?.isWaiting.value === true && refused === null && (
          <span class="faint">{words.value.loading}</span>
        )}
        {refused !== null && !isGone && <span class="loss">{answerWords(refused)}</span>}
        <span class="grow" />
        {all > 0 && <ColumnsButton name={name} columns={columns} />}
      </div>
    </>
  )
}

function rowOf(rows: WindowRows<ReportRow> | null, i: number): ReportRow | undefined {
  return rows !== null && rows.changes.value >= 0 ? rows.row(i) : undefined
}

function rowAt(first: ReportSection['rows'], i: number): ReportRow | undefined {
  const cells = first[i]
  return cells === undefined ? undefined : { i, cells }
}

function rowsSource(id: number, n: number, all: number): WindowSource<ReportRow> {
  return {
    rows: async (offset, limit) => {
      const answer = await call('GET /admin/v1/reports/jobs/{id}/sections/{n}', {
        params: { id, n },
        query: { offset, limit },
      })
      if (!answer.ok) return { ...answer, data: { items: [] } }
      const items = answer.data.rows.map((cells, i) => ({ i: offset + i, cells }))
      return { ...answer, data: { items } }
    },
    count: async () => ({
      ok: true,
      status: 200,
      code: 'ok',
      message: '',
      requestId: '',
      data: { total: all },
    }),
  }
}

/** Column widths by type of value. */
const PX: Readonly<Record<string, number>> = { time: 156, date: 96, integer: 90, decimal: 116 }
const TEXT_PX = 120
const LONG_PX = 260
const LONG: ReadonlySet<string> = new Set(['text', 'changes', 'comment', 'request_id'])

function columnsOf({ columns }: ReportSection): readonly GridColumn<ReportRow>[] {
  return columns.map(({ name, type }, at) => ({
    name,
    label: columnLabel(name),
    px: LONG.has(name) ? LONG_PX : (PX[type] ?? TEXT_PX),
    isNumber: type === 'integer' || type === 'decimal',
    cell: ({ cells }) => {
      const cell = cells[at] ?? null
      const said = formatCell(cell, name, type)
      if (name !== 'login' || cell === null)
        return LONG.has(name) ? <span title={said}>{said}</span> : said
      return (
        <PlaceLink page="accounts" parts={[cell]}>
          {said}
        </PlaceLink>
      )
    },
  }))
}
