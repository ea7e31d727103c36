import { useId } from 'preact/hooks'
import { formWords } from '../text/desk/form-words.js'
import { wrongNumber } from '../text/typed-words.js'
import { type Content, type FormFieldProps, scopeOf, unitOf } from './control.js'
import { faultAt, faultWords } from './faults.js'
import { ChoicesInput, MaskMeets, OrderedInput, PlainInput } from './inputs.js'
import { Pairs, Parameters } from './pairs.js'
import { zeroWords } from './plan.js'
import { Rows } from './rows.js'
import { noDecimal } from './values.js'
import { Nights, Week } from './week.js'
import { useWorld } from './world.js'

/** Controls that consist of several elements, which share one label. */
const GROUPS = new Set(['choices', 'nights', 'week', 'rows', 'part', 'pairs', 'parameters'])
const WIDE = new Set(['week', 'rows', 'part', 'pairs', 'parameters', 'masks'])

/** A field: label, unit, control, error, and its old value. */
export function Field(props: FormFieldProps) {
  const { field, path, value, scope } = props
  const { meta, control } = field
  const id = useId()
  const message = faultAt(useWorld().faults, path, field)
  const typed = control.name === 'decimal' ? noDecimal(value) : null
  const wrong = message === undefined ? typedFault(typed) : faultWords(field, value, message)
  const label = <Label field={field} scope={scope} was={props.was} />
  const more = <Notes id={id} wrong={wrong} {...props} />
  const describedBy = wrong === undefined ? `${id}s` : `${id}s ${id}w`
  const looks = `field ${WIDE.has(control.name) ? 'wide' : ''} ${control.name}`
  if (GROUPS.has(control.name)) {
    return (
      <fieldset
        class={`bare ${looks}`}
        data-says={meta.text}
        data-path={path}
        aria-describedby={describedBy}
        {...(wrong === undefined ? {} : { 'data-wrong': true, tabIndex: -1 })}
      >
        <legend class={props.isLabelHidden === true ? 'hidden' : 'label'}>{label}</legend>
        <Several {...props} />
        {more}
      </fieldset>
    )
  }
  const input = { id, value, isWrong: wrong !== undefined, describedBy }
  const onInput = props.onInput
  return (
    <div class={looks} data-says={meta.text} data-path={path}>
      <label for={id} title={meta.text} class={props.isLabelHidden === true ? 'hidden' : ''}>
        {label}
      </label>
      {control.name === 'ordered' ? (
        <OrderedInput {...input} scope={scope} onInput={onInput} />
      ) : (
        <PlainInput {...input} field={field} scope={scope} onInput={onInput} />
      )}
      {more}
    </div>
  )
}

const typedFault = (typed: string | null): string | undefined =>
  typed === null ? undefined : (wrongNumber(typed) ?? undefined)

/** The label of a field with its unit and its old value. */
function Label(props: Pick<FormFieldProps, 'field' | 'scope' | 'was'>) {
  const { meta, control } = props.field
  const unit = unitOf(meta, props.scope)
  return (
    <>
      {meta.label}
      {unit !== null && unit.label !== meta.label && control.name !== 'time_of_day' && (
        <i title={unit.text}> · {unit.label}</i>
      )}
      {meta.required && control.name !== 'rows' && <i> *</i>}
      {props.was !== undefined && (
        <b class="changed"> • {formWords.value.was({ value: props.was })}</b>
      )}
    </>
  )
}

/**
 * The notes below a control. The control refers to two of them as its description, by the ids that
 * end in `s` and `w`.
 */
function Notes(props: FormFieldProps & { id: string; wrong: string | undefined }) {
  const { field, id, value, own, wrong } = props
  const { meta, control } = field
  const zero = zeroWords(meta, value)
  return (
    <>
      {zero !== '' && <span class="faint says">0: {zero}</span>}
      {own !== undefined && <span class="faint says">{formWords.value.own({ value: own })}</span>}
      {control.name === 'mask' && (
        <MaskMeets of={control.of ?? ''} mask={String(value ?? '')} above={props.above ?? []} />
      )}
      <span id={`${id}s`} class="hidden">
        {meta.text}
      </span>
      {wrong !== undefined && (
        <span id={`${id}w`} class="wrong">
          {wrong}
        </span>
      )}
    </>
  )
}

function Several(props: FormFieldProps) {
  const { field, path, value, scope, onInput } = props
  switch (field.control.name) {
    case 'choices':
      return <ChoicesInput field={field} value={value} onInput={onInput} />
    case 'nights':
      return <Nights value={value} onInput={onInput} />
    case 'week':
      return <Week field={field} value={value} onInput={onInput} />
    case 'parameters':
      return <Parameters path={path} value={value} onInput={onInput} />
    case 'pairs':
      return <Pairs value={value} onInput={onInput} />
    case 'part':
      return <Part field={field} path={path} value={value} scope={scope} onInput={onInput} />
    default:
      return (
        <Rows
          field={field}
          path={path}
          value={value}
          scope={scope}
          onInput={onInput}
          Field={Field}
        />
      )
  }
}

/** Shows nested fields under a common label. */
function Part({ field, path, value, scope, onInput }: FormFieldProps) {
  const content = (value ?? {}) as Content
  const within = scopeOf(scope, field.inner, content)
  return (
    <div class="form-fields">
      {field.inner.map((one) => (
        <Field
          key={one.name}
          field={one}
          path={`${path}.${one.name}`}
          value={content[one.name]}
          scope={within}
          onInput={(next) => onInput({ ...content, [one.name]: next })}
        />
      ))}
    </div>
  )
}
