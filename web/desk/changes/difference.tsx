import type { Content } from '../../form/control.js'
import { type Draft, keepOwnValue, without } from '../../form/draft.js'
import { ShortTable } from '../../look/table/short-table.js'
import { settingsWords } from '../../text/desk/settings-words.js'

/** The label of a field, and the format of its values. */
interface NamedField {
  readonly label: string
  readonly textOf: (value: unknown) => string
}

/**
 * The fields that two users have changed: the old value, theirs and yours. The user chooses one of
 * the last two.
 */
export function Difference(props: {
  names: readonly string[]
  fieldOf: (name: string) => NamedField | undefined
  record: Content
  draft: Draft
  onDraft: (draft: Draft) => void
}) {
  const text = settingsWords.value
  const { record, draft } = props
  const shown = props.names.flatMap((name) => {
    const field = props.fieldOf(name)
    return field === undefined ? [] : [{ name, ...field }]
  })
  return (
    <div class="banner bad settings-difference" role="alert">
      <b>{text.conflict({ n: shown.length })}</b>
      <ShortTable
        label={text.conflict({ n: shown.length })}
        frame="scroll"
        rows={shown}
        keyOf={({ name }) => name}
        columns={[
          { id: 'field', label: text.field, isRowHead: true, cell: ({ label }) => label },
          { id: 'was', label: text.wasRead, cell: ({ name, textOf }) => textOf(draft.read[name]) },
          {
            id: 'theirs',
            label: text.theirs,
            cell: ({ name, label, textOf }) => (
              <>
                {textOf(record[name])}{' '}
                <button
                  type="button"
                  class="small"
                  aria-label={`${text.take}: ${label}`}
                  onClick={() => props.onDraft(without(draft, name))}
                >
                  {text.take}
                </button>
              </>
            ),
          },
          {
            id: 'yours',
            label: text.yours,
            cell: ({ name, label, textOf }) => (
              <>
                {textOf(draft.mine[name])}{' '}
                <button
                  type="button"
                  class="small"
                  aria-label={`${text.keep}: ${label}`}
                  onClick={() => props.onDraft(keepOwnValue(draft, record, name))}
                >
                  {text.keep}
                </button>
              </>
            ),
          },
        ]}
      />
    </div>
  )
}
