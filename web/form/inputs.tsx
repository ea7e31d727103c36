import { useId } from 'preact/hooks'
import { Icon } from '../look/icons.js'
import { formWords } from '../text/desk/form-words.js'
import { momentOf, timeText, wallText } from '../text/times.js'
import type { FormField, Scope } from './control.js'
import { lastTakes, listCovers } from './mask.js'
import { type InputProps, LinesInput, TypedInput } from './typed-input.js'
import {
  clockOf,
  decimalOf,
  decimalText,
  minuteOf,
  plainText,
  wholeOf,
  wholesOf,
} from './values.js'
import { type Offer, useWorld } from './world.js'

/** The control of a field without rows. */
export function PlainInput(props: InputProps & { field: FormField; scope: Scope }) {
  const { meta, control } = props.field
  const bound = { maxLength: meta.max ?? undefined }
  const orNull = (text: string): unknown => (text === '' && meta.nullable ? null : text)
  switch (control.name) {
    case 'switch':
      return <SwitchInput {...props} />
    case 'choice':
      return <ChoiceInput {...props} />
    case 'reference':
      return <ReferenceInput {...props} />
    case 'whole':
      return (
        <TypedInput
          {...props}
          mode="numeric"
          textOf={plainText}
          valueFrom={(text) => (text === '' ? orNull('') : wholeOf(text))}
        />
      )
    case 'decimal':
      return <TypedInput {...props} mode="decimal" textOf={decimalText} valueFrom={decimalOf} />
    case 'time_of_day':
      return <TypedInput {...props} hint="00:00" textOf={clockOf} valueFrom={minuteOf} />
    case 'wholes':
      return (
        <TypedInput
          {...props}
          mode="numeric"
          textOf={(list) => (Array.isArray(list) ? list.join(', ') : '')}
          valueFrom={wholesOf}
        />
      )
    case 'list':
      return <LinesInput {...props} hint={formWords.value.onePerLine} />
    case 'masks':
      return <MasksInput {...props} />
    case 'mask':
      return <TypedInput {...props} {...bound} textOf={plainText} valueFrom={orNull} />
    case 'offered':
      return <OfferedInput {...props} />
    case 'secret':
      return <SecretInput {...props} />
    case 'colour':
      return <ColourInput {...props} />
    case 'time':
      return <TimeInput {...props} />
    case 'day':
      return <DayInput {...props} />
    case 'text':
      return <LongInput {...props} />
    default:
      return (
        <TypedInput
          {...props}
          {...bound}
          mode={meta.type === 'email' ? 'email' : 'text'}
          textOf={plainText}
          valueFrom={orNull}
        />
      )
  }
}

type FieldInput = InputProps & { field: FormField; scope: Scope }

function SwitchInput({ id, value, describedBy, onInput }: FieldInput) {
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      aria-checked={value === true}
      checked={value === true}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => onInput(currentTarget.checked)}
    />
  )
}

function DayInput({ id, value, describedBy, isWrong, onInput }: FieldInput) {
  return (
    <input
      id={id}
      type="date"
      value={plainText(value)}
      aria-invalid={isWrong}
      aria-describedby={describedBy}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  )
}

function LongInput({ id, value, describedBy, isWrong, onInput }: FieldInput) {
  return (
    <textarea
      id={id}
      value={plainText(value)}
      rows={3}
      spellcheck={false}
      aria-invalid={isWrong}
      aria-describedby={describedBy}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  )
}

function ChoiceInput({ field, id, value, describedBy, isWrong, onInput }: FieldInput) {
  const shown = plainText(value)
  const { values, text } = field.meta
  const isKnown = values.some(({ name }) => name === shown)
  return (
    <select
      id={id}
      value={shown}
      title={values.find(({ name }) => name === shown)?.text ?? text}
      aria-invalid={isWrong}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => onInput(currentTarget.value)}
    >
      {!isKnown && <option value={shown}>{shown === '' ? formWords.value.none : shown}</option>}
      {values.map(({ name, label, text: says }) => (
        <option key={name} value={name} title={says}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** Chooses a record. If the reader may not see the records, it is an input for the id. */
function ReferenceInput(props: FieldInput) {
  const { field, id, value, describedBy, isWrong, onInput } = props
  const offers = useWorld().offers(field.control.of ?? '')
  const isNull = value === null || value === undefined || value === ''
  if (offers === null) {
    return (
      <TypedInput
        {...props}
        mode="numeric"
        textOf={plainText}
        valueFrom={(text) => (text === '' && field.meta.nullable ? null : wholeOf(text))}
      />
    )
  }
  const isKnown = offers.some((offer) => offer.value === value)
  return (
    <select
      id={id}
      value={isNull ? '' : String(value)}
      aria-invalid={isWrong}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) =>
        onInput(currentTarget.value === '' ? null : Number(currentTarget.value))
      }
    >
      <option value="">{formWords.value.none}</option>
      {!isKnown && !isNull && <option value={String(value)}>#{String(value)}</option>}
      {offers.map((offer) => (
        <option key={offer.value} value={String(offer.value)}>
          {offer.label}
        </option>
      ))}
    </select>
  )
}

const OFFERED_MAX = 500

/** An input for a path, with suggestions of existing ones. */
function OfferedInput(props: FieldInput) {
  const list = useId()
  const offers = useWorld().offers(props.field.control.of ?? '') ?? []
  return (
    <>
      <TypedInput
        {...props}
        list={list}
        textOf={plainText}
        valueFrom={(text) => (text === '' && props.field.meta.nullable ? null : text)}
      />
      <datalist id={list}>
        {offers.slice(0, OFFERED_MAX).map(({ value, names: [name] }) => (
          <option key={value} value={name ?? String(value)} />
        ))}
      </datalist>
    </>
  )
}

/** An input for a secret, whose stored value is never shown. An empty input keeps it. */
function SecretInput({ field, id, value, describedBy, isWrong, scope, onInput }: FieldInput) {
  const text = formWords.value
  const isSet = scope[`has_${field.meta.name}`] === true
  return (
    <input
      id={id}
      type="password"
      autocomplete="new-password"
      placeholder={isSet ? text.secretKept : text.secretNone}
      value={plainText(value)}
      maxLength={field.meta.max ?? 4096}
      aria-invalid={isWrong}
      aria-describedby={describedBy}
      onInput={({ currentTarget }) =>
        onInput(currentTarget.value === '' ? undefined : currentTarget.value)
      }
    />
  )
}

function ColourInput(props: FieldInput) {
  const value = plainText(props.value)
  return (
    <span class="row colour">
      <TypedInput {...props} hint="#0b5cd6" textOf={plainText} valueFrom={(text) => text} />
      <input
        type="color"
        aria-label={props.field.meta.label}
        value={/^#[0-9a-fA-F]{6}$/.test(value) ? value : '#000000'}
        onInput={({ currentTarget }) => props.onInput(currentTarget.value)}
      />
    </span>
  )
}

function TimeInput(props: FieldInput) {
  const shown = timeText(plainText(props.value))
  return (
    <>
      <TypedInput
        {...props}
        mode="time"
        textOf={(value) => wallText(plainText(value))}
        valueFrom={(text) => momentOf(text) ?? ''}
      />
      {shown !== '–' && <span class="faint says">{formWords.value.inUtc({ time: shown })}</span>}
    </>
  )
}

const NAMED_MAX = 6

/** The first few records that a mask matches, and their number. */
function Meets({ found }: { found: readonly Offer[] }) {
  const names = found.slice(0, NAMED_MAX).map(({ names: [name] }) => name)
  const more = found.length > NAMED_MAX ? ' …' : ''
  return (
    <span class="faint says">
      {formWords.value.meets({ names: `${names.join(', ')}${more}`, n: found.length })}
    </span>
  )
}

function MasksInput(props: FieldInput) {
  const offers = useWorld().offers(props.field.control.of ?? '')
  const masks = Array.isArray(props.value) ? props.value.map(String) : []
  return (
    <>
      <LinesInput {...props} hint={formWords.value.onePerLine} />
      {offers !== null && <Meets found={offers.filter(({ names }) => lastTakes(masks, names))} />}
    </>
  )
}

/** The records that the mask of a row matches, and how many of them an earlier row already covers. */
export function MaskMeets(props: { of: string; mask: string; above: readonly string[] }) {
  const offers = useWorld().offers(props.of)
  if (offers === null || props.mask === '') return null
  const found = offers.filter(({ names }) => listCovers(props.mask, names))
  const taken = found.filter(({ names }) => props.above.some((mask) => listCovers(mask, names)))
  return (
    <>
      <Meets found={found} />
      {taken.length > 0 && (
        <span class="says warn">{formWords.value.taken({ n: taken.length })}</span>
      )}
    </>
  )
}

/** Chooses several values of a fixed set. */
export function ChoicesInput(props: {
  field: FormField
  value: unknown
  onInput: (value: unknown) => void
}) {
  const chosen: readonly unknown[] = Array.isArray(props.value) ? props.value : []
  const { values } = props.field.meta
  return (
    <span class="row wrap choices">
      {values.map(({ name, label, text }) => (
        <label key={name} class="check" title={text}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              props.onInput(
                values
                  .map((one) => one.name)
                  .filter((one) => (one === name ? checked : chosen.includes(one))),
              )
            }
          />
          {label}
        </label>
      ))}
    </span>
  )
}

/** An ordered list of dealers or gateways; the routing rule asks the first one first. */
export function OrderedInput(props: InputProps & { scope: Scope }) {
  const text = formWords.value
  const kind = props.scope['action'] === 'gateway' ? 'gateways' : 'staff'
  const offers = useWorld().offers(kind)
  const chosen: readonly unknown[] = Array.isArray(props.value) ? props.value : []
  if (offers === null) {
    return (
      <TypedInput
        {...props}
        mode="numeric"
        textOf={(list) => (Array.isArray(list) ? list.join(', ') : '')}
        valueFrom={wholesOf}
      />
    )
  }
  const labelOf = (value: unknown) =>
    offers.find((offer) => offer.value === value)?.label ?? `#${String(value)}`
  const left = offers.filter(({ value }) => !chosen.includes(value))
  const put = (next: readonly unknown[]) => props.onInput(next)
  return (
    <div class="stack">
      {chosen.map((value, i) => (
        <span key={String(value)} class="row">
          <span class="grow">{labelOf(value)}</span>
          <button
            type="button"
            class="plain icon small"
            aria-label={`${text.moveUp}: ${labelOf(value)}`}
            disabled={i === 0}
            onClick={() =>
              put([...chosen.slice(0, i - 1), value, chosen[i - 1], ...chosen.slice(i + 1)])
            }
          >
            <Icon name="up" />
          </button>
          <button
            type="button"
            class="plain icon small"
            aria-label={text.removeField({ name: labelOf(value) })}
            onClick={() => put(chosen.filter((one) => one !== value))}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      <select
        id={props.id}
        value=""
        aria-describedby={props.describedBy}
        aria-invalid={props.isWrong}
        onChange={({ currentTarget }) => put([...chosen, Number(currentTarget.value)])}
      >
        <option value="">{text.addTo}</option>
        {left.map((offer) => (
          <option key={offer.value} value={String(offer.value)}>
            {offer.label}
          </option>
        ))}
      </select>
    </div>
  )
}
