import { useState } from 'preact/hooks'
import { Dialog, OnceButton } from '../../look/controls.js'
import { filterOfColumn, type ListColumn } from '../../look/table/column.js'
import { ValueField } from '../../look/table/filter-menu.js'
import type { WindowRows } from '../../staff/lists/window-rows.js'
import { keyFor } from '../../staff/own-keys.js'
import { say } from '../../state/notes.js'
import type { FilterType } from '../../text/filter/filter-fields.js'
import { listWords } from '../../text/lists/list-words.js'
import { answerWords } from '../../text/refusals.js'
import { momentOf } from '../../text/times.js'
import { typedNumber, typedSigned, typedWhole } from '../../text/typed-numbers.js'

interface JumpProps<Row> {
  readonly columns: readonly ListColumn<Row>[]
  /** The field by which the server sorts the list, with a leading `-` for descending. */
  readonly sort: string
  readonly rows: WindowRows<Row>
  onFound(row: number): void
}

/**
 * A button with a form that shows a long list from a value of the column by which it is sorted.
 * Nothing for a column whose values nobody types, such as choices.
 */
export function JumpButton<Row>(props: JumpProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  const text = listWords.value.jump
  const field = props.sort.replace('-', '')
  const sorted = props.columns
    .map((column) => ({ column, filter: filterOfColumn(column) }))
    .find(({ filter }) => !('why' in filter) && filter.field === field)
  if (sorted === undefined || 'why' in sorted.filter) return null
  const { type, choices } = sorted.filter
  if (type === 'flag' || choices !== undefined) return null
  const { label, name = label } = sorted.column
  return (
    <>
      <button
        type="button"
        class="small jump"
        disabled={(props.rows.total.value ?? 0) === 0}
        onClick={() => setOpen(true)}
      >
        {text.open} <kbd class="off-narrow">{keyFor('J')}</kbd>
      </button>
      {isOpen && (
        <Dialog title={text.title({ column: name })} onClose={() => setOpen(false)}>
          <JumpForm {...props} type={type} field={field} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

function JumpForm<Row>(
  props: JumpProps<Row> & {
    type: Exclude<FilterType, 'flag'>
    field: string
    onDone: () => void
  },
) {
  const { type, field, rows, sort } = props
  const text = listWords.value.jump
  const [typed, setTyped] = useState('')
  const value = typedValue(type, typed.trim())
  const isWrong = typed.trim() !== '' && value === null
  const go = async () => {
    if (value === null) return
    const found = await rows.offsetOf({
      field,
      value,
      isDown: sort.startsWith('-'),
      isText: type === 'text',
    })
    const { total } = found.data ?? {}
    if (!found.ok || total === undefined || total === null) {
      return say('bad', text.open, found.ok ? text.later : answerWords(found))
    }
    const last = (rows.total.value ?? 0) - 1
    props.onDone()
    // The dialog gives the focus back to its button before the list takes it.
    requestAnimationFrame(() => props.onFound(Math.min(total, last)))
    if (total > last) say('plain', text.past)
  }
  return (
    <form class="filter-form" onSubmit={(event) => event.preventDefault()}>
      <ValueField
        type={type}
        typed={typed}
        isWrong={isWrong}
        hint={text.hint}
        offered={[]}
        isFirst={true}
        onTyped={setTyped}
      />
      <p class="row">
        <OnceButton type="submit" class="primary" isOff={value === null} onPress={go}>
          {text.go}
        </OnceButton>
      </p>
    </form>
  )
}

/** The typed value as the server takes it in a condition; null if it does not fit the type. */
function typedValue(type: Exclude<FilterType, 'flag'>, typed: string): string | null {
  if (typed === '') return null
  if (type === 'whole') return typedWhole(typed)
  // Amounts of money and volumes: a separator of thousands is no decimal mark.
  if (type === 'amount') return typedSigned(typed, (size) => typedNumber(size, 2))
  return type === 'time' ? momentOf(typed) : typed
}
