import type { FunctionComponent } from 'preact'
import { useRef } from 'preact/hooks'
import { newId } from '../link/random.js'
import { Icon } from '../look/icons.js'
import { formWords } from '../text/desk/form-words.js'
import {
  type Content,
  type FormField,
  type FormFieldProps,
  newRow,
  type Scope,
  scopeOf,
} from './control.js'
import { listCovers } from './mask.js'
import { shownValue } from './shown-value.js'
import { useWorld } from './world.js'

type Row = Content

/** `Field` is passed as a property, because the fields of a row may contain rows themselves. */
type RowsProps = Pick<FormFieldProps, 'field' | 'path' | 'value' | 'scope' | 'onInput'> & Drawn
type Drawn = { readonly Field: FunctionComponent<FormFieldProps> }

/**
 * The rows of a list in a record, each with the fields that it sets.
 *
 * - Required fields of a row are always shown. Optional ones are shown if the row sets them, and
 *   can be added.
 * R2. Next to a field that the row sets, the form shows the own value of the first symbol that it
 *     applies to.
 */
export function Rows({ field, path, value, scope, onInput, Field }: RowsProps) {
  const text = formWords.value
  const rows = (Array.isArray(value) ? value : []) as readonly Row[]
  const keys = useKeys(rows.length)
  const put = (next: readonly Row[]) => onInput(next)
  const isFull = field.meta.max !== null && rows.length >= field.meta.max
  return (
    <div class="rows">
      <ol>
        {rows.map((row, i) => (
          <li key={keys.at(i)}>
            <RowFields
              field={field}
              row={row}
              scope={scope}
              rows={rows}
              i={i}
              Field={Field}
              path={`${path}[${i}]`}
              onRow={(next) => put(rows.map((one, at) => (at === i ? next : one)))}
            />
            <span class="row row-acts">
              <RowButton
                icon="up"
                label={`${text.moveUp}: ${text.row({ n: i + 1 })}`}
                isOff={i === 0}
                onPress={() => {
                  keys.swap(i, i - 1)
                  put(moved(rows, i, i - 1))
                }}
              />
              <RowButton
                icon="down"
                label={`${text.moveDown}: ${text.row({ n: i + 1 })}`}
                isOff={i === rows.length - 1}
                onPress={() => {
                  keys.swap(i, i + 1)
                  put(moved(rows, i, i + 1))
                }}
              />
              <RowButton
                icon="plus"
                label={`${text.duplicate}: ${text.row({ n: i + 1 })}`}
                isOff={isFull}
                onPress={() => {
                  keys.insert(i + 1)
                  put(rows.toSpliced(i + 1, 0, row))
                }}
              />
              <RowButton
                icon="close"
                label={`${text.remove}: ${text.row({ n: i + 1 })}`}
                isOff={rows.length <= (field.meta.min ?? 0)}
                onPress={() => {
                  keys.remove(i)
                  put(rows.toSpliced(i, 1))
                }}
              />
            </span>
          </li>
        ))}
      </ol>
      <button
        type="button"
        class="small"
        disabled={isFull}
        onClick={() => put([...rows, newRow(field.inner)])}
      >
        {text.addRow}
      </button>
    </div>
  )
}

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = list.toSpliced(from, 1)
  return next.toSpliced(to, 0, list[from] as T)
}

/** Rows have no ids, so each gets a key that moves with it. */
function useKeys(count: number) {
  const keys = useRef<string[]>([])
  while (keys.current.length < count) keys.current.push(newId())
  keys.current.length = count
  return {
    at: (i: number) => keys.current[i],
    swap(a: number, b: number) {
      keys.current = moved(keys.current, a, b)
    },
    insert(i: number) {
      keys.current.splice(i, 0, newId())
    },
    remove(i: number) {
      keys.current.splice(i, 1)
    },
  }
}

function RowButton(props: {
  icon: 'up' | 'down' | 'plus' | 'close'
  label: string
  isOff: boolean
  onPress: () => void
}) {
  return (
    <button
      type="button"
      class="plain icon small"
      title={props.label}
      aria-label={props.label}
      disabled={props.isOff}
      onClick={props.onPress}
    >
      <Icon name={props.icon} />
    </button>
  )
}

function RowFields(
  props: Drawn & {
    field: FormField
    path: string
    row: Row
    rows: readonly Row[]
    i: number
    scope: Scope
    onRow: (row: Row) => void
  },
) {
  const text = formWords.value
  const { field, row, path, i, rows, Field } = props
  const within = scopeOf(props.scope, field.inner, row)
  const isSet = (one: FormField) => one.meta.required || row[one.name] !== undefined
  const left = field.inner.filter((one) => !isSet(one) && one.name !== 'id')
  const above = rows.slice(0, i).map(({ mask, group }) => String(mask ?? group ?? ''))
  const own = useOwn(row)
  return (
    <div class="form-fields row-fields">
      {plainFirst(field.inner.filter(isSet)).map((one) =>
        one.name === 'id' ? null : (
          <div key={one.name} class={`row-field ${isTall(one) ? 'wide' : one.control.name}`}>
            <Field
              field={one}
              path={`${path}.${one.name}`}
              value={row[one.name]}
              scope={within}
              above={above}
              own={own?.(one)}
              onInput={(value) => props.onRow({ ...row, [one.name]: value })}
            />
            {!one.meta.required && (
              <button
                type="button"
                class="plain icon small"
                title={text.removeField({ name: one.meta.label })}
                aria-label={text.removeField({ name: one.meta.label })}
                onClick={() => {
                  const { [one.name]: _, ...others } = row
                  props.onRow(others)
                }}
              >
                <Icon name="close" />
              </button>
            )}
          </div>
        ),
      )}
      {left.length > 0 && (
        <div class="field add-field">
          <select
            aria-label={`${text.addField}: ${text.row({ n: i + 1 })}`}
            value=""
            onChange={({ currentTarget }) => {
              const added = left.find(({ name }) => name === currentTarget.value)
              if (added === undefined) return
              props.onRow({ ...row, [added.name]: firstOf(added, own) })
              currentTarget.value = ''
            }}
          >
            <option value="">+ {text.addField}</option>
            {left.map(({ name, meta }) => (
              <option key={name} value={name} title={meta.text}>
                {meta.label}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  )
}

const isTall = ({ inner, control }: FormField): boolean =>
  inner.length > 0 || control.name === 'masks'

/** Puts single-line fields before fields that are lists themselves. */
const plainFirst = (fields: readonly FormField[]): readonly FormField[] => [
  ...fields.filter((one) => !isTall(one)),
  ...fields.filter(isTall),
]

type Own = ((field: FormField) => string | undefined) & { readonly record?: Content }

/** The own values for rows with a symbol mask (R2). */
function useOwn({ mask }: Row): Own | undefined {
  const world = useWorld()
  if (typeof mask !== 'string' || mask === '') return undefined
  const record = world.offers('symbols')?.find(({ names }) => listCovers(mask, names))?.record
  if (record === undefined) return undefined
  const own = (field: FormField): string | undefined =>
    field.name in record ? shownValue(field, record[field.name]) : undefined
  return Object.assign(own, { record })
}

/** The initial value of an added field: the value that applies without the row. */
function firstOf(field: FormField, own: Own | undefined): unknown {
  const had = own?.record?.[field.name] ?? field.meta.default
  return had ?? newRow([{ ...field, meta: { ...field.meta, required: true } }])[field.name]
}
