import { useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { LongField, OnceButton } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { mayDo } from '../../staff/rights.js'
import { say } from '../../state/notes.js'
import { notesWords } from '../../text/actions/notes-words.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { timeText } from '../../text/times.js'
import { ActDialog } from '../changes/act-dialog.js'
import { useAct } from '../changes/use-act.js'
import { Pager } from '../lists/pager.js'

type Note = Schemas['NoteView']
type Open = { readonly act: 'change' | 'remove'; readonly note: Note }

const PAGE_NOTES = 50
const NOTE_CHARACTERS_MAX = 4000

/** Staff's notes on an account, newest first. The author of a note can change it for one day. */
export function Notes({ login }: { login: number }) {
  const text = notesWords.value
  const [changes, setChanges] = useState(0)
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<Open | null>(null)
  const parts = { params: { login }, query: { page, limit: PAGE_NOTES } }
  const read = usePanelData('GET /admin/v1/accounts/{login}/notes', parts, changes + lives.value)
  const done = (said: string) => {
    say('good', said)
    setOpen(null)
    setChanges((n) => n + 1)
  }
  return (
    <div class="notes-part">
      {mayDo('note') && <NewNote login={login} onDone={() => done(text.added)} />}
      <ReadPanel read={read}>
        {({ items, total }) =>
          total === 0 ? (
            <p class="empty">
              {text.empty} {mayDo('note') && text.emptyHint}
            </p>
          ) : (
            <>
              <ul class="account-notes">
                {items.map((note) => (
                  <NoteRow key={note.id} note={note} onOpen={(act) => setOpen({ act, note })} />
                ))}
              </ul>
              <Pages page={page} total={total} onPage={setPage} />
            </>
          )
        }
      </ReadPanel>
      {open?.act === 'change' && (
        <ChangeNote note={open.note} onDone={done} onClose={() => setOpen(null)} />
      )}
      {open?.act === 'remove' && (
        <RemoveNote note={open.note} onDone={done} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

function Pages(props: { page: number; total: number; onPage: (page: number) => void }) {
  const { newer, older } = accountsWords.value
  const { page, total, onPage } = props
  const pages = Math.ceil(total / PAGE_NOTES)
  return (
    <p class="row pages">
      {pages > 1 && <Pager page={page} pages={pages} newer={newer} older={older} onPage={onPage} />}
      <span class="faint">{notesWords.value.count({ n: total })}</span>
    </p>
  )
}

/**
 * The form for a new note. Its key is created before it is sent, so a repeat after a lost answer
 * creates no second note.
 */
function NewNote({ login, onDone }: { login: number; onDone: () => void }) {
  const text = notesWords.value
  const [typed, setTyped] = useState('')
  const { wrong, isUnknown, send } = useAct({
    unknown: text.unknown,
    send: (key) =>
      call('POST /admin/v1/accounts/{login}/notes', {
        params: { login },
        body: { text: typed.trim() },
        key,
      }),
    onDone: () => {
      setTyped('')
      onDone()
    },
  })
  return (
    <form class="stack" onSubmit={(event) => event.preventDefault()}>
      <fieldset class="stack bare" disabled={isUnknown}>
        <LongField
          label={text.new}
          value={typed}
          rows={3}
          maxLength={NOTE_CHARACTERS_MAX}
          onInput={setTyped}
        />
      </fieldset>
      {wrong !== '' && (
        <div class="banner bad" role="alert">
          {wrong}
        </div>
      )}
      <div class="row">
        <OnceButton
          type="submit"
          class="primary"
          isOff={typed.trim() === ''}
          onPress={() => send()}
        >
          {isUnknown ? text.retry : text.add}
        </OnceButton>
      </div>
    </form>
  )
}

function NoteRow({ note, onOpen }: { note: Note; onOpen: (act: Open['act']) => void }) {
  const text = notesWords.value
  const { id, at, author, changed_at: changedAt } = note
  return (
    <li>
      <div class="row wrap">
        <span class="faint grow">
          {text.by({ time: timeText(at, false), author })}
          {changedAt !== null && ` · ${text.changedAt({ time: timeText(changedAt, false) })}`}
        </span>
        {note.can_change && mayDo('note') && (
          <>
            <button
              type="button"
              class="small"
              aria-label={text.changeOf({ id })}
              onClick={() => onOpen('change')}
            >
              {text.change}
            </button>
            <button
              type="button"
              class="small"
              aria-label={text.removeOf({ id })}
              onClick={() => onOpen('remove')}
            >
              {text.remove}
            </button>
          </>
        )}
      </div>
      <p>{note.text}</p>
    </li>
  )
}

interface DialogProps {
  readonly note: Note
  readonly onDone: (said: string) => void
  readonly onClose: () => void
}

function ChangeNote({ note, onDone, onClose }: DialogProps) {
  const text = notesWords.value
  const { id, login, version } = note
  const [typed, setTyped] = useState(note.text)
  const body = { text: typed.trim(), version }
  return (
    <ActDialog
      title={text.changeTitle({ id })}
      act={text.save}
      isOff={body.text === '' || body.text === note.text}
      send={() =>
        call('PATCH /admin/v1/accounts/{login}/notes/{id}', { params: { login, id }, body })
      }
      onDone={() => onDone(text.changed({ id }))}
      onClose={onClose}
    >
      <LongField
        label={text.text}
        value={typed}
        maxLength={NOTE_CHARACTERS_MAX}
        onInput={setTyped}
      />
    </ActDialog>
  )
}

function RemoveNote({ note, onDone, onClose }: DialogProps) {
  const text = notesWords.value
  const { id, login } = note
  return (
    <ActDialog
      title={text.removeTitle({ id })}
      act={text.removeAct}
      send={() => call('DELETE /admin/v1/accounts/{login}/notes/{id}', { params: { login, id } })}
      onDone={() => onDone(text.removed({ id }))}
      onClose={onClose}
    >
      <blockquote class="note-text">{note.text}</blockquote>
      <p>{text.removeText}</p>
    </ActDialog>
  )
}
