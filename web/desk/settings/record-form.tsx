import { useEffect, useRef, useState } from 'preact/hooks'
import type { Content, FormField } from '../../form/control.js'
import {
  conflictsOf,
  type Draft,
  drafted,
  NO_DRAFT,
  namesOf,
  unsent,
  withField,
} from '../../form/draft.js'
import { useDraft } from '../../form/use-draft.js'
import { OnceButton } from '../../look/controls.js'
import { Icon } from '../../look/icons.js'
import { lazy } from '../../look/lazy.js'
import { lineState } from '../../staff/connection/link.js'
import { isShown } from '../../staff/pages.js'
import { addressOf, go, goTo, open } from '../../staff/place.js'
import { mayChange, mayMake, type SettingsKind } from '../../staff/settings/settings-kinds.js'
import {
  ask,
  keyOf,
  paramsOf,
  putRecord,
  routeOf,
  type SettingsRecord,
  titleOf,
  warningsOf,
} from '../../staff/settings/settings-records.js'
import { takenBack, takings } from '../../staff/settings/taken-back.js'
import { say } from '../../state/notes.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { knownName } from '../../text/name-of.js'
import { timeText } from '../../text/times.js'
import { isOperated } from '../connections/connection.js'
import { ownKeys } from '../shell/keys.js'
import { PlaceLink } from '../shell/place-link.js'
import { DeleteDialog } from './delete-dialog.js'
import { Difference } from './difference.js'
import { EffectsDialog } from './effects.js'
import { FormFrame } from './form-frame.js'
import { staleOf, useSaveResult } from './save-result.js'
import { SendingRules } from './sending-rules.js'
import { useSaving } from './use-saving.js'

const Operations = lazy(() =>
  import('../connections/operations.js').then((part) => part.Operations),
)
const PutBack = lazy(() => import('./put-back.js').then((part) => part.PutBack))

interface FormProps {
  kind: SettingsKind
  fields: readonly FormField[]
  record: SettingsRecord
}

/**
 * A record of settings as a form.
 *
 *   E1. Sent is what differs, with the version that lies under it; a kind that is only replaced is sent whole.
 *   E2. A version of somebody else is laid under the draft, whether it is heard of or met by saving.
 *   E3. It is sent once at a time, and what is typed meanwhile stays.
 *   E4. Faults of the server stand at their fields, and the first of them has the focus.
 */
export function RecordForm({
  onDrawn,
  ...props
}: FormProps & {
  /** Told what is drawn, saved or not. */
  onDrawn?: (drawn: Content) => void
}) {
  const { kind, record } = props
  const text = settingsWords.value
  const fields = props.fields.filter(({ meta }) => meta.changeable)
  const form = useForm({ kind, fields, record })
  const { draft, result, send, effects } = form
  const shown = drafted(record, draft)
  useEffect(() => onDrawn?.(shown), [JSON.stringify(shown)])
  const conflicts = conflictsOf(draft, record)
  const n = namesOf(draft).length
  const isReady = n > 0 && conflicts.length === 0 && lineState.value === 'live'
  return (
    <aside class="desk-card" aria-label={titleOf(kind, record)}>
      <Head kind={kind} record={record} />
      {isOperated(kind.kind) && mayChange(kind) && <Operations kind={kind.kind} record={record} />}
      <FormFrame
        kind={kind}
        fields={fields}
        record={record}
        draft={draft}
        isOff={!mayChange(kind)}
        result={result}
        onDraft={form.change}
        onSave={() => {
          if (isReady) void send(false)
        }}
        top={
          <>
            <SendingRules kind={kind} record={record} />
            {warningsOf(record).map((warning) => (
              <p key={warning} class="banner">
                {warning}
              </p>
            ))}
            {conflicts.length > 0 && (
              <Difference
                names={conflicts}
                fields={fields}
                record={record}
                draft={draft}
                onDraft={form.setDraft}
              />
            )}
          </>
        }
        foot={<Foot kind={kind} fields={fields} record={record} form={form} isReady={isReady} />}
      />
      {effects !== null && (
        <EffectsDialog
          effects={effects}
          save={text.save({ n })}
          onSave={() => send(false, true)}
          onClose={form.dropEffects}
        />
      )}
    </aside>
  )
}

/** The draft of a record; tries and saves it. */
function useForm({ kind, fields, record }: FormProps) {
  const text = settingsWords.value
  const [draft, setDraft] = useDraft(`settings.${kind.kind}`, keyOf(kind, record), record)
  const result = useSaveResult()
  /** The values that were replaced by the last save. */
  const [replaced, setReplaced] = useState<Content | null>(null)
  useEffect(() => {
    const was = mayChange(kind) ? takenBack(kind, record.id) : null
    if (was === null) return
    const named = fields.filter(({ name }) => name in was)
    const back = named.reduce((made, { name }) => withField(made, record, name, was[name]), draft)
    setDraft(back)
    result.say(text.asItWas({ n: namesOf(back).length }))
  }, [takings.value])
  const newest = useRef(draft)
  newest.current = draft
  const saving = useSaving({
    kind: kind.kind,
    result,
    ask: (isDryRun) =>
      ask(
        `${kind.isWhole === true ? 'PUT' : 'PATCH'} ${routeOf(kind)}`,
        paramsOf(kind, record),
        isDryRun ? { dry_run: true } : undefined,
        bodyOf(kind, fields, record, draft),
      ),
    onRefused(answer) {
      const stale = staleOf(answer)
      if (stale !== null) putRecord(kind.kind, stale.record)
      result.refused(answer, stale === null ? text.unknown : stale.words)
    },
    onSaved(data) {
      putRecord(kind.kind, data as SettingsRecord)
      setReplaced(Object.fromEntries(namesOf(draft).map((name) => [name, record[name]])))
      setDraft(unsent(newest.current, draft, data as SettingsRecord))
      say('good', text.saved({ name: titleOf(kind, record) }))
    },
  })
  return {
    ...saving,
    draft,
    setDraft,
    result,
    replaced,
    change(next: Draft) {
      result.clear()
      setReplaced(null)
      setDraft(next)
    },
    discard() {
      result.clear()
      setDraft(NO_DRAFT)
    },
  }
}

/** Name and version of the record, with the ways to its journal (key H), to a copy and to its removal. */
function Head({ kind, record }: Omit<FormProps, 'fields'>) {
  const text = settingsWords.value
  const [isDeleting, setDeleting] = useState(false)
  useEffect(
    () =>
      ownKeys(({ key, altKey }) => {
        if (altKey || key.toLowerCase() !== 'h' || !isShown('journal')) return false
        go(['journal'], { about: `${kind.kind}:${record.id}` })
        return true
      }),
    [record.id],
  )
  return (
    <>
      <header class="row wrap">
        <h2 class="grow">
          {kind.key === null ? knownName(text.kinds, kind.kind) : titleOf(kind, record)}
        </h2>
        <span class="faint small-text">
          {text.version({ n: record.version })}
          {typeof record['updated_at'] === 'string' &&
            ` · ${text.changedAt({ time: timeText(record['updated_at'], false) })}`}
        </span>
        {isShown('journal') && (
          <PlaceLink page="journal" query={{ about: `${kind.kind}:${record.id}` }}>
            {text.history} <kbd>H</kbd>
          </PlaceLink>
        )}
        {mayMake(kind) && (
          <>
            <button
              type="button"
              class="small"
              onClick={() => go(['settings', kind.kind], { make: keyOf(kind, record) })}
            >
              {text.duplicate}
            </button>
            <button type="button" class="small" onClick={() => setDeleting(true)}>
              {text.remove}
            </button>
          </>
        )}
        {kind.key !== null && (
          <button
            type="button"
            class="plain icon"
            aria-label={text.close}
            onClick={() => open([kind.kind])}
          >
            <Icon name="close" />
          </button>
        )}
      </header>
      {isDeleting && (
        <DeleteDialog
          kind={kind}
          record={record}
          onClose={() => setDeleting(false)}
          onDeleted={() => goTo(addressOf(['settings', kind.kind]))}
        />
      )}
    </>
  )
}

/** The buttons of the form; a reader who may not change the record has none. */
function Foot(props: FormProps & { form: ReturnType<typeof useForm>; isReady: boolean }) {
  const text = settingsWords.value
  const { kind, fields, record, isReady } = props
  const { draft, replaced, discard, send } = props.form
  const n = namesOf(draft).length
  if (!mayChange(kind)) return <span class="faint">{text.readOnly}</span>
  return (
    <>
      {replaced !== null && (
        <PutBack kind={kind} fields={fields} record={record} replaced={replaced} />
      )}
      {n > 0 && (
        <button type="button" onClick={discard}>
          {text.discard}
        </button>
      )}
      <OnceButton isOff={!isReady} onPress={() => send(true)}>
        {text.tryIt}
      </OnceButton>
      <OnceButton class="primary" isOff={!isReady} onPress={() => send(false)}>
        {text.save({ n })}
      </OnceButton>
    </>
  )
}

/** E1. */
function bodyOf(
  { isWhole }: SettingsKind,
  fields: readonly FormField[],
  record: SettingsRecord,
  draft: Draft,
): Content {
  const { version } = record
  if (isWhole !== true) return { version, ...draft.mine }
  const content = drafted(record, draft)
  return { version, ...Object.fromEntries(fields.map(({ name }) => [name, content[name]])) }
}
