import { useId, useState } from 'preact/hooks'
import { Choice, Dialog } from '../../look/controls.js'
import {
  CONDITIONS,
  type ConditionKind,
  conditionText,
  type FilterFields,
  hasNoValue,
} from '../../staff/lists/filter-fields.js'
import { listWords } from '../../text/lists/list-words.js'
import { momentOf } from '../../text/times.js'

interface FilterMenuProps {
  readonly fields: FilterFields
  label(field: string): string
  /** The labels of columns that cannot be filtered. */
  readonly others: readonly string[]
  /** Suggested values for a field. */
  offered?(field: string): readonly string[]
  /** The values of a field that has a fixed set, with their labels. */
  choices?(field: string): readonly (readonly [string, string])[]
  /** Receives the condition as filter text. */
  onAdd(text: string): void
}

/**
 * A button with a form that adds a condition to the filter, so that nobody has to type its syntax.
 */
export function FilterMenu(props: FilterMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const { open, title } = listWords.value.filter
  return (
    <>
      <button type="button" class="small" onClick={() => setOpen(true)}>
        {open}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <ConditionForm
            {...props}
            onAdd={(text) => {
              setOpen(false)
              props.onAdd(text)
            }}
          />
        </Dialog>
      )}
    </>
  )
}

function ConditionForm({ fields, label, others, offered, choices, onAdd }: FilterMenuProps) {
  const text = listWords.value.filter
  const names = [...fields.keys()].toSorted((a, b) => label(a).localeCompare(label(b)))
  const [field, setField] = useState(names[0] ?? '')
  const type = fields.get(field) ?? 'text'
  const [chosen, setKind] = useState<ConditionKind>('contains')
  const values = type === 'flag' ? yesOrNo() : (choices?.(field) ?? [])
  const [first] = values[0] ?? []
  const kinds = first === undefined ? CONDITIONS[type] : CONDITIONS.choice
  const kind = kinds.includes(chosen) ? chosen : (kinds[0] ?? 'is')
  const [typed, setTyped] = useState('')
  const value = typed === '' && first !== undefined ? first : typed
  const made = conditionText(field, type, kind, value, momentOf)
  const id = useId()
  return (
    <form
      class="filter-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (made !== null) onAdd(made)
      }}
    >
      <div class="field">
        <label for={id}>{text.column}</label>
        <select
          id={id}
          data-first={true}
          value={field}
          onInput={({ currentTarget }) => {
            setField(currentTarget.value)
            setTyped('')
          }}
        >
          {names.map((name) => (
            <option key={name} value={name}>
              {label(name)}
            </option>
          ))}
          {others.map((name) => (
            <option key={name} disabled={true}>
              {text.cannot({ column: name })}
            </option>
          ))}
        </select>
      </div>
      {kinds.length > 1 && (
        <Choice
          label={text.condition}
          value={kind}
          options={kinds.map((one) => [one, text.kinds[one]] as const)}
          onInput={setKind}
        />
      )}
      {first !== undefined && (
        <Choice label={text.value} value={value} options={values} onInput={setTyped} />
      )}
      {first === undefined && type !== 'flag' && !hasNoValue(kind) && (
        <ValueField
          type={type}
          typed={typed}
          isWrong={typed.trim() !== '' && made === null}
          hint={kind === 'is' ? text.several : ''}
          offered={offered?.(field) ?? []}
          onTyped={setTyped}
        />
      )}
      <p class="row">
        <button type="submit" class="primary" disabled={made === null}>
          {text.add}
        </button>
        {made !== null && <code class="faint">{made}</code>}
      </p>
    </form>
  )
}

function yesOrNo(): readonly (readonly [string, string])[] {
  const { yes, no } = listWords.value.filter
  return [
    ['true', yes],
    ['false', no],
  ]
}

function ValueField(props: {
  type: 'text' | 'whole' | 'amount' | 'time'
  typed: string
  isWrong: boolean
  hint: string
  offered: readonly string[]
  onTyped: (typed: string) => void
}) {
  const { type, offered } = props
  const { value, wrong } = listWords.value.filter
  const id = useId()
  const said = props.isWrong ? wrong : props.hint
  return (
    <div class="field">
      <label for={id}>{value}</label>
      <input
        id={id}
        type={type === 'time' ? 'datetime-local' : 'text'}
        inputMode={type === 'whole' || type === 'amount' ? 'decimal' : 'text'}
        list={offered.length === 0 ? undefined : `${id}l`}
        autocomplete="off"
        spellcheck={false}
        maxLength={128}
        value={props.typed}
        aria-invalid={props.isWrong}
        aria-describedby={said === '' ? undefined : `${id}s`}
        onInput={({ currentTarget }) => props.onTyped(currentTarget.value)}
      />
      {said !== '' && (
        <span id={`${id}s`} class={props.isWrong ? 'wrong' : 'faint'}>
          {said}
        </span>
      )}
      {offered.length > 0 && (
        <datalist id={`${id}l`}>
          {offered.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </div>
  )
}
