import type { Health } from '../../link/health.js'
import { ReadPanel, Skeleton, usePanelData } from '../../look/panel-data.js'
import { ShortTable } from '../../look/table/short-table.js'
import { open, place } from '../../staff/place.js'
import { may } from '../../staff/rights.js'
import { serversWords } from '../../text/desk/servers-words.js'
import { nameOf } from '../../text/name-of.js'
import { clockText, timeText } from '../../text/times.js'
import { KeyedText } from './keyed-text.js'
import { Links } from './links.js'
import { NoteList } from './note-list.js'
import { ServerCard } from './server-card.js'
import { useHealth } from './use-health.js'

const AWAY: Health = { status: 'away' }

/** The state of the server: readiness, notes, processes, and connections to providers. */
export function Servers() {
  const { parts } = place.value
  const text = serversWords.value
  const { health: last, isAway, readAt, reads } = useHealth()
  const health = isAway ? AWAY : last
  const [id] = parts
  return (
    <div class={`desk-split ${id === undefined ? '' : 'open'}`}>
      <section class="desk-list" aria-label={text.title}>
        {/*
         * biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the focus to scroll
         * it
         */}
        <div class="desk-lines server-parts" tabIndex={0}>
          <Readiness health={health} />
          {may({ all: ['config.servers'] }) && <Parts reads={reads} open={id ?? null} />}
          <Links reads={reads} />
        </div>
        <div class="desk-foot row">
          <span class="faint">{readAt > 0 && text.again({ time: clockText(readAt) })}</span>
        </div>
      </section>
      {id !== undefined && <ServerCard key={id} id={id} reads={reads} />}
    </div>
  )
}

/** The commit that a build without git reports. */
const UNKNOWN_COMMIT = 'unknown'

const buildName = (version: string, commit = UNKNOWN_COMMIT): string =>
  commit === UNKNOWN_COMMIT ? version : `${version}, ${commit}`

function Readiness({ health }: { health: Health | null }) {
  const text = serversWords.value
  if (health === null) return <Skeleton />
  const { status, coded_reason: reason, version, commit } = health
  const notes = health.coded_notes ?? []
  return (
    <section aria-label={text.health}>
      <h2>{text.health}</h2>
      <p class="row wrap">
        <span class={`badge ${status === 'ok' ? 'good' : 'bad'}`}>
          {nameOf(text.states, status)}
        </span>
        <span class="faint">
          {version === undefined
            ? reason && <KeyedText {...reason} />
            : text.version({ version: buildName(version, commit) })}
        </span>
      </p>
      {status === 'ok' && notes.length === 0 && <p class="faint">{text.noNotes}</p>}
      <NoteList notes={notes} />
    </section>
  )
}

function Parts({ reads, open: opened }: { reads: number; open: string | null }) {
  const text = serversWords.value
  const read = usePanelData('GET /admin/v1/network/servers', {}, reads)
  return (
    <section aria-label={text.servers}>
      <h2>{text.servers}</h2>
      <ReadPanel read={read}>
        {(servers) => (
          <ShortTable
            label={text.servers}
            look="texts"
            rows={servers.flatMap((server) =>
              server.instances.map((instance) => ({ server, instance })),
            )}
            keyOf={({ server, instance }) => `${server.id} ${instance.instance_id}`}
            rowOf={({ server }) => ({ class: server.id === opened ? 'open' : '' })}
            columns={[
              {
                id: 'server',
                label: text.server,
                cell: ({ server }) => (
                  <button
                    type="button"
                    class="plain small"
                    onClick={() => open([server.id], opened !== null)}
                  >
                    {server.title}
                  </button>
                ),
              },
              {
                id: 'status',
                label: text.status,
                cell: ({ instance }) => nameOf(text.states, instance.status),
              },
              { id: 'machine', label: text.machine, cell: ({ instance }) => instance.hostname },
              {
                id: 'system',
                label: text.system,
                cell: ({ instance }) => `${instance.os} ${instance.architecture}`,
              },
              {
                id: 'cores',
                label: text.cores,
                isNumber: true,
                cell: ({ instance }) => instance.cpu_cores,
              },
              {
                id: 'since',
                label: text.since,
                isNumber: true,
                cell: ({ instance }) => timeText(instance.started_at),
              },
              {
                id: 'seen',
                label: text.seen,
                isNumber: true,
                cell: ({ instance }) => timeText(instance.last_seen_at),
              },
            ]}
          />
        )}
      </ReadPanel>
    </section>
  )
}
