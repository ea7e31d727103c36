import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { go } from '../../staff/place.js'
import type { Schedule } from '../../staff/records.js'
import type { AvailableReport } from '../../staff/reports/report-jobs.js'
import { reportsWords } from '../../text/desk/reports-words.js'
import { timeText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { type RecordColumn, RecordGrid } from '../lists/record-grid.js'
import { useReads } from '../lists/use-reads.js'
import { reportName, reportPeriod, scheduleText } from './report-text.js'
import { ScheduleCard } from './schedule-card.js'
import { ReportsTabs } from './tabs.js'

/** Schedules send no events, so the visible list reloads at this interval. */
const AGAIN_MS = 15_000
const NEW = 'new'

/**
 * Scheduled reports with their next run and their e-mail recipients, and beside them the open
 * schedule or a new one.
 */
export function Schedules({ open }: { open: string | null }) {
  const text = reportsWords.value
  const { reads, again } = useReads(AGAIN_MS)
  const read = usePanelData('GET /admin/v1/reports/schedules', {}, reads)
  const reports = usePanelData('GET /admin/v1/reports', {}, lives.value)
  const configs = new Map((reports.data ?? []).map((config) => [config.id, config]))
  const one = read.data?.find(({ id }) => String(id) === open)
  return (
    <div class={`desk-split ${open === null ? '' : 'open'}`}>
      <section class="desk-list" aria-label={text.schedules}>
        <div class="desk-tools">
          <div class="row wrap">
            <ReportsTabs tab="schedules" />
            <span class="grow" />
            <button type="button" class="primary" onClick={() => go(['reports', 'schedules', NEW])}>
              {text.newSchedule}
            </button>
          </div>
        </div>
        <ReadPanel read={read}>
          {(schedules) => (
            <RecordGrid<Schedule>
              name="report-schedules"
              label={text.schedules}
              columns={columns(configs)}
              rows={schedules}
              idOf={({ id }) => String(id)}
              open={open}
              onOpen={({ id }) => go(['reports', 'schedules', id], {}, open !== null)}
              onClose={() => go(['reports', 'schedules'])}
              empty={text.emptySchedules}
            />
          )}
        </ReadPanel>
      </section>
      {open !== null && read.data !== null && reports.data !== null && (
        <ScheduleCard
          key={open}
          schedule={open === NEW ? null : (one ?? 'gone')}
          configs={reports.data}
          onChange={again}
        />
      )}
    </div>
  )
}

function columns(configs: ReadonlyMap<number, AvailableReport>): readonly RecordColumn<Schedule>[] {
  const text = reportsWords.value
  const { none } = words.value
  const nameOf = ({ config_id: id }: Schedule) => reportName(configs.get(id)?.name ?? `#${id}`)
  const periodOf = ({ config_id: id }: Schedule) =>
    reportPeriod(configs.get(id)?.params ?? {}) ?? text.periods['']
  return [
    { name: 'name', label: text.name, px: 200, cell: nameOf, by: nameOf },
    {
      name: 'times',
      label: text.times,
      px: 210,
      cell: ({ cron }) => scheduleText(cron),
      by: ({ cron }) => cron,
    },
    {
      name: 'next',
      label: text.next,
      px: 160,
      cell: ({ next_run_at: at }) => (at === null ? none : timeText(at)),
      by: ({ next_run_at: at }) => at,
    },
    { name: 'period', label: text.tellsOf, px: 120, cell: periodOf, by: periodOf },
    {
      name: 'format',
      label: text.format,
      px: 80,
      cell: ({ format }) => format.toUpperCase(),
      by: ({ format }) => format,
    },
    {
      name: 'mailed',
      label: text.mailed,
      px: 200,
      cell: ({ email_to: to }) => (to === '' ? text.nobody : to),
      by: ({ email_to: to }) => to,
    },
    {
      name: 'last',
      label: text.last,
      px: 160,
      cell: ({ last_run_at: at, error }) =>
        error === '' ? at === null ? none : timeText(at) : <span class="loss">{error}</span>,
      by: ({ last_run_at: at }) => at,
    },
  ]
}
