import { useEffect, useRef, useState } from 'preact/hooks'
import { serverNow } from '../../link/clock.js'
import { call } from '../../link/rest.js'
import { OnceButton } from '../../look/controls.js'
import { usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import {
  isOpenJob,
  jobChanges,
  mayExport,
  type ReportJob,
  rowsSoFar,
} from '../../staff/reports/report-jobs.js'
import { reportsWords } from '../../text/desk/reports-words.js'
import { countText } from '../../text/numbers.js'
import { useAct } from '../changes/use-act.js'

type Format = ReportJob['format']

const FORMATS: readonly Format[] = ['csv', 'xlsx', 'html', 'json']
const JOBS_MAX = 200
/** The server deletes results after this time. */
const KEPT_MS = 7 * 24 * 3_600_000

/**
 * The downloads of a result: its own file, and for a JSON result also other formats made from the
 * same rows. It also finds files that were created on another device or earlier.
 */
export function Files({ job }: { job: ReportJob }) {
  const text = reportsWords.value
  const count = jobChanges.value + lives.value
  const available = usePanelData('GET /admin/v1/reports', {}, lives.value)
  const jobs = usePanelData('GET /admin/v1/reports/jobs', { query: { limit: JOBS_MAX } }, count)
  if (available.data === null) return null
  if (!mayExport(job, available.data)) return <p class="faint report-files">{text.noExport}</p>
  if (!isKept(job)) return <p class="faint report-files">{text.rowsGone}</p>
  const copies = (jobs.data?.items ?? []).filter((one) => one.copy_of === job.id)
  const formats = job.format === 'json' ? FORMATS : [job.format]
  return (
    <fieldset class="row wrap bare report-files" aria-label={text.files}>
      {formats.map((format) => (
        <File
          key={format}
          of={job}
          format={format}
          made={format === job.format ? job : copies.find((one) => one.format === format)}
          onRequest={() => void jobs.again()}
        />
      ))}
    </fieldset>
  )
}

function File(props: {
  of: ReportJob
  format: Format
  made: ReportJob | undefined
  onRequest: () => void
}) {
  const text = reportsWords.value
  const { of, format, made } = props
  const name = format.toUpperCase()
  const link = useRef<HTMLAnchorElement>(null)
  /** The file that was requested here downloads as soon as it is ready. */
  const [wanted, setWanted] = useState<number | null>(null)
  const { wrong, send } = useAct({
    unknown: text.unknownRun,
    send: (key) => call('POST /admin/v1/reports/jobs', { key, body: { job_id: of.id, format } }),
    onDone: ({ id }) => {
      setWanted(id)
      props.onRequest()
    },
  })
  const isThere = made?.state === 'done' && isKept(made)
  useEffect(() => {
    if (!isThere || wanted !== made.id) return
    setWanted(null)
    link.current?.click()
  }, [isThere, wanted, made?.id])
  if (isThere) {
    return (
      <a
        ref={link}
        class="button small"
        href={`/admin/v1/reports/jobs/${made.id}/download`}
        download=""
        {...(format === 'html' ? { title: text.htmlMax } : {})}
      >
        {text.saveFile({ format: name })}
      </a>
    )
  }
  if (made !== undefined && isOpenJob(made)) {
    return (
      <output class="faint num">
        {text.making({ format: name, rows: countText(rowsSoFar(made)) })}
      </output>
    )
  }
  const why = made?.state === 'failed' ? made.error || text.noReason : wrong
  return (
    <>
      <OnceButton class="small" onPress={send}>
        {text.makeFile({ format: name })}
      </OnceButton>
      {why !== '' && (
        <span class="loss" role="alert">
          {text.fileFailed({ format: name, why })}
        </span>
      )}
    </>
  )
}

function isKept({ finished_at: at }: ReportJob): boolean {
  return at !== null && serverNow() - Date.parse(at) < KEPT_MS
}
