import { correctionsWords } from '../../text/desk/corrections-words.js'

/** A row with a value before and after a change. */
export interface ComparedRow {
  readonly name: string
  readonly before: string
  readonly after: string
}

export function Compared(props: {
  label: string
  rows: readonly ComparedRow[]
  before?: string
  after?: string
}) {
  const text = correctionsWords.value
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the focus to scroll it
    <section class="scroll compared" tabIndex={0} aria-label={props.label}>
      <table class="list" aria-label={props.label}>
        <thead>
          <tr>
            <th scope="col">{text.field}</th>
            <th scope="col" class="num">
              {props.before ?? text.before}
            </th>
            <th scope="col" class="num">
              {props.after ?? text.after}
            </th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ name, before, after }) => (
            <tr key={name}>
              <td>{name}</td>
              <td class="num">{before}</td>
              <td class="num">
                <b>{after}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
