import { filterParts } from '../../text/filter/filter-text.js'
import { tableWords } from '../../text/tables/table-words.js'
import { Icon } from '../icons.js'
import { fieldName, filterOfColumn, type ListColumn } from './column.js'
import { fieldsOfColumns } from './fitting.js'

/**
 * The conditions of a filter as chips; a click removes one. A condition on a field that cannot be
 * filtered shows the reason.
 */
export function FilterChips<Row>(props: {
  text: string
  columns: readonly ListColumn<Row>[]
  /** True if search words are shown as chips too, because the list has no search input. */
  hasWords?: boolean
  onRemove: (part: string) => void
}) {
  const { columns, hasWords = false } = props
  const fields = fieldsOfColumns(columns)
  const parts = filterParts(props.text).filter(({ condition }) => hasWords || condition !== null)
  return (
    <>
      {parts.map(({ text, condition }) => {
        const isUnknown = condition !== null && !fields.has(condition.field)
        return (
          <button
            key={text}
            type="button"
            class={isUnknown ? 'chip loss' : 'chip'}
            title={isUnknown ? unknownText(condition.field, columns) : undefined}
            aria-label={tableWords.value.filter.remove({ part: text })}
            onClick={() => props.onRemove(text)}
          >
            {text} <Icon name="close" />
          </button>
        )
      })}
    </>
  )
}

function unknownText(field: string, columns: readonly ListColumn<never>[]): string {
  const { filter: text } = tableWords.value
  const column = columns.find(({ id }) => fieldName(id) === field)
  const known = column === undefined ? undefined : filterOfColumn(column)
  if (column === undefined || known === undefined || !('why' in known))
    return text.unknown({ field })
  return text.cannot({ column: column.label, why: text.why[known.why] })
}
