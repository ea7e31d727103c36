import type { HealthNote } from '../../link/health.js'
import { isShown } from '../../staff/pages.js'
import { serversWords } from '../../text/desk/servers-words.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { nameOf } from '../../text/name-of.js'
import { reasonText } from '../../text/reason-texts.js'
import { serverText } from '../../text/server-text.js'
import { PlaceLink } from '../shell/place-link.js'

/** Notes of the server about problems. Each links to the settings that cause it. */
export function NoteList({ notes }: { notes: readonly HealthNote[] }) {
  if (notes.length === 0) return null
  return (
    <ul class="notes-list" aria-label={serversWords.value.notes}>
      {notes.map((note) => (
        <li key={`${note.code} ${note.text}`}>
          <Note note={note} />
        </li>
      ))}
    </ul>
  )
}

function Note({ note }: { note: HealthNote }) {
  const { kind, id, text, reason, params, code } = note
  const said = reasonText(reason, params)
  const parts = kind === null ? [] : id === null ? [kind] : [kind, id]
  return (
    <>
      {said === undefined ? <span lang="en">{text}</span> : serverText(said)}{' '}
      {kind !== null && isShown('settings') && (
        <PlaceLink page="settings" parts={parts}>
          {nameOf(settingsWords.value.kinds, kind)} {id}
        </PlaceLink>
      )}{' '}
      <span class="faint">{code}</span>
    </>
  )
}
