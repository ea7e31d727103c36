import { usePanelData } from '../../look/panel-data.js'
import type { ListColumn } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { lives } from '../../staff/connection/link.js'
import { go } from '../../staff/place.js'
import type { Schedule } from '../../staff/records.js'
import type { AvailableReport } from '../../staff/reports/report-jobs.js'
import { reportsWords } from '../../text/desk/reports-words.js'
import { timeText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { useReads } from '../lists/use-reads.js'
import { RecordPage } from '../records/record-page.js'
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
    <RecordPage<Schedule, readonly Schedule[]>
      name="report-schedules"
      title={text.schedules}
      columns={columns(configs)}
      read={read}
      rowsOf={(schedules) => schedules}
      head={
        <div class="row wrap">
          <ReportsTabs tab="schedules" />
          <span class="grow" />
          <button type="button" class="primary" onClick={() => go(['reports', 'schedules', NEW])}>
            {text.newSchedule}
          </button>
        </div>
      }
      idOf={({ id }) => String(id)}
      open={open}
      onOpen={({ id }) => go(['reports', 'schedules', id], {}, open !== null)}
      onClose={() => go(['reports', 'schedules'])}
      empty={text.emptySchedules}
    >
      {open !== null && read.data !== null && reports.data !== null && (
        <ScheduleCard
          key={open}
          schedule={open === NEW ? null : (one ?? 'gone')}
          configs={reports.data}
          onChange={again}
        />
      )}
    </RecordPage>
  )
}

function columns(configs: ReadonlyMap<number, AvailableReport>): readonly ListColumn<Schedule>[] {
  const text = reportsWords.value
  const kinds = columnKinds<Schedule>()
  const { none } = words.value
  const nameOf = ({ config_id: id }: Schedule) => reportName(configs.get(id)?.name ?? `#${id}`)
  const periodOf = ({ config_id: id }: Schedule) =>
    reportPeriod(configs.get(id)?.params ?? {}) ?? text.periods['']
  return [
    kinds.text('name', text.name, nameOf, { px: 200 }),
    kinds.text('times', text.times, ({ cron }) => scheduleText(cron), {
      px: 210,
      by: ({ cron }) => cron,
    }),
    kinds.moment('next', text.next, ({ next_run_at: at }) => at),
    kinds.text('period', text.tellsOf, periodOf, { px: 120 }),
    kinds.text('format', text.format, ({ format }) => format.toUpperCase(), { px: 80 }),
    kinds.text('mailed', text.mailed, ({ email_to: to }) => (to === '' ? text.nobody : to), {
      px: 200,
    }),
    kinds.moment('last', text.last, ({ last_run_at: at }) => at, {
      cell: ({ last_run_at: at, error }) =>
        error === '' ? at === null ? none : timeText(at) : <span class="loss">{error}</span>,
    }),
  ]
}
