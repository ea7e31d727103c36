import { Segments } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { type ListColumn, unfiltered } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { lives } from '../../staff/connection/link.js'
import { ask, go, place } from '../../staff/place.js'
import { jobChanges, type ReportJob, rowsSoFar } from '../../staff/reports/report-jobs.js'
import { mayDo } from '../../staff/rights.js'
import { reportsWords } from '../../text/desk/reports-words.js'
import { countText } from '../../text/numbers.js'
import { ListFoot } from '../lists/list-foot.js'
import { Pager } from '../lists/pager.js'
import { RecordGrid } from '../lists/record-grid.js'
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
              columns={unfiltered(columns(isAll), 'pages')}
              rows={items}
              idOf={({ id }) => String(id)}
              lookOf={({ state }) => (state === 'cancelled' ? 'off' : '')}
              open={null}
              onOpen={({ id }) => go(['reports', 'jobs', id])}
              onClose={() => undefined}
              empty={text.emptyJobs}
            />
            <ListFoot count={text.count({ n: countText(total) })}>
              <Pager
                page={page}
                pages={Math.ceil(total / PAGE_ROWS)}
                newer={text.newer}
                older={text.older}
                onPage={(next) => ask({ page: next === 1 ? '' : next })}
              />
            </ListFoot>
          </>
        )}
      </ReadPanel>
    </section>
  )
}

function columns(isAll: boolean): readonly ListColumn<ReportJob>[] {
  const text = reportsWords.value
  const kinds = columnKinds<ReportJob>()
  return [
    kinds.number('id', text.number, ({ id }) => id, { px: 80 }),
    kinds.text('name', text.name, titleOf, { px: 230 }),
    kinds.word(
      'state',
      text.state,
      ({ state }) => state,
      (state) => text.states[state],
      {
        px: 100,
        look: ({ state }) => (state === 'failed' ? 'loss' : ''),
      },
    ),
    kinds.text('days', text.period, ({ params }) => reportDays(params), {
      px: 190,
      by: ({ params }) => params.from ?? null,
    }),
    kinds.number('rows', text.rows, ({ rows }) => rows, {
      px: 90,
      cell: (job) => countText(rowsSoFar(job)),
    }),
    kinds.text('format', text.format, ({ format }) => format.toUpperCase(), { px: 80 }),
    kinds.text('age', text.age, ({ finished_at: at, created_at: asked }) => agoText(at ?? asked), {
      px: 120,
      by: ({ created_at: at }) => at,
    }),
    kinds.moment('at', text.at, ({ created_at: at }) => at),
    ...(isAll ? [kinds.number('by', text.by, ({ requested_by: by }) => by, { px: 110 })] : []),
  ]
}
