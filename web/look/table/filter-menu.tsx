import { useId, useState } from 'preact/hooks'
import {
  CONDITIONS,
  type ConditionKind,
  conditionText,
  type FilterType,
  hasNoValue,
} from '../../text/filter/filter-fields.js'
import { tableWords } from '../../text/tables/table-words.js'
import { momentOf } from '../../text/times.js'
import { Choice, Dialog } from '../controls.js'
import { filterOfColumn, type ListColumn } from './column.js'
import { fieldsOfColumns, valuesOf } from './fitting.js'

interface FilterMenuProps<Row> {
  readonly columns: readonly ListColumn<Row>[]
  /** Rows whose values the menu suggests. Omitted if the page has not loaded them. */
  readonly rows?: readonly Row[]
  /** Called with the new condition as filter text. */
  onAdd(text: string): void
}

/**
 * A button with a form that adds a condition to the filter, so that nobody has to type its syntax.
 */
export function FilterMenu<Row>(props: FilterMenuProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  const { open, title } = tableWords.value.filter
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

function ConditionForm<Row>({ columns, rows = [], onAdd }: FilterMenuProps<Row>) {
  const text = tableWords.value.filter
  const fields = fieldsOfColumns(columns)
  const names = [...fields].toSorted(([, a], [, b]) => a.label.localeCompare(b.label))
  const [field, setField] = useState(names[0]?.[0] ?? '')
  const filter = fields.get(field)
  const type = filter?.type ?? 'text'
  const [chosen, setKind] = useState<ConditionKind>('contains')
  const found = valuesOf(columns, rows, field)
  const isWord = filter?.say !== undefined
  const values = type === 'flag' ? yesOrNo() : (filter?.choices?.() ?? (isWord ? found : []))
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
          {names.map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
          {columns.map((column) => {
            const known = filterOfColumn(column)
            return (
              'why' in known && (
                <option key={column.id} disabled={true}>
                  {text.cannot({ column: column.label, why: text.why[known.why] })}
                </option>
              )
            )
          })}
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
          offered={filter?.offered?.() ?? found.map(([one]) => one)}
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
  const { yes, no } = tableWords.value.filter
  return [
    ['true', yes],
    ['false', no],
  ]
}

export function ValueField(props: {
  type: Exclude<FilterType, 'flag'>
  typed: string
  isWrong: boolean
  hint: string
  offered: readonly string[]
  /** Whether it gets the focus when its dialog opens. */
  isFirst?: boolean
  onTyped: (typed: string) => void
}) {
  const { type, offered } = props
  const { value, wrong } = tableWords.value.filter
  const id = useId()
  const said = props.isWrong ? wrong : props.hint
  return (
    <div class="field">
      <label for={id}>{value}</label>
      <input
        id={id}
        data-first={props.isFirst}
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
