import { useEffect } from 'preact/hooks'
import { answerWith } from '../../link/answer.js'
import { call } from '../../link/rest.js'
import { Grid } from '../../look/grid/grid.js'
import { ColumnsButton } from '../../look/grid/grid-tools.js'
import type { ListColumn } from '../../look/table/column.js'
import type { WindowSource } from '../../staff/lists/window-rows.js'
import type { JobTables, ReportSection } from '../../staff/records.js'
import { reportsWords } from '../../text/desk/reports-words.js'
import { countText } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import { ListFoot } from '../lists/list-foot.js'
import { useWindow, useWindowGrid } from '../lists/use-window.js'
import { PlaceLink } from '../shell/place-link.js'
import { type Cell, formatCell } from './cells.js'
import { columnLabel } from './report-text.js'

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
  const isPaged = format === 'json' && all > 0
  const rows = useWindow(`${id} ${n}`, () => rowsSource(id, n, isPaged ? all : 0))
  const refused = rows.refused.value
  const isGone = refused?.status === 404
  useEffect(() => {
    // The result was deleted or has expired. The job has the reason.
    if (isGone) props.onGone()
  }, [isGone])
  const isWhole = isPaged && !isGone
  const name = `desk.reports.${module}`
  const columns = columnsOf(section)
  const paged = useWindowGrid(rows)
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
          name={name}
          label={text.table}
          {...(isWhole
            ? { ...paged, total: all }
            : { total: first.length, row: (i) => rowAt(first, i) })}
          columns={columns}
          idOf={({ i }) => String(i)}
          empty={text.empty}
        />
      </div>
      <ListFoot
        count={text.rowCount({ n: countText(all) })}
        note={rows.isWaiting.value && refused === null && words.value.loading}
        refused={isGone ? null : refused}
      >
        {all > 0 && <ColumnsButton name={name} columns={columns} />}
      </ListFoot>
    </>
  )
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
    count: async () => answerWith({ total: all }),
  }
}

/** The column widths in pixels, by type of value. */
const PX: Readonly<Record<string, number>> = { time: 156, date: 96, integer: 90, decimal: 116 }
const TEXT_PX = 120
const LONG_PX = 260
const LONG: ReadonlySet<string> = new Set(['text', 'changes', 'comment', 'request_id'])

function columnsOf({ columns }: ReportSection): readonly ListColumn<ReportRow>[] {
  return columns.map(({ name, type }, at) => ({
    id: name,
    label: columnLabel(name),
    px: LONG.has(name) ? LONG_PX : (PX[type] ?? TEXT_PX),
    isNumber: type === 'integer' || type === 'decimal',
    filter: { why: 'server' },
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
