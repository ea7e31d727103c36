import type { FormField } from '../../form/control.js'
import { type Draft, keptMine, without } from '../../form/draft.js'
import { shownValue } from '../../form/shown.js'
import { settingsWords } from '../../text/desk/settings-words.js'

/** The fields that two have changed, with what was read, theirs and yours, to choose one of each. */
export function Difference(props: {
  names: readonly string[]
  fields: readonly FormField[]
  record: Readonly<Record<string, unknown>>
  draft: Draft
  onDraft: (draft: Draft) => void
}) {
  const text = settingsWords.value
  const { record, draft } = props
  const shown = props.names.flatMap((name) => props.fields.find((one) => one.name === name) ?? [])
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
            {shown.map((field) => {
              const { name, meta } = field
              return (
                <tr key={name}>
                  <th scope="row">{meta.label}</th>
                  <td>{shownValue(field, draft.read[name])}</td>
                  <td>
                    {shownValue(field, record[name])}{' '}
                    <button
                      type="button"
                      class="small"
                      aria-label={`${text.take}: ${meta.label}`}
                      onClick={() => props.onDraft(without(draft, name))}
                    >
                      {text.take}
                    </button>
                  </td>
                  <td>
                    {shownValue(field, draft.mine[name])}{' '}
                    <button
                      type="button"
                      class="small"
                      aria-label={`${text.keep}: ${meta.label}`}
                      onClick={() => props.onDraft(keptMine(draft, record, name))}
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
