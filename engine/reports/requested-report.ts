import { dayFromText } from '../calendar/calendar.js'
import type { Fault } from '../reasons/keyed-text.js'
import { say } from '../reasons/reasons.js'
import type { Login } from '../units.js'
import { moduleFacts, REPORT_INPUTS, type ReportModule } from './modules.js'
import { laterDay } from './openings.js'
import { isReportPeriod, periodDays } from './period.js'

/** A report request. Omitted fields use the configuration's values, or are not limited. */
export interface RequestedReport {
  readonly from?: string
  readonly to?: string
  readonly groups?: string
  readonly login?: Login
  readonly logins?: readonly Login[]
}

export interface ReportBounds {
  readonly module: ReportModule
  readonly config: Readonly<Record<string, string>>
  /** The earliest day that is allowed; null if every day is. */
  readonly oldestFrom: string | null
  /** The current day on the server's clock. */
  readonly today: string
}

export interface SettledReport {
  readonly from: string | null
  readonly to: string | null
  readonly groups: string
  readonly login: Login | null
  readonly logins: readonly Login[]
}

/** The final parameters of the report, or the faults in them. */
export function settled(
  asked: RequestedReport,
  bounds: ReportBounds,
): SettledReport | readonly Fault[] {
  const { module, config, oldestFrom, today } = bounds
  const { inputs } = moduleFacts(module)
  const { from, to, groups, login, logins = [] } = asked
  const faults: Fault[] = REPORT_INPUTS.filter(
    (name) => asked[name] !== undefined && !inputs.includes(name),
  ).map((name) => ({ path: name, ...say('field.report_unknown', { module }) }))
  for (const [path, day] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (day === undefined || dayFromText(day) !== undefined) continue
    faults.push({ path, ...say('field.no_such_day') })
  }
  if (from !== undefined && to !== undefined && to < from) {
    faults.push({ path: 'to', ...say('field.before_from_day') })
  }
  const first = oldestFrom !== null && inputs.includes('from') ? oldestFrom : null
  if (first !== null && from !== undefined && from < first) {
    faults.push({ path: 'from', ...say('field.too_early', { first }) })
  }
  if (login !== undefined && logins.length > 0) {
    faults.push({ path: 'login', ...say('field.beside_logins') })
  }
  if (faults.length > 0) return faults
  const period = config['period'] ?? ''
  const isOpen = from === undefined && to === undefined && inputs.includes('from')
  const days = isOpen && isReportPeriod(period) ? periodDays(period, today) : undefined
  return {
    from: from ?? laterDay(days?.from ?? null, first),
    to: to ?? days?.to ?? null,
    groups: groups ?? (inputs.includes('groups') ? (config['groups'] ?? '') : ''),
    login: login ?? null,
    logins: [...new Set(logins)],
  }
}
