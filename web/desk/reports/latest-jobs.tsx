import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { jobChanges, rowsSoFar } from '../../staff/reports/report-jobs.js'
import { reportsWords } from '../../text/desk/reports-words.js'
import { countText } from '../../text/numbers.js'
import { PlaceLink } from '../shell/place-link.js'
import { agoText, reportDays } from './report-text.js'
import type { Runnable } from './runnable.js'

const READ_MAX = 200
const SHOWN_MAX = 8

export function LatestJobs({ report }: { report: Runnable }) {
  const text = reportsWords.value
  const read = usePanelData(
    'GET /admin/v1/reports/jobs',
    { query: { limit: READ_MAX } },
    jobChanges.value + lives.value,
  )
  const { config, module } = report
  return (
    <section class="report-latest" aria-label={text.latest}>
      <h3>{text.latest}</h3>
      <ReadPanel read={read}>
        {({ items }) => {
          const own = items.filter((job) =>
            config === null
              ? job.config_id === null && job.module === module
              : job.config_id === config.id,
          )
          if (own.length === 0) return <p class="faint">{text.noLatest}</p>
          return (
            <ul class="report-jobs">
              {own.slice(0, SHOWN_MAX).map((job) => (
                <li key={job.id} class="row wrap">
                  <PlaceLink page="reports" parts={['jobs', job.id]}>
                    {text.job({ id: job.id })}
                  </PlaceLink>
                  <span class="badge">{text.states[job.state]}</span>
                  <span class="num">{reportDays(job.params)}</span>
                  <span class="faint num">{text.rowCount({ n: countText(rowsSoFar(job)) })}</span>
                  <span class="faint">{job.format === 'json' ? '' : job.format.toUpperCase()}</span>
                  <span class="grow" />
                  <span class="faint">{agoText(job.finished_at ?? job.created_at)}</span>
                </li>
              ))}
            </ul>
          )
        }}
      </ReadPanel>
    </section>
  )
}
