import { useMemo, useRef } from 'preact/hooks'
import { type Content, defaultsOf, type FormField } from '../../form/control.js'
import { type Draft, isSame, withDraft, without } from '../../form/draft.js'
import { newId } from '../../link/random.js'
import { OnceButton } from '../../look/controls.js'
import { lineState } from '../../staff/connection/link.js'
import { addressOf, goTo, open } from '../../staff/place.js'
import type { SettingsKind } from '../../staff/settings/settings-kinds.js'
import {
  ask,
  keyOf,
  readKind,
  type SettingsRecord,
  titleOf,
} from '../../staff/settings/settings-records.js'
import { say } from '../../state/notes.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { nameOf } from '../../text/name-of.js'
import { isUnknownAnswer } from '../changes/use-act.js'
import { useRecordDraft } from '../changes/use-record-draft.js'
import { EffectsDialog, movesMargin } from '../effects/effects.js'
import { CardFrame } from '../lists/record-card.js'
import { FormFrame } from './form-frame.js'
import { useModuleParams } from './module-params.js'

/**
 * Initial values that are safer than the defaults: a new symbol is checked before clients can trade
 * it.
 */
const CAREFUL: Readonly<Record<string, Content>> = { symbols: { trade_access: 'disabled' } }

/**
 * The form for a new record, with default values or the values of another record. The request keeps
 * its key until it is refused, so a repeat after a lost answer creates no second record.
 */
export function NewRecord(props: {
  kind: SettingsKind
  fields: readonly FormField[]
  like: SettingsRecord | undefined
}) {
  const { kind, like } = props
  const text = settingsWords.value
  const fields = props.fields.filter(({ meta }) => meta.settable)
  const base = useMemo(() => defaultsOf(fields), [props.fields])
  const first = useMemo(
    () => (like === undefined ? (CAREFUL[kind.kind] ?? {}) : likeOf(kind, fields, base, like)),
    [],
  )
  const key = like === undefined ? 'new' : `new like ${keyOf(kind, like)}`
  const request = useRef(newId())
  const form = useRecordDraft({
    kind: `settings.${kind.kind}`,
    key,
    record: base,
    isNew: true,
    first: { read: {}, mine: first },
    isLooked: () => movesMargin(kind.kind),
    ask: (draft, isDryRun) =>
      ask(
        `POST /admin/v1/${kind.path}`,
        undefined,
        isDryRun ? { dry_run: true } : undefined,
        { ...noneOf(fields), ...draft.mine },
        isDryRun ? undefined : request.current,
      ),
    unknown: text.unknownCreate,
    onRefused(answer) {
      if (!isUnknownAnswer(answer)) request.current = newId()
      return null
    },
    savedAs: (data) => data as SettingsRecord,
    async onSaved(data) {
      const record = data as SettingsRecord
      say('good', text.created({ name: titleOf(kind, record) }))
      await readKind(kind)
      goTo(addressOf(['settings', kind.kind, keyOf(kind, record)]))
    },
  })
  const { draft, result, send, effects, dropEffects } = form
  const { module } = withDraft(base, draft)
  const record = { ...base, ...useModuleParams(kind.kind, module) }
  // Parameters belong to their module: with another one, they start as that one's.
  const change = (next: Draft) =>
    form.change(isSame(withDraft(base, next)['module'], module) ? next : without(next, 'params'))
  const isReady = form.names.length > 0 && lineState.value === 'live'
  const title =
    like === undefined
      ? text.makeTitle({ kind: nameOf(text.kinds, kind.kind) })
      : text.copyTitle({ name: titleOf(kind, like) })
  return (
    <CardFrame title={title} close={text.close} escapes="nowhere" onClose={() => open([kind.kind])}>
      <FormFrame
        kind={kind}
        fields={fields}
        record={record}
        draft={draft}
        isOff={false}
        isNew={true}
        result={result}
        onDraft={change}
        onSave={() => {
          if (isReady) void send(false)
        }}
        foot={
          <>
            <OnceButton isOff={!isReady} onPress={() => send(true)}>
              {text.tryIt}
            </OnceButton>
            <OnceButton class="primary" isOff={!isReady} onPress={() => send(false)}>
              {text.create}
            </OnceButton>
          </>
        }
      />
      {effects !== null && (
        <EffectsDialog
          effects={effects}
          save={text.create}
          onSave={() => send(false, true)}
          onClose={dropEffects}
        />
      )}
    </CardFrame>
  )
}

/** Required fields for which null is a valid value. */
function noneOf(fields: readonly FormField[]): Content {
  const none = fields.filter(({ meta }) => meta.required && meta.nullable)
  return Object.fromEntries(none.map(({ name }) => [name, null]))
}

/** Fields that must not be copied, because they concern the record's place among the others. */
const ALONE: ReadonlySet<string> = new Set(['position', 'is_default'])

/**
 * The values to copy from the other record. Secrets are never sent to the browser, so they are not
 * copied.
 */
function likeOf(
  { columns }: SettingsKind,
  fields: readonly FormField[],
  base: Content,
  like: SettingsRecord,
): Content {
  const own = fields.filter(
    ({ name, meta }) =>
      !meta.secret &&
      !ALONE.has(name) &&
      like[name] !== undefined &&
      !isSame(like[name], base[name]),
  )
  const [name = ''] = columns
  const copied = Object.fromEntries(own.map((field) => [field.name, like[field.name]]))
  return typeof copied[name] === 'string' && fields.some((one) => one.name === name)
    ? { ...copied, [name]: `${copied[name]}-2` }
    : copied
}
