import { Icon } from '../../look/icons.js'
import type { FilterFields } from '../../staff/lists/filter-fields.js'
import { filterParts } from '../../staff/lists/filter-text.js'
import { accountsWords } from '../../text/desk/accounts-words.js'

/** The conditions of a filter, each of which a click removes. One on a field that cannot be filtered says so. */
export function FilterChips(props: {
  text: string
  fields: FilterFields
  /** Words are chips, too, where no field shows them. */
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
