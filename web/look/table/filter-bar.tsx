import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { filterParts, without } from '../../text/filter/filter-text.js'
import { tableWords } from '../../text/tables/table-words.js'
import { useTyped } from '../typing/typed.js'
import type { ListColumn } from './column.js'
import { FilterChips } from './filter-chips.js'
import { FilterMenu } from './filter-menu.js'
import { fieldsOfColumns } from './fitting.js'

/** How long typing has to pause before the filter is applied. */
const TYPED_MS = 200

/**
 * The filter of a list: a text input with suggestions for field names, and below it the conditions,
 * each with a button to remove it.
 */
export function FilterBar<Row>(props: {
  text: string
  columns: readonly ListColumn<Row>[]
  /** Rows whose values the filter suggests. Omitted if the page has not loaded them. */
  rows?: readonly Row[]
  hint: string
  isWrong: boolean
  /** Whether the key `/` moves the focus to this filter. */
  isFirst?: boolean
  onText: (text: string) => void
  children?: ComponentChildren
}) {
  const { columns, isFirst = false } = props
  const { filter: words } = tableWords.value
  const [typed, change] = useTyped(props.text, props.onText)
  const input = useRef<HTMLInputElement>(null)
  const fields = fieldsOfColumns(columns)
  const hasConditions = filterParts(props.text).some(({ condition }) => condition !== null)
  const word = /[a-z_]+$/.exec(typed)?.[0] ?? ''
  const offered = word === '' ? [] : [...fields].filter(([name]) => name.startsWith(word))
  return (
    <div class={isFirst ? 'desk-tools' : 'table-filter'}>
      <div class="row wrap">
        <input
          ref={input}
          type="search"
          class="grow"
          data-filter={isFirst ? true : undefined}
          aria-label={words.label}
          aria-invalid={props.isWrong}
          placeholder={props.hint}
          title={words.help}
          spellcheck={false}
          autocomplete="off"
          maxLength={512}
          value={typed}
          onInput={({ currentTarget }) => change(currentTarget.value, TYPED_MS)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') change(typed, 0)
            if (event.key === 'Escape' && typed !== '') change('', 0)
            else if (event.key === 'Escape') event.currentTarget.blur()
            if (event.key === 'ArrowDown' && isFirst)
              document.querySelector<HTMLElement>('#page .grid')?.focus()
          }}
        />
        <FilterMenu
          columns={columns}
          {...(props.rows === undefined ? {} : { rows: props.rows })}
          onAdd={(text) => change(`${typed} ${text}`.trim(), 0)}
        />
        {props.children}
      </div>
      {(hasConditions || offered.length > 0) && (
        <div class="row wrap chips">
          <FilterChips
            text={props.text}
            columns={columns}
            onRemove={(part) => change(without(typed, part), 0)}
          />
          {offered.slice(0, 8).map(([name, { label }]) => (
            <button
              key={name}
              type="button"
              class="chip offered"
              title={label}
              onClick={() => {
                change(`${typed.slice(0, typed.length - word.length)}${name}=`, TYPED_MS)
                input.current?.focus()
              }}
            >
              {name}=
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
