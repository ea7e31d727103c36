import { changeView, resetView, viewOf, WIDTH_MIN, widthWithin } from '../../state/table-views.js'
import { tableWords } from '../../text/tables/table-words.js'
import { Choice } from '../controls.js'
import { Icon } from '../icons.js'
import { isNarrow } from '../narrow.js'
import { type ColumnName, shownColumns } from './column.js'
import type { ShownTable } from './shown-table.js'

const STEP_PX = 20
/** The initial width when a column without a set width is resized. */
const FIRST_PX = 100

/** A dialog for a table's columns, their order, widths and sorting, usable without dragging. */
export function Columns({ table: { name, columns } }: { table: ShownTable }) {
  const text = tableWords.value
  const narrow = isNarrow.value
  const view = viewOf(name, narrow)
  const shown = shownColumns(columns, view, narrow)
  const others = columns.filter((column) => !shown.includes(column))
  const show = (next: readonly ColumnName[]) =>
    changeView(name, narrow, { columns: next.map(({ id }) => id) })
  const swap = (from: number, to: number) => {
    const next = [...shown]
    const [moved] = next.splice(from, 1)
    if (moved !== undefined) next.splice(to, 0, moved)
    show(next)
  }
  return (
    <div class="stack">
      <Sorting table={{ name, columns }} />
      <ul class="edited">
        {shown.map((column, i) => (
          <li key={column.id} class="row">
            <Shown
              column={column}
              isShown={true}
              isLast={shown.length === 1}
              onChange={() => show(shown.filter((one) => one !== column))}
            />
            <Width table={name} column={column} />
            <button
              type="button"
              class="plain icon small"
              aria-label={text.up({ column: nameOf(column) })}
              disabled={i === 0}
              onClick={() => swap(i, i - 1)}
            >
              <Icon name="up" />
            </button>
            <button
              type="button"
              class="plain icon small"
              aria-label={text.down({ column: nameOf(column) })}
              disabled={i === shown.length - 1}
              onClick={() => swap(i, i + 1)}
            >
              <Icon name="down" />
            </button>
          </li>
        ))}
        {others.map((column) => (
          <li key={column.id} class="row">
            <Shown
              column={column}
              isShown={false}
              isLast={false}
              onChange={() => show([...shown, column])}
            />
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => resetView(name, narrow)}>
        {text.reset}
      </button>
    </div>
  )
}

function nameOf({ name, label }: ColumnName): string {
  return name === undefined ? label : `${label}: ${name}`
}

function Shown(props: {
  column: ColumnName
  isShown: boolean
  isLast: boolean
  onChange: () => void
}) {
  const { column, isShown, isLast, onChange } = props
  return (
    <label class="check grow">
      <input type="checkbox" checked={isShown} disabled={isLast} onChange={onChange} />
      <span>
        {column.label}
        {column.name !== undefined && <small class="faint"> {column.name}</small>}
      </span>
    </label>
  )
}

function Width({ table, column }: { table: ShownTable['name']; column: ColumnName }) {
  const text = tableWords.value
  const { widths } = viewOf(table, isNarrow.value)
  const { [column.id]: px, ...others } = widths
  const step = (way: number) => {
    const next = (px ?? FIRST_PX) + way * STEP_PX
    const isFree = px === undefined ? false : px <= WIDTH_MIN && way < 0
    changeView(table, isNarrow.value, {
      widths: isFree ? others : { ...widths, [column.id]: widthWithin(next) },
    })
  }
  return (
    <>
      <small class="faint num">{px === undefined ? text.free : text.width({ px })}</small>
      <button
        type="button"
        class="plain icon small"
        aria-label={text.narrower({ column: column.label })}
        onClick={() => step(-1)}
      >
        <Icon name="minus" />
      </button>
      <button
        type="button"
        class="plain icon small"
        aria-label={text.wider({ column: column.label })}
        onClick={() => step(1)}
      >
        <Icon name="plus" />
      </button>
    </>
  )
}

function Sorting({ table: { name, columns } }: { table: Pick<ShownTable, 'name' | 'columns'> }) {
  const text = tableWords.value
  const narrow = isNarrow.value
  const { sort } = viewOf(name, narrow)
  return (
    <div class={sort === null ? '' : 'two'}>
      <Choice
        label={text.sorted}
        value={sort?.by ?? ''}
        options={[
          ['', text.unsorted],
          ...columns.map((column) => [column.id, nameOf(column)] as const),
        ]}
        onInput={(by) =>
          changeView(name, narrow, {
            sort: by === '' ? null : { by, isDown: sort?.isDown ?? true },
          })
        }
      />
      {sort !== null && (
        <Choice
          label={text.way}
          value={sort.isDown ? 'down' : 'up'}
          options={[
            ['down', text.falling],
            ['up', text.rising],
          ]}
          onInput={(way) => changeView(name, narrow, { sort: { ...sort, isDown: way === 'down' } })}
        />
      )}
    </div>
  )
}
