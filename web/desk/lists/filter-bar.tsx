import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { after } from '../../link/clock.js'
import type { Answer } from '../../link/rest.js'
import type { FilterFields } from '../../staff/lists/filter-fields.js'
import { filterParts, without } from '../../staff/lists/filter-text.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { FilterChips } from './filter-chips.js'
import { FilterMenu } from './filter-menu.js'

/** How long typing has to pause before the filter is applied. */
const TYPED_MS = 200

/**
 * The filter of a list: a text input with suggestions for field names, and below it the conditions,
 * each with a button to remove it.
 */
export function FilterBar(props: {
  text: string
  fields: FilterFields
  /** The labels of columns that cannot be filtered. */
  others: readonly string[]
  /** Suggested values for a field. */
  offered?: (field: string) => readonly string[]
  label: (field: string) => string
  hint: string
  refused: Answer<unknown> | null
  onText: (text: string) => void
  children?: ComponentChildren
}) {
  const words = accountsWords.value
  const [typed, setTyped] = useState(props.text)
  const stop = useRef<() => void>(() => undefined)
  const asked = useRef(props.text)
  useEffect(() => {
    // The address changed through `back` or a saved view.
    if (props.text !== asked.current) setTyped(props.text)
    asked.current = props.text
  }, [props.text])
  useEffect(() => () => stop.current(), [])
  const change = (text: string, ms: number) => {
    setTyped(text)
    stop.current()
    stop.current = after(ms, () => {
      asked.current = text.trim()
      props.onText(text.trim())
    })
  }
  const conditions = filterParts(props.text).filter(({ condition }) => condition !== null)
  const word = /[a-z_]+$/.exec(typed)?.[0] ?? ''
  const offered =
    word === '' ? [] : [...props.fields.keys()].filter((name) => name.startsWith(word))
  return (
    <div class="desk-tools">
      <div class="row wrap">
        <input
          type="search"
          class="grow"
          data-filter={true}
          aria-label={words.filter}
          aria-invalid={props.refused !== null}
          placeholder={props.hint}
          title={words.filterHelp}
          spellcheck={false}
          autocomplete="off"
          maxLength={512}
          value={typed}
          onInput={({ currentTarget }) => change(currentTarget.value, TYPED_MS)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') change(typed, 0)
            if (event.key === 'Escape' && typed !== '') change('', 0)
            else if (event.key === 'Escape') event.currentTarget.blur()
            if (event.key === 'ArrowDown')
              document.querySelector<HTMLElement>('#page .grid')?.focus()
          }}
        />
        <FilterMenu
          fields={props.fields}
          label={props.label}
          others={props.others}
          {...(props.offered === undefined ? {} : { offered: props.offered })}
          onAdd={(text) => change(`${typed} ${text}`.trim(), 0)}
        />
        {props.children}
      </div>
      {(conditions.length > 0 || offered.length > 0) && (
        <div class="row wrap chips">
          <FilterChips
            text={props.text}
            fields={props.fields}
            onRemove={(part) => change(without(typed, part), 0)}
          />
          {offered.slice(0, 8).map((name) => (
            <button
              key={name}
              type="button"
              class="chip offered"
              title={props.label(name)}
              onClick={() => {
                change(`${typed.slice(0, typed.length - word.length)}${name}=`, TYPED_MS)
                document.querySelector<HTMLInputElement>('#page [data-filter]')?.focus()
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
