import type { Health } from '../../link/health.js'
import { ReadPanel, useRead } from '../../look/read.js'
import { open, place } from '../../staff/place.js'
import { may } from '../../staff/rights.js'
import { serversWords } from '../../text/desk/servers-words.js'
import { nameOf } from '../../text/name-of.js'
import { clockText, timeText } from '../../text/times.js'
import { words } from '../../text/words.js'
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

function Readiness({ health }: { health: Health | null }) {
  const text = serversWords.value
  if (health === null) return <p class="empty">{words.value.loading}</p>
  const { status, reason = '', version, commit = '' } = health
  const notes = health.coded_notes ?? []
  return (
    <section aria-label={text.health}>
      <h2>{text.health}</h2>
      <p class="row wrap">
        <span class={`badge ${status === 'ok' ? 'good' : 'bad'}`}>
          {nameOf(text.states, status)}
        </span>
        <span class="faint">
          {version === undefined ? reason : text.version({ version, commit })}
        </span>
      </p>
      {status === 'ok' && notes.length === 0 && <p class="faint">{text.noNotes}</p>}
      <NoteList notes={notes} />
    </section>
  )
}

function Parts({ reads, open: opened }: { reads: number; open: string | null }) {
  const text = serversWords.value
  const read = useRead('GET /admin/v1/network/servers', {}, reads)
  return (
    <section aria-label={text.servers}>
      <h2>{text.servers}</h2>
      <ReadPanel read={read}>
        {(servers) => (
          <div class="scroll-x">
            <table class="list texts" aria-label={text.servers}>
              <thead>
                <tr>
                  <th>{text.server}</th>
                  <th>{text.status}</th>
                  <th>{text.machine}</th>
                  <th>{text.system}</th>
                  <th class="num">{text.cores}</th>
                  <th class="num">{text.since}</th>
                  <th class="num">{text.seen}</th>
                </tr>
              </thead>
              <tbody>
                {servers.flatMap((server) =>
                  server.instances.map((instance) => (
                    <tr
                      key={`${server.id} ${instance.instance_id}`}
                      class={server.id === opened ? 'open' : ''}
                    >
                      <td>
                        <button
                          type="button"
                          class="plain small"
                          onClick={() => open([server.id], opened !== null)}
                        >
                          {server.title}
                        </button>
                      </td>
                      <td>{nameOf(text.states, instance.status)}</td>
                      <td>{instance.hostname}</td>
                      <td>
                        {instance.os} {instance.architecture}
                      </td>
                      <td class="num">{instance.cpu_cores}</td>
                      <td class="num">{timeText(instance.started_at)}</td>
                      <td class="num">{timeText(instance.last_seen_at)}</td>
                    </tr>
                  )),
                )}
              </tbody>
            </table>
          </div>
        )}
      </ReadPanel>
    </section>
  )
}
