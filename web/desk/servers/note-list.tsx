import type { HealthNote } from '../../link/health.js'
import { isShown } from '../../staff/pages.js'
import { serversWords } from '../../text/desk/servers-words.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { nameOf } from '../../text/name-of.js'
import { PlaceLink } from '../shell/place-link.js'
import { KeyedText } from './keyed-text.js'

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
  const { kind, id, code } = note
  const parts = kind === null ? [] : id === null ? [kind] : [kind, id]
  return (
    <>
      <KeyedText {...note} />{' '}
      {kind !== null && isShown('settings') && (
        <PlaceLink page="settings" parts={parts}>
          {nameOf(settingsWords.value.kinds, kind)} {id}
        </PlaceLink>
      )}{' '}
      <span class="faint">{code}</span>
    </>
  )
}
