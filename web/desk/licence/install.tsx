import { useEffect, useId, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import type { Data } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Field } from '../../look/controls.js'
import { FileChoice, useFileDrop } from '../../look/file-choice.js'
import { fieldLabel, needMeta } from '../../staff/meta.js'
import { type KeyFacts, keyFacts } from '../../staff/settings/licence-key.js'
import { say } from '../../state/notes.js'
import { licenceWords } from '../../text/desk/licence-words.js'
import { knownName, nameOf } from '../../text/name-of.js'
import { answerWords } from '../../text/refusals.js'
import { timeText } from '../../text/times.js'
import { ActDialog } from '../changes/act-dialog.js'
import { ChangeList } from '../changes/change-list.js'
import { Facts, RecordCard } from '../lists/record-card.js'
import { useWhenStill } from '../lists/use-when-still.js'

type Tried = Data<'POST /admin/v1/licence'>
type Change = NonNullable<Tried['planned']>[number]

const KEY_CHARACTERS_MAX = 8 * 1024 * 1024

/**
 * Installs a licence key from a file or pasted text: shows what the key contains and what it would
 * change, then installs it.
 */
export function Install(props: {
  serverId: string | null
  onClose: () => void
  onInstalled: () => void
}) {
  const text = licenceWords.value
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const key = typed.trim()
  const tried = useWhenStill(key, () =>
    call('POST /admin/v1/licence', { query: { dry_run: true }, body: { key } }),
  )
  const facts = keyFacts(key)
  useEffect(needMeta, [])
  const take = async (file: File) => {
    if (file.size > KEY_CHARACTERS_MAX) say('bad', text.tooLarge)
    else setTyped(await file.text())
  }
  const drop = useFileDrop((file) => void take(file), true)
  const planned = tried.data?.planned ?? []
  return (
    <RecordCard title={text.installTitle} onClose={props.onClose}>
      <div class="desk-form stack licence-install">
        <p>{text.installHelp}</p>
        <p class="row wrap">
          <FileChoice label={text.choose} onFile={(file) => void take(file)} />
          <label for={id}>{text.paste}</label>
        </p>
        <textarea
          id={id}
          class={`paste ${drop.isOver ? 'over' : ''}`}
          rows={5}
          spellcheck={false}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          {...drop.handlers}
        />
        {facts !== null && <Says facts={facts} serverId={props.serverId} />}
        {key !== '' && tried.isOld && <p role="status">{text.trying}</p>}
        {tried.refused !== null && !tried.isOld && (
          <div class="banner bad" role="alert">
            {refusedWords(tried.refused)}
          </div>
        )}
        {tried.data !== null && !tried.isOld && <Planned planned={planned} />}
        <footer class="row">
          <span class="grow" />
          <button
            type="button"
            class="primary"
            disabled={planned.length === 0 || tried.isOld}
            onClick={() => setConfirming(true)}
          >
            {text.install}…
          </button>
        </footer>
      </div>
      {isConfirming && facts !== null && (
        <Ask
          keyText={key}
          facts={facts}
          planned={planned}
          onClose={() => setConfirming(false)}
          onDone={() => {
            say('good', text.installed({ id: facts.licence_id }))
            props.onInstalled()
          }}
        />
      )}
    </RecordCard>
  )
}

/** The reason why a key is invalid is only in the server's message. */
function refusedWords(answer: Answer<unknown>): string {
  return answer.code === 'invalid_input' ? answer.message : answerWords(answer)
}

function Says({ facts, serverId }: { facts: KeyFacts; serverId: string | null }) {
  const text = licenceWords.value
  const isOther = serverId !== null && facts.server_id !== serverId
  const moment = (at: string) => (Number.isNaN(Date.parse(at)) ? at : timeText(at, false))
  return (
    <Facts
      rows={[
        [text.licence, facts.licence_id],
        [
          text.serverId,
          <>
            <code>{facts.server_id}</code> {isOther && <span class="loss">{text.otherServer}</span>}
          </>,
        ],
        [text.issued, moment(facts.issued_at)],
        [text.expires, moment(facts.expires_at)],
        [text.companies, String(facts.companies)],
      ]}
    />
  )
}

/** A change that removes a brand has no field changes. */
const isRemoval = ({ about, changes }: Change): boolean =>
  about.kind === 'brands' && changes.length === 0

function Planned({ planned }: { planned: readonly Change[] }) {
  const text = licenceWords.value
  if (planned.length === 0) return <p role="status">{text.nothing}</p>
  return (
    <section class="planned" aria-label={text.planned}>
      <h3>{text.planned}</h3>
      {planned.map((one) => (
        <div key={`${one.about.kind} ${one.about.id} ${one.text}`}>
          <p>
            <span class="badge">{nameOf(text.kinds, one.about.kind)}</span>{' '}
            <span class={isRemoval(one) ? 'loss' : ''} lang="en">
              {one.text}
            </span>
          </p>
          {one.changes.length > 0 && (
            <ChangeList
              label={text.changes}
              changes={one.changes.filter(isShown).map(({ field, from, to }) => ({
                field: labelOf(one.about.kind, field),
                from: shown(field, from),
                to: shown(field, to),
              }))}
            />
          )}
        </div>
      ))}
    </section>
  )
}

/** Whether a change is shown. Empty fields of new records are hidden. */
function isShown({ from, to }: Change['changes'][number]): boolean {
  const isEmpty = to === '' || to === false || (Array.isArray(to) && to.length === 0)
  return !(isEmpty && (from === null || from === undefined))
}

/** A value as text. Companies are shown by their names. */
function shown(field: string, value: unknown): unknown {
  if (field !== 'companies' || !Array.isArray(value)) return value
  return value.map((one: { readonly name?: unknown }) => String(one.name)).join(', ')
}

function labelOf(kind: string, name: string): string {
  const own = knownName(licenceWords.value.fields, name)
  return kind === 'licence' && own !== undefined ? own : fieldLabel(kind, name)
}

/**
 * Asks for confirmation and installs the key. If brands would be removed, the user has to type
 * their number.
 */
function Ask(props: {
  keyText: string
  facts: KeyFacts
  planned: readonly Change[]
  onClose: () => void
  onDone: () => void
}) {
  const text = licenceWords.value
  const { facts, planned } = props
  const [typed, setTyped] = useState('')
  const gone = planned.filter(isRemoval)
  return (
    <ActDialog
      title={text.askTitle({ id: facts.licence_id })}
      act={text.install}
      isOff={gone.length > 0 && typed.trim() !== facts.licence_id}
      unknown={text.unknown}
      send={() => call('POST /admin/v1/licence', { body: { key: props.keyText } })}
      onDone={props.onDone}
      onClose={props.onClose}
    >
      <p>{text.askText({ n: planned.length })}</p>
      {gone.map((one) => (
        <p key={one.text} class="loss" lang="en">
          {one.text}
        </p>
      ))}
      {gone.length > 0 && (
        <Field
          label={text.typeNumber({ id: facts.licence_id })}
          value={typed}
          hasFocus={true}
          onInput={setTyped}
        />
      )}
    </ActDialog>
  )
}
