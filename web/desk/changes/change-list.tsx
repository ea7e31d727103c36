import { valueText } from '../../staff/office/journal-lines.js'

/** The changes of a record: each field with its old and new value. */
export function ChangeList(props: {
  changes: readonly { readonly field: string; readonly from?: unknown; readonly to?: unknown }[]
  label: string
  /** A text that is shown below the changes. */
  more?: string
}) {
  const { more = '' } = props
  return (
    <dl class="changes" aria-label={props.label}>
      {props.changes.map(({ field, from, to }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            <del>{valueText(from)}</del> → <ins>{valueText(to)}</ins>
          </dd>
        </div>
      ))}
      {more !== '' && (
        <div>
          <dd class="faint">{more}</dd>
        </div>
      )}
    </dl>
  )
}
