import { Icon } from '../../look/icons.js'
import type { FilterFields } from '../../staff/lists/filter-fields.js'
import { filterParts } from '../../staff/lists/filter-text.js'
import { accountsWords } from '../../text/desk/accounts-words.js'

/**
 * The conditions of a filter as chips; a click removes one. A condition on a field that cannot be
 * filtered shows an error.
 */
export function FilterChips(props: {
  text: string
  fields: FilterFields
  /** True if search words are shown as chips too, because the list has no search input. */
  hasWords?: boolean
  onRemove: (part: string) => void
}) {
  const words = accountsWords.value
  const parts = filterParts(props.text).filter(
    ({ condition }) => props.hasWords === true || condition !== null,
  )
  return (
    <>
      {parts.map(({ text, condition }) => {
        const isUnknown = condition !== null && !props.fields.has(condition.field)
        return (
          <button
            key={text}
            type="button"
            class={isUnknown ? 'chip loss' : 'chip'}
            title={isUnknown ? words.noFilter({ field: condition.field }) : undefined}
            aria-label={words.removePart({ part: text })}
            onClick={() => props.onRemove(text)}
          >
            {text} <Icon name="close" />
          </button>
        )
      })}
    </>
  )
}
