import { useEffect } from 'preact/hooks'
import { lazy } from '../../look/lazy.js'
import { Skeleton } from '../../look/panel-data.js'
import { followLinks, links } from '../../staff/office/waiting.js'
import { overviewWords } from '../../text/desk/overview-words.js'
import { serversWords } from '../../text/desk/servers-words.js'
import { nameOf } from '../../text/name-of.js'
import { timeText } from '../../text/times.js'
import { useHealth } from '../servers/use-health.js'
import { PlaceLink } from '../shell/place-link.js'

const NoteList = lazy(() => import('../servers/note-list.js').then((part) => part.NoteList))

const FINE: ReadonlySet<string> = new Set(['online', 'disabled'])

/** Datafeeds and gateways that are not online, with their last error. */
export function Links() {
  useEffect(followLinks, [])
  const text = overviewWords.value
  const all = [...links.value.values()]
  const wrong = all.filter(({ state }) => !FINE.has(state))
  return (
    <section class="panel">
      <h2 class="title">{text.links}</h2>
      {wrong.length === 0 ? (
        <p class="empty">
          {all.length === 0
            ? text.noLinks
            : text.allOnline({ n: all.filter(({ state }) => state === 'online').length })}
        </p>
      ) : (
        <ul class="waiting-list">
          {wrong.map(({ kind, id, state, at, last_error: error }) => (
            <li key={`${kind} ${id}`}>
              <b>
                <PlaceLink page="settings" parts={[kind, id]}>
                  {text.link({ kind, id })}
                </PlaceLink>
              </b>{' '}
              <span class="loss">{nameOf(serversWords.value.linkStates, state)}</span>{' '}
              <span class="faint">
                {error} {timeText(at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Problems that the server reports about itself, such as accounts whose day end waits for a price. */
export function Notes() {
  const text = serversWords.value
  const { health } = useHealth()
  const notes = health && (health.coded_notes ?? [])
  return (
    <section class="panel">
      <h2 class="title">{text.notes}</h2>
      {notes === null ? (
        <Skeleton />
      ) : notes.length === 0 ? (
        <p class="empty">{text.noNotes}</p>
      ) : (
        <NoteList notes={notes} />
      )}
    </section>
  )
}
