import { useEffect, useState } from 'preact/hooks'
import type { Content, FormField } from '../../form/control.js'
import { type Draft, namesOf, withDraft, withField } from '../../form/draft.js'
import { shownValue } from '../../form/shown-value.js'
import { OnceButton } from '../../look/controls.js'
import { Icon } from '../../look/icons.js'
import { lazy } from '../../look/lazy.js'
import { lineState } from '../../staff/connection/link.js'
import { closeRecord, dropRecord, nameRecord } from '../../staff/open-records.js'
import { keyFor } from '../../staff/own-keys.js'
import { isShown } from '../../staff/pages.js'
import { go } from '../../staff/place.js'
import { earlierValueOffers, takeEarlierValues } from '../../staff/settings/earlier-values.js'
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
import { say } from '../../state/notes.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { knownName } from '../../text/name-of.js'
import { timeText } from '../../text/times.js'
import { Difference } from '../changes/difference.js'
import { staleOf } from '../changes/save-result.js'
import { useRecordDraft } from '../changes/use-record-draft.js'
import { isOperated } from '../connections/connection.js'
import { EffectsDialog, movesMargin, movesPrices } from '../effects/effects.js'
import { ownKeys } from '../shell/keys.js'
import { PlaceLink } from '../shell/place-link.js'
import { DeleteDialog } from './delete-dialog.js'
import { FormFrame } from './form-frame.js'
import { MovedExamples } from './moved-examples.js'
import { SendingRules } from './sending-rules.js'
import { ruleName } from './tried-examples.js'

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
 * The form of a settings record. Rules C1 to C4 of web/desk/changes/use-record-draft.ts apply.
 *
 * E1. Kinds that can only be replaced as a whole send all fields instead of the changed ones.
 */
export function RecordForm({
  onDrawn,
  all = [],
  ...props
}: FormProps & {
  /** The records of the kind. */
  all?: readonly SettingsRecord[]
  /** Called with the displayed values, saved or not. */
  onDrawn?: (drawn: Content) => void
}) {
  const { kind, record } = props
  const text = settingsWords.value
  const fields = props.fields.filter(({ meta }) => meta.changeable)
  const form = useForm({ kind, fields, record })
  const { draft, result, send, effects, conflicts, shown } = form
  useEffect(() => onDrawn?.(shown), [JSON.stringify(shown)])
  const n = form.names.length
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
            {kind.kind === 'routing' && (
              <MovedExamples
                draft={n === 0 ? null : { rule: { id: record.id, ...draft.mine } }}
                nameOf={(rule) => ruleName(all, rule)}
              />
            )}
            {warningsOf(record).map((warning) => (
              <p key={warning} class="banner">
                {warning}
              </p>
            ))}
            {conflicts.length > 0 && (
              <Difference
                names={conflicts}
                fieldOf={(name) => namedField(fields, name)}
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
  /** The values of the record before the last save. */
  const [replaced, setReplaced] = useState<Content | null>(null)
  const form = useRecordDraft({
    kind: `settings.${kind.kind}`,
    key: keyOf(kind, record),
    record,
    isLooked: () => movesMargin(kind.kind),
    canMovePrices: (draft) => movesPrices(kind.kind, namesOf(draft)),
    ask: (draft, isDryRun) =>
      ask(
        `${kind.isWhole === true ? 'PUT' : 'PATCH'} ${routeOf(kind)}`,
        paramsOf(kind, record),
        isDryRun ? { dry_run: true } : undefined,
        bodyOf(kind, fields, record, draft),
      ),
    unknown: text.unknown,
    onRefused(answer) {
      const stale = staleOf(answer)
      if (stale === null) return null
      putRecord(kind.kind, stale.record)
      return stale.words
    },
    savedAs: (data) => data as SettingsRecord,
    onSaved(data, sent) {
      putRecord(kind.kind, data as SettingsRecord)
      setReplaced(Object.fromEntries(namesOf(sent).map((name) => [name, record[name]])))
      say('good', text.saved({ name: titleOf(kind, record) }))
    },
  })
  const { draft, setDraft, result } = form
  useEffect(() => {
    const was = mayChange(kind) ? takeEarlierValues(kind, record.id) : null
    if (was === null) return
    const named = fields.filter(({ name }) => name in was)
    const back = named.reduce((made, { name }) => withField(made, record, name, was[name]), draft)
    setDraft(back)
    result.say(text.asItWas({ n: namesOf(back).length }))
  }, [earlierValueOffers.value])
  return {
    ...form,
    replaced,
    change(next: Draft) {
      setReplaced(null)
      form.change(next)
    },
  }
}

/** The record's name and version, with buttons for its journal (key H), a copy and its deletion. */
function Head({ kind, record }: Omit<FormProps, 'fields'>) {
  const text = settingsWords.value
  const [isDeleting, setDeleting] = useState(false)
  const title = titleOf(kind, record)
  // The path of a symbol is too long for a tab.
  const short = kind.kind === 'symbols' ? String(record['name']) : title
  useEffect(() => nameRecord(short), [short])
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
        <h2 class="grow">{kind.key === null ? knownName(text.kinds, kind.kind) : title}</h2>
        <span class="faint small-text">
          {text.version({ n: record.version })}
          {typeof record['updated_at'] === 'string' &&
            ` · ${text.changedAt({ time: timeText(record['updated_at'], false) })}`}
        </span>
        {isShown('journal') && (
          <PlaceLink page="journal" query={{ about: `${kind.kind}:${record.id}` }}>
            {text.history} <kbd>{keyFor('H')}</kbd>
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
            onClick={() => closeRecord()}
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
          onDeleted={() => dropRecord()}
        />
      )}
    </>
  )
}

/** The buttons of the form; none if the reader may not change the record. */
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

/** The label and the format of a field in the list of differences. */
function namedField(fields: readonly FormField[], name: string) {
  const field = fields.find((one) => one.name === name)
  if (field === undefined) return undefined
  return { label: field.meta.label, textOf: (value: unknown) => shownValue(field, value) }
}

/** The request body: all fields or only the changed ones (E1). */
function bodyOf(
  { isWhole }: SettingsKind,
  fields: readonly FormField[],
  record: SettingsRecord,
  draft: Draft,
): Content {
  const { version } = record
  if (isWhole !== true) return { version, ...draft.mine }
  const content = withDraft(record, draft)
  return { version, ...Object.fromEntries(fields.map(({ name }) => [name, content[name]])) }
}
