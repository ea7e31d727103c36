import { serverNow } from '../../link/clock.js'
import { labelOf, meta } from '../../staff/meta.js'
import { isReportPeriod } from '../../staff/reports/report-days.js'
import type { ReportJob } from '../../staff/reports/report-jobs.js'
import { timesOf } from '../../staff/reports/report-times.js'
import { second } from '../../state/market.js'
import { reportNames, reportsWords } from '../../text/desk/reports-words.js'
import { knownName } from '../../text/name-of.js'
import { lastedText } from '../../text/times.js'

/** The label of a report module. */

export const moduleLabel = (module: string): string => labelOf(meta.value?.report_modules, module)

/** The name of a report with its folders, for display. */
export const reportName = (name: string): string => name.replaceAll('\\', ' › ')

/** The title of a result: its configured name, or the label of its module. */
export function titleOf({ config_id: id, module, name }: ReportJob): string {
  return id === null ? moduleLabel(module) : reportName(name)
}

export function reportDays({ from, to }: Pick<ReportJob['params'], 'to' | 'from'>): string {
  const text = reportsWords.value
  if (from !== null && to !== null) return from === to ? from : text.days({ from, to })
  if (from !== null) return text.fromOn({ from })
  return to === null ? text.allDays : text.until({ to })
}

/** The configured period as text, or null if the configuration names none. */
export function reportPeriod({ period }: Readonly<Record<string, unknown>>): string | null {
  return typeof period === 'string' && isReportPeriod(period)
    ? reportsWords.value.periods[period]
    : null
}

/** How long ago a time was; it updates every second. */
export function agoText(at: string): string {
  const ms = second.value < 0 ? 0 : Math.max(0, serverNow() - Date.parse(at))
  return reportsWords.value.ago({ text: lastedText(ms) })
}

export function scheduleText(cron: string): string {
  const text = reportsWords.value
  const { kind, time, weekday, day } = timesOf(cron)
  switch (kind) {
    case 'daily':
      return text.cronDaily({ time })
    case 'workdays':
      return text.cronWorkdays({ time })
    case 'weekly':
      return text.cronWeekly({ day: text.weekdays[weekday] ?? '', time })
    case 'monthly':
      return text.cronMonthly({ day, time })
    default:
      return cron
  }
}

export const columnLabel = (name: string): string =>
  knownName(reportNames.value.columns, name) ?? name.replaceAll('_', ' ')
