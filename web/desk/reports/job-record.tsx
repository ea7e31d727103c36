import { useEffect, useState } from 'preact/hooks'
import { after } from '../../link/clock.js'
import { call } from '../../link/rest.js'
import { OnceButton } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { addressOf, go } from '../../staff/place.js'
import type { JobTables } from '../../staff/records.js'
import { isOpenJob, jobChanges, jobProgress, rowsSoFar } from '../../staff/reports/report-jobs.js'
import { say } from '../../state/notes.js'
import { reportsWords } from '../../text/desk/reports-words.js'
import { countText } from '../../text/numbers.js'
import { answerWords } from '../../text/refusals.js'
import { timeText } from '../../text/times.js'
import { ActDialog } from '../changes/act-dialog.js'
import { PlaceLink } from '../shell/place-link.js'
import { Charts } from './charts.js'
import { Files } from './files.js'
import { JobRows } from './job-rows.js'
import { agoText, moduleLabel, reportDays, titleOf } from './report-text.js'
import { RunAgain } from './run-again.js'
import { Totals } from './totals.js'

/**
 * An unfinished job is read again at this interval: other people's jobs send no events here, and an
 * event may be lost.
 */
const AGAIN_MS = 3_000

/** The page of one result: its progress and, when finished, its contents. */
export function JobRecord({ id }: { id: number }) {
  const text = reportsWords.value
  const [count, setCount] = useState(0)
  const again = () => setCount((n) => n + 1)
  const read = usePanelData(
    'GET /admin/v1/reports/jobs/{id}',
    { params: { id } },
    count + jobChanges.value + lives.value,
  )
  const { data: job, refused } = read
  const isOpen = job !== null && isOpenJob(job)
  // The timer starts after each answer, so that slow requests do not overlap.
  useEffect(() => (isOpen ? after(AGAIN_MS, again) : undefined), [isOpen, job, refused])
  const isGone = refused?.status === 404 || Number.isNaN(id)
  return (
    <section class="desk-list report-result" aria-label={text.job({ id })}>
      <div class="desk-tools">
        <div class="row wrap">
          <a
            href={addressOf(['reports', 'jobs'])}
            onClick={(event) => {
              event.preventDefault()
              go(['reports', 'jobs'])
            }}
          >
            ← {text.back}
          </a>
          {job !== null && !isGone && <Head job={job} onGone={() => go(['reports', 'jobs'])} />}
        </div>
      </div>
      {isGone ? (
        <p class="empty" role="alert">
          {text.gone}
        </p>
      ) : (
        <ReadPanel read={read}>{(one) => <JobState job={one} onChange={again} />}</ReadPanel>
      )}
    </section>
  )
}

function Head({ job, onGone }: { job: JobTables; onGone: () => void }) {
  const text = reportsWords.value
  const [isConfirming, setConfirming] = useState(false)
  const { id, state } = job
  return (
    <>
      <h2 class="grow">{titleOf(job)}</h2>
      <span class="badge">{text.states[state]}</span>
      {!isOpenJob(job) && (
        <>
          <RunAgain job={job} />
          <button type="button" class="small" onClick={() => setConfirming(true)}>
            {text.remove}
          </button>
        </>
      )}
      {isConfirming && (
        <ActDialog
          title={text.removeTitle({ id })}
          act={text.removeAct}
          unknown={text.unknownRemove}
          send={async () => {
            const answer = await call('DELETE /admin/v1/reports/jobs/{id}', { params: { id } })
            // Status 404 means that the result is already deleted.
            return answer.status === 404 ? { ...answer, ok: true } : answer
          }}
          onDone={() => {
            say('good', text.removed({ id }))
            onGone()
          }}
          onClose={() => setConfirming(false)}
        >
          <p>{text.removeText}</p>
        </ActDialog>
      )}
    </>
  )
}

function JobState({ job, onChange }: { job: JobTables; onChange: () => void }) {
  const text = reportsWords.value
  const { state, error, sections } = job
  return (
    <div class="report-told">
      <Asked job={job} />
      {isOpenJob(job) && <UnderWay job={job} onChange={onChange} />}
      {state === 'cancelled' && <p role="status">{text.wasCancelled}</p>}
      {state === 'failed' && (
        <div class="banner bad" role="alert">
          {text.failed} {error === '' ? text.noReason : error}
        </div>
      )}
      {state === 'done' && (
        <>
          <Files job={job} />
          {sections.map((section, n) => (
            <div key={section.title} class="report-section">
              {section.row_count > 0 && (
                <div class="report-sums">
                  <Totals section={section} />
                  <Charts charts={section.charts} />
                </div>
              )}
              <JobRows job={job} section={section} n={n} onGone={onChange} />
            </div>
          ))}
        </>
      )}
    </div>
  )
}

/** The report's parameters, its author and its time. */
function Asked({ job }: { job: JobTables }) {
  const text = reportsWords.value
  const { params, module, created_at: at, finished_at: end, requested_by: by } = job
  const { login, logins } = params
  const accounts = login === null ? logins : [login]
  return (
    <p class="row wrap report-asked">
      <span>{moduleLabel(module)}</span>
      <span class="num">{reportDays(params)}</span>
      <span>{params.groups === '' ? text.everyGroup : params.groups}</span>
      {accounts.length > 0 && (
        <span class="num">
          {text.logins} {accounts.slice(0, 5).join(', ')}
          {accounts.length > 5 ? ' …' : ''}
        </span>
      )}
      <span class="faint">
        {text.by} {by}
      </span>
      <span class="faint num">{text.madeAt({ time: timeText(at) })}</span>
      {end !== null && <span class="faint">{agoText(end)}</span>}
      {job.copy_of !== null && (
        <PlaceLink page="reports" parts={['jobs', job.copy_of]}>
          {text.copyOf({ id: job.copy_of })}
        </PlaceLink>
      )}
    </p>
  )
}

/** The number of rows read, and the total if known. */
function readSaid(read: number, all: number | null): string {
  const text = reportsWords.value
  const rows = countText(read)
  return all === null ? text.soFar({ rows }) : text.ofAbout({ rows, total: countText(all) })
}

function UnderWay({ job, onChange }: { job: JobTables; onChange: () => void }) {
  const text = reportsWords.value
  const { id, state } = job
  const rows = rowsSoFar(job)
  const total = jobProgress.value.get(id)?.total ?? null
  const isWaiting = state === 'queued'
  return (
    <div class="stack report-going">
      <progress
        aria-label={text.job({ id })}
        {...(isWaiting || total === null || total === 0 ? {} : { max: total, value: rows })}
      />
      <p class="row wrap" role="status">
        <span class="grow">
          {isWaiting ? text.waits : `${readSaid(rows, total)}. ${text.going}`}
        </span>
        <OnceButton
          onPress={async () => {
            const answer = await call('POST /admin/v1/reports/jobs/{id}/cancel', { params: { id } })
            if (!answer.ok && answer.status !== 404) {
              say('bad', text.cancel, answerWords(answer))
            }
            onChange()
          }}
        >
          {text.cancel}
        </OnceButton>
      </p>
    </div>
  )
}
