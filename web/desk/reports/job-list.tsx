import { Segments } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { ask, go, place } from '../../staff/place.js'
import { jobChanges, type ReportJob, rowsSoFar } from '../../staff/reports/report-jobs.js'
import { mayDo } from '../../staff/rights.js'
import { reportsWords } from '../../text/desk/reports-words.js'
import { countText } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { Pager } from '../lists/pager.js'
import { type RecordColumn, RecordGrid } from '../lists/record-grid.js'
import { agoText, reportDays, titleOf } from './report-text.js'
import { ReportsTabs } from './tabs.js'

const PAGE_ROWS = 50

/** Report results, newest first. Staff who manage reports also see those of others. */
export function JobList() {
  const text = reportsWords.value
  const { query } = place.value
  const isAll = query.get('of') === 'all' && mayDo('manageReports')
  const page = Math.max(1, Number(query.get('page')) || 1)
  const read = usePanelData(
    'GET /admin/v1/reports/jobs',
    { query: { page, limit: PAGE_ROWS, ...(isAll ? { all: true } : {}) } },
    jobChanges.value + lives.value,
  )
  return (
    <section class="desk-list" aria-label={text.jobs}>
      <div class="desk-tools">
        <div class="row wrap">
          <ReportsTabs tab="jobs" />
          <span class="grow" />
          {mayDo('manageReports') && (
            <Segments
              label={text.whose}
              value={isAll ? 'all' : ''}
              options={[
                ['', text.mine],
                ['all', text.everybody],
              ]}
              onInput={(of) => go(['reports', 'jobs'], { of })}
            />
          )}
        </div>
      </div>
      <ReadPanel read={read}>
        {({ items, total }) => (
          <>
            <RecordGrid<ReportJob>
              name="report-jobs"
              label={text.jobs}
              columns={columns(isAll)}
              rows={items}
              idOf={({ id }) => String(id)}
              lookOf={({ state }) => (state === 'cancelled' ? 'off' : '')}
              open={null}
              onOpen={({ id }) => go(['reports', 'jobs', id])}
              onClose={() => undefined}
              empty={text.emptyJobs}
            />
            <div class="desk-foot row">
              <span role="status">{text.count({ n: countText(total) })}</span>
              <span class="grow" />
              <Pager
                page={page}
                pages={Math.ceil(total / PAGE_ROWS)}
                newer={text.newer}
                older={text.older}
                onPage={(next) => ask({ page: next === 1 ? '' : next })}
              />
            </div>
          </>
        )}
      </ReadPanel>
    </section>
  )
}

function columns(isAll: boolean): readonly RecordColumn<ReportJob>[] {
  const text = reportsWords.value
  const asker: RecordColumn<ReportJob> = {
    name: 'by',
    label: text.by,
    px: 110,
    isNumber: true,
    cell: ({ requested_by: by }) => by,
    by: ({ requested_by: by }) => by,
  }
  return [
    {
      name: 'id',
      label: text.number,
      px: 80,
      isNumber: true,
      cell: ({ id }) => id,
      by: ({ id }) => id,
    },
    { name: 'name', label: text.name, px: 230, cell: titleOf, by: titleOf },
    {
      name: 'state',
      label: text.state,
      px: 100,
      cell: ({ state }) =>
        state === 'failed' ? <span class="loss">{text.states[state]}</span> : text.states[state],
      by: ({ state }) => state,
    },
    {
      name: 'days',
      label: text.period,
      px: 190,
      cell: ({ params }) => reportDays(params),
      by: ({ params }) => params.from,
    },
    {
      name: 'rows',
      label: text.rows,
      px: 90,
      isNumber: true,
      cell: (job) => countText(rowsSoFar(job)),
      by: ({ rows }) => rows,
    },
    {
      name: 'format',
      label: text.format,
      px: 80,
      cell: ({ format }) => format.toUpperCase(),
      by: ({ format }) => format,
    },
    {
      name: 'age',
      label: text.age,
      px: 120,
      cell: ({ finished_at: at, created_at: asked }) => agoText(at ?? asked),
      by: ({ created_at: at }) => at,
    },
    {
      name: 'at',
      label: text.at,
      px: 160,
      cell: ({ created_at: at }) => timeText(at),
      by: ({ created_at: at }) => at,
    },
    ...(isAll ? [asker] : []),
  ]
}
