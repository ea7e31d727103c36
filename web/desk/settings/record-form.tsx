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
import { elsewhere } from '../../form/faults.js'
import { FormFields } from '../../form/form.js'
import { sectionsOf } from '../../form/plan.js'
import { useDraft } from '../../form/use-draft.js'
import { World } from '../../form/world.js'
import type { Answer } from '../../link/rest.js'
import { OnceButton } from '../../look/controls.js'
import { Icon } from '../../look/icons.js'
import { lazy } from '../../look/lazy.js'
import { lineState } from '../../staff/connection/link.js'
import { isShown } from '../../staff/pages.js'
import { addressOf, go, goTo, open, place } from '../../staff/place.js'
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
import { formWords } from '../../text/desk/form-words.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { type Faults, faultsOf, NO_FAULTS } from '../../text/faults.js'
import { knownName } from '../../text/name-of.js'
import { refusalWords } from '../../text/refusals.js'
import { timeText } from '../../text/times.js'
import { useOneAtATime } from '../changes/use-one-at-a-time.js'
import { useSaveKey } from '../changes/use-save-key.js'
import { ownKeys } from '../shell/keys.js'
import { PlaceLink } from '../shell/place-link.js'
import { affectsOf, affectsWords } from './affects.js'
import { DeleteDialog } from './delete-dialog.js'
import { Difference } from './difference.js'
import {
  type Effects,
  EffectsDialog,
  effectsLines,
  effectsOf,
  movesMargin,
  typedCount,
} from './effects.js'
import { useOffers } from './offers.js'
import { SendingRules } from './sending-rules.js'

const PutBack = lazy(() => import('./put-back.js').then((part) => part.PutBack))

/**
 * A record of settings as a form.
 *
 *   E1. Sent is what differs, with the version that lies under it; a kind that is only replaced is sent whole.
 *   E2. A version of somebody else is laid under the draft, whether it is heard of or met by saving.
 *   E3. It is sent once at a time, and what is typed meanwhile stays.
 *   E4. Faults of the server stand at their fields, and the first of them has the focus.
 */
export function RecordForm(props: {
  kind: SettingsKind
  fields: readonly FormField[]
  record: SettingsRecord
  /** Told what is drawn, saved or not. */
  onDrawn?: (drawn: Content) => void
}) {
  const { kind, record, onDrawn } = props
  const text = settingsWords.value
  const fields = props.fields.filter(({ meta }) => meta.changeable)
  const [draft, setDraft] = useDraft(`settings.${kind.kind}`, keyOf(kind, record), record)
  const [isDeleting, setDeleting] = useState(false)
  const told = useTold()
  /** The values that were replaced by the last save. */
  const [replaced, setReplaced] = useState<Content | null>(null)
  useEffect(() => {
    const was = mayChange(kind) ? takenBack(kind, record.id) : null
    if (was === null) return
    const named = fields.filter(({ name }) => name in was)
    const back = named.reduce((made, { name }) => withField(made, record, name, was[name]), draft)
    setDraft(back)
    told.say(text.asItWas({ n: namesOf(back).length }))
  }, [takings.value])
  const conflicts = conflictsOf(draft, record)
  const shown = drafted(record, draft)
  useEffect(() => onDrawn?.(shown), [JSON.stringify(shown)])
  useEffect(
    () =>
      ownKeys(({ key, altKey }) => {
        if (altKey || key.toLowerCase() !== 'h' || !isShown('journal')) return false
        go(['journal'], { about: `${kind.kind}:${record.id}` })
        return true
      }),
    [record.id],
  )
  const names = namesOf(draft)
  const isOff = !mayChange(kind)
  const isReady = names.length > 0 && conflicts.length === 0 && lineState.value === 'live'
  const newest = useRef(draft)
  newest.current = draft
  const [effects, setEffects] = useState<Effects | null>(null)
  const asked = (isDryRun: boolean) =>
    ask(
      `${kind.isWhole === true ? 'PUT' : 'PATCH'} ${routeOf(kind)}`,
      paramsOf(kind, record),
      isDryRun ? { dry_run: true } : undefined,
      bodyOf(kind, fields, record, draft),
    )
  const { start: send } = useOneAtATime(async (isDryRun: boolean, isSure = false) => {
    told.clear()
    const isLook = !isDryRun && !isSure && movesMargin(kind.kind)
    const looked = isLook ? await asked(true) : null
    const found = looked === null ? null : effectsOf(looked.data)
    if (found !== null && typedCount(found) > 0) {
      setEffects(found)
      return
    }
    setEffects(null)
    const answer = looked?.ok === false ? looked : await asked(isDryRun)
    if (!answer.ok) {
      const stale = staleOf(answer)
      if (stale !== null) putRecord(kind.kind, stale.record)
      told.refused(answer, stale === null ? text.unknown : stale.words)
      return
    }
    if (isDryRun) {
      told.say(triedWords(answer.data))
      return
    }
    putRecord(kind.kind, answer.data as SettingsRecord)
    setReplaced(Object.fromEntries(names.map((name) => [name, record[name]])))
    setDraft(unsent(newest.current, draft, answer.data as SettingsRecord))
    say('good', text.saved({ name: titleOf(kind, record) }))
  })
  return (
    <aside class="desk-card" aria-label={titleOf(kind, record)}>
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
      <FormFrame
        kind={kind}
        fields={fields}
        record={record}
        draft={draft}
        isOff={isOff}
        told={told}
        onDraft={(next) => {
          told.clear()
          setReplaced(null)
          setDraft(next)
        }}
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
              <Difference {...{ names: conflicts, fields, record, draft, onDraft: setDraft }} />
            )}
          </>
        }
        foot={
          isOff ? (
            <span class="faint">{text.readOnly}</span>
          ) : (
            <>
              {replaced !== null && <PutBack {...{ kind, fields, record, replaced }} />}
              {names.length > 0 && (
                <button
                  type="button"
                  onClick={() => {
                    told.clear()
                    setDraft(NO_DRAFT)
                  }}
                >
                  {text.discard}
                </button>
              )}
              <OnceButton isOff={!isReady} onPress={() => send(true)}>
                {text.tryIt}
              </OnceButton>
              <OnceButton class="primary" isOff={!isReady} onPress={() => send(false)}>
                {text.save({ n: names.length })}
              </OnceButton>
            </>
          )
        }
      />
      {effects !== null && (
        <EffectsDialog
          effects={effects}
          save={text.save({ n: names.length })}
          onSave={() => send(false, true)}
          onClose={() => setEffects(null)}
        />
      )}
      {isDeleting && (
        <DeleteDialog
          kind={kind}
          record={record}
          onClose={() => setDeleting(false)}
          onDeleted={() => goTo(addressOf(['settings', kind.kind]))}
        />
      )}
    </aside>
  )
}

/** What a try found: that it may be saved, the records in reach, and what it would do to margin. */
export function triedWords(data: unknown): string {
  const [affects, effects] = [affectsOf(data), effectsOf(data)]
  return [
    settingsWords.value.fine,
    ...(affects === null ? [] : [affectsWords(affects)]),
    ...(effects === null ? [] : effectsLines(effects)),
  ].join(' ')
}

/** What the server said to the last try or save. */
export function useTold() {
  const [wrong, setWrong] = useState('')
  const [faults, setFaults] = useState<Faults>(NO_FAULTS)
  const [said, setSaid] = useState('')
  return {
    wrong,
    faults,
    said,
    clear() {
      setWrong('')
      setFaults(NO_FAULTS)
      setSaid('')
    },
    say: setSaid,
    /** `unknown` is said where no answer came, or in place of what a stale version is told. */
    refused(answer: Answer<unknown>, unknown: string) {
      const isUnknown = answer.status === 0 || answer.status === 503 || staleOf(answer) !== null
      setWrong(isUnknown ? unknown : refusalWords(answer.code, answer.message, answer.data))
      setFaults(faultsOf(answer.data))
    },
  }
}

export type Told = ReturnType<typeof useTold>

/** A form around its fields: sections to jump to, a field to find, what was said, and its acts at the foot. */
export function FormFrame(props: {
  kind: SettingsKind
  fields: readonly FormField[]
  record: Content
  draft: Draft
  isOff: boolean
  isNew?: boolean
  told: Told
  onDraft: (draft: Draft) => void
  onSave: () => void
  top?: preact.ComponentChildren
  foot: preact.ComponentChildren
}) {
  const text = settingsWords.value
  const { kind, fields, told } = props
  const [find, setFind] = useState('')
  const [says, setSays] = useState('')
  const [isChangedOnly, setChangedOnly] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const sections = sectionsOf(kind.kind, fields)
  const section = place.value.parts[2]
  const offers = useOffers(fields)
  useSaveKey(props.onSave)
  const show = (name: string) => {
    const found = form.current?.querySelector<HTMLElement>(`#section-${CSS.escape(name)}`)
    const body = form.current?.querySelector('.settings-body')
    if (found !== null && found !== undefined) body?.scrollTo(0, found.offsetTop)
  }
  useEffect(() => {
    if (section !== undefined) show(section)
  }, [])
  useEffect(() => {
    // E4.
    form.current
      ?.querySelector<HTMLElement>('.settings-fields [aria-invalid="true"], [data-wrong]')
      ?.focus()
  }, [told.faults])
  const faultCount = Object.keys(told.faults).length
  const far = elsewhere(told.faults, fields)
  return (
    <World.Provider value={{ faults: told.faults, offers }}>
      <form
        ref={form}
        class="settings-form"
        onSubmit={(event) => event.preventDefault()}
        onFocusCapture={({ target }) =>
          setSays(
            (target as HTMLElement).closest<HTMLElement>('[data-says]')?.dataset['says'] ?? '',
          )
        }
      >
        <div class="row wrap form-tools">
          {sections.length > 1 ? (
            <nav class="row wrap sections" aria-label={text.findField}>
              {sections.map(({ name }) => (
                <button key={name} type="button" class="plain small" onClick={() => show(name)}>
                  {formWords.value.sections[name]}
                </button>
              ))}
            </nav>
          ) : (
            <span class="grow" />
          )}
          {fields.length > 8 && (
            <input
              type="search"
              class="find-field"
              aria-label={text.findField}
              placeholder={text.findField}
              autocomplete="off"
              value={find}
              onInput={({ currentTarget }) => setFind(currentTarget.value)}
            />
          )}
          {props.isNew !== true && (isChangedOnly || namesOf(props.draft).length > 0) && (
            <label class="check">
              <input
                type="checkbox"
                checked={isChangedOnly}
                onChange={({ currentTarget }) => setChangedOnly(currentTarget.checked)}
              />
              {text.changedOnly}
            </label>
          )}
        </div>
        <div class="settings-body">
          {props.top}
          {told.wrong !== '' && (
            <div class="banner bad" role="alert">
              {faultCount > 0 ? text.faults({ n: faultCount }) : told.wrong} {far.join(' ')}
            </div>
          )}
          <FormFields
            kind={kind.kind}
            fields={fields}
            record={props.record}
            draft={props.draft}
            isOff={props.isOff}
            find={find}
            isChangedOnly={isChangedOnly}
            isNew={props.isNew === true}
            onDraft={props.onDraft}
          />
        </div>
        <p class="form-says faint" aria-hidden={true}>
          {says}
        </p>
        <footer class="row wrap">
          <span class="grow tried" role="status">
            {told.said}
          </span>
          {!props.isOff && <kbd class="off-narrow">Ctrl+S</kbd>}
          {props.foot}
        </footer>
      </form>
    </World.Provider>
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

/** E2. The record that came first, and who made it; null where the refusal is about something else. */
function staleOf({ status, data }: Answer<unknown>) {
  if (status !== 409 || typeof data !== 'object' || data === null || !('record' in data))
    return null
  const {
    version,
    updated_by: by,
    record,
  } = data as unknown as {
    version: number
    updated_by: number | null
    record: SettingsRecord
  }
  const text = settingsWords.value
  const who = by === null ? text.server : text.staff({ login: by })
  return { record, words: text.laidUnder({ version, who }) }
}
