import { useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { OnceButton } from '../../look/controls.js'
import { latencyMs } from '../../staff/connection/link.js'
import { go } from '../../staff/place.js'
import type { JobTables } from '../../staff/records.js'
import { daysOf, isReportPeriod, REPORT_PERIODS } from '../../staff/reports/report-days.js'
import { reportsWords } from '../../text/desk/reports-words.js'
import { useAct } from '../changes/use-act.js'

/** Modules that show the current state and so take no period. */
const OF_NOW: ReadonlySet<string> = new Set(['exposure'])

/** Runs the same report again, for the same period or another one. */
export function RunAgain({ job }: { job: JobTables }) {
  const text = reportsWords.value
  const { config_id: id, module } = job
  const [period, setPeriod] = useState('')
  const { wrong, isUnknown, send } = useAct({
    unknown: text.unknownRun,
    send: (key) =>
      call('POST /admin/v1/reports/jobs', {
        key,
        body: {
          ...(id === null ? { module: module as 'deals' } : { config_id: id }),
          format: 'json',
          params: { ...askedOf(job), ...(isReportPeriod(period) ? daysOf(period) : {}) },
        },
      }),
    onDone: (made) => go(['reports', 'jobs', made.id]),
  })
  const isOff = isReportPeriod(period) && latencyMs.value === null
  return (
    <>
      {!OF_NOW.has(module) && (
        <label class="filter-field">
          <span>{text.period}</span>
          <select
            value={period}
            disabled={isUnknown}
            onChange={({ currentTarget }) => setPeriod(currentTarget.value)}
          >
            <option value="">{text.sameDays}</option>
            {REPORT_PERIODS.map((name) => (
              <option key={name} value={name}>
                {text.periods[name]}
              </option>
            ))}
          </select>
        </label>
      )}
      <OnceButton class="small primary" isOff={isOff} onPress={send}>
        {text.runAgain}
      </OnceButton>
      <button
        type="button"
        class="small"
        onClick={() => go(['reports', 'run', id ?? module], linkOf(job))}
      >
        {text.change}
      </button>
      {wrong !== '' && (
        <span class="loss" role="alert">
          {wrong}
        </span>
      )}
    </>
  )
}

/** The parameters of the earlier run. */
function askedOf({ params: { from, to, groups, login, logins } }: JobTables) {
  return {
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(groups === '' ? {} : { groups }),
    ...(login === null ? {} : { login }),
    ...(logins.length === 0 ? {} : { logins: [...logins] }),
  }
}

function linkOf(job: JobTables) {
  const { logins = [], ...asked } = askedOf(job)
  return { ...asked, logins: logins.join(',') }
}
