import type { Content } from '../../form/control.js'
import { type Draft, keepOwnValue, without } from '../../form/draft.js'
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
      <div class="scroll">
        <table class="list">
          <thead>
            <tr>
              <th>{text.field}</th>
              <th>{text.wasRead}</th>
              <th>{text.theirs}</th>
              <th>{text.yours}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, label, textOf }) => {
              return (
                <tr key={name}>
                  <th scope="row">{label}</th>
                  <td>{textOf(draft.read[name])}</td>
                  <td>
                    {textOf(record[name])}{' '}
                    <button
                      type="button"
                      class="small"
                      aria-label={`${text.take}: ${label}`}
                      onClick={() => props.onDraft(without(draft, name))}
                    >
                      {text.take}
                    </button>
                  </td>
                  <td>
                    {textOf(draft.mine[name])}{' '}
                    <button
                      type="button"
                      class="small"
                      aria-label={`${text.keep}: ${label}`}
                      onClick={() => props.onDraft(keepOwnValue(draft, record, name))}
                    >
                      {text.keep}
                    </button>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}
