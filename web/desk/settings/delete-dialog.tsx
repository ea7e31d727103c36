import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { Dialog, Field, OnceButton } from '../../look/controls.js'
import { addressOf, goTo } from '../../staff/place.js'
import { kindOf, type SettingsKind } from '../../staff/settings/settings-kinds.js'
import {
  ask,
  dropRecord,
  paramsOf,
  routeOf,
  type SettingsRecord,
  titleOf,
} from '../../staff/settings/settings-records.js'
import { say } from '../../state/notes.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { nameOf } from '../../text/name-of.js'
import { answerWords } from '../../text/refusals.js'
import { words } from '../../text/words.js'
import { affectsOf, affectsWords } from '../effects/affects.js'

interface User {
  readonly kind: string
  readonly id: number
  readonly key: string
}

/**
 * Deletes a record after the user has typed its name. Before that it shows which accounts are
 * affected and which records refer to it.
 */
export function DeleteDialog(props: {
  kind: SettingsKind
  record: SettingsRecord
  onClose: () => void
  onDeleted: () => void
}) {
  const { kind, record } = props
  const text = settingsWords.value
  const name = titleOf(kind, record)
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState(text.look)
  const [isPossible, setPossible] = useState(true)
  const [refused, setRefused] = useState<Answer<unknown> | null>(null)
  const route = `DELETE ${routeOf(kind)}`
  useEffect(() => {
    void ask(route, paramsOf(kind, record), { dry_run: true }).then((answer) => {
      const affects = affectsOf(answer.data)
      setSaid(answer.ok && affects !== null ? affectsWords(affects) : '')
      if (answer.ok) return
      setRefused(answer)
      setPossible(false)
    })
  }, [])
  const send = async () => {
    const answer = await ask(route, paramsOf(kind, record))
    if (!answer.ok) {
      setRefused(answer)
      return
    }
    say('good', text.deleted({ name }))
    dropRecord(kind.kind, record.id)
    props.onClose()
    props.onDeleted()
  }
  return (
    <Dialog title={text.deleteTitle({ name })} onClose={props.onClose}>
      <form class="stack" onSubmit={(event) => event.preventDefault()}>
        {said !== '' && <p role="status">{said}</p>}
        {refused !== null && <Refusal refused={refused} onClose={props.onClose} />}
        <Field label={text.deleteType({ name })} value={typed} hasFocus={true} onInput={setTyped} />
        <footer>
          <button type="button" onClick={props.onClose}>
            {words.value.cancel}
          </button>
          <OnceButton
            type="submit"
            class="primary"
            isOff={!isPossible || typed.trim() !== name}
            onPress={send}
          >
            {text.remove}
          </OnceButton>
        </footer>
      </form>
    </Dialog>
  )
}

/** The reason why the record cannot be deleted, with links to the records that refer to it. */
function Refusal({ refused, onClose }: { refused: Answer<unknown>; onClose: () => void }) {
  const text = settingsWords.value
  const { data } = refused
  const users = ((data as { used_by?: readonly User[] } | null)?.used_by ?? []).slice(0, 20)
  return (
    <div class="banner bad stack" role="alert">
      <span>{answerWords(refused)}</span>
      {users.length > 0 && (
        <span class="row wrap">
          {text.usedBy}
          {users.map(({ kind, id, key }) => {
            const about = kindOf(kind)
            const address = addressOf(['settings', kind, about?.key === 'path' ? key : id])
            return (
              <a
                key={`${kind} ${id}`}
                href={address}
                onClick={(event) => {
                  event.preventDefault()
                  onClose()
                  goTo(address)
                }}
              >
                {nameOf(text.kinds, kind)}
                {about?.key === null ? '' : `: ${key}`}
              </a>
            )
          })}
        </span>
      )}
    </div>
  )
}
