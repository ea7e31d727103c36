import { useEffect, useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { OnceButton } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { Table } from '../../look/table/table.js'
import type { Job } from '../../staff/bulk/jobs.js'
import { lives, subscribe } from '../../staff/connection/link.js'
import { session } from '../../state/session.js'
import { actsWords } from '../../text/desk/acts-words.js'
import { countText } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'

const SHOWN = 50

/**
 * Server jobs from any device: the reader's own and, with the right `config.servers`, everybody's.
 */
export function ServerJobs() {
  const text = actsWords.value
  const [changes, setChanges] = useState(0)
  useEffect(() => subscribe('job', () => setChanges((n) => n + 1)), [])
  const read = usePanelData(
    'GET /admin/v1/jobs',
    { query: { limit: SHOWN } },
    changes + lives.value,
  )
  const kinds = columnKinds<Job>()
  return (
    <section class="server-jobs" aria-label={text.jobs}>
      <h2>{text.jobs}</h2>
      <ReadPanel read={read}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="empty">{text.jobsEmpty}</p>
          ) : (
            <Table<Job>
              name="desk.jobs"
              label={text.jobs}
              rows={items}
              keyOf={({ id }) => String(id)}
              columns={[
                kinds.moment('at', text.at, (job) => job.created_at),
                kinds.text('what', text.what, ({ kind }) => text.jobKinds[kind]),
                kinds.text('owner', text.owner, ({ owner }) => (owner === 0 ? text.server : owner)),
                kinds.text('state', text.state, stateText),
                kinds.text('step', text.step, ({ done, total }) => stepText(done, total)),
                kinds.text('why', text.why, ({ error }) => error),
                kinds.text('table', text.table, ({ id }) => id, {
                  cell: (job) => <Result job={job} />,
                }),
              ]}
            />
          )
        }
      </ReadPanel>
    </section>
  )
}

const stateText = ({ state, starts_at: at }: Job): string =>
  state === 'waiting' && at !== null
    ? actsWords.value.beginsAt({ at: timeText(at, false) })
    : actsWords.value.jobStates[state]

const stepText = (done: number, total: number | null): string =>
  total === null
    ? countText(done)
    : actsWords.value.badge({ done: countText(done), total: countText(total) })

/** Kinds of jobs that keep their result rows if they end early. Only the owner may read the rows. */
const KEEPS_ROWS: ReadonlySet<string> = new Set(['accounts.batch', 'accounts.import'])

function Result({ job: { id, kind, owner, state, done } }: { job: Job }) {
  const text = actsWords.value
  if (state === 'waiting' || state === 'running') {
    return (
      <OnceButton
        class="small"
        onPress={() => call('POST /admin/v1/jobs/{id}/cancel', { params: { id } })}
      >
        {text.stop}
      </OnceButton>
    )
  }
  const isOwn = owner === session.value?.login
  const hasRows = KEEPS_ROWS.has(kind) ? isOwn && done > 0 : state === 'done'
  if (!hasRows) return null
  return (
    <a href={`/admin/v1/jobs/${id}/result`} download>
      {text.csv}
    </a>
  )
}
