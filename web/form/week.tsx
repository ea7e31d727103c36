import { useId } from 'preact/hooks'
import { formWords } from '../text/desk/form-words.js'
import type { FormField } from './control.js'
import { useTyped } from './typed-input.js'
import { spansOf, spansText, type WeekSession, wholeOf } from './values.js'

type Sessions = readonly WeekSession[]

/** The sessions of a week: one row per day, one column per kind, each typed like `08:00-17:00`. */
export function Week(props: {
  field: FormField
  value: unknown
  onInput: (value: unknown) => void
}) {
  const text = formWords.value
  const sessions = (Array.isArray(props.value) ? props.value : []) as Sessions
  const kinds = props.field.inner.find(({ name }) => name === 'kind')?.meta.values ?? []
  const put = (day: number, kind: string, spans: readonly (readonly [number, number])[]) => {
    const others = sessions.filter((one) => one.day !== day || one.kind !== kind)
    const own = spans.map(([from_min, to_min]) => ({ day, kind, from_min, to_min }))
    props.onInput(
      [...others, ...own].sort(
        (a, b) => a.day - b.day || a.kind.localeCompare(b.kind) || a.from_min - b.from_min,
      ),
    )
  }
  return (
    <>
      <p class="faint says">{text.weekHelp}</p>
      {kinds
        .filter(({ name }) => !sessions.some(({ kind }) => kind === name))
        .map(({ name, label }) => (
          <p key={name} class="says">
            {label}: {text.weekEmpty}
          </p>
        ))}
      <table class="list week">
        <thead>
          <tr>
            <td />
            {kinds.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {text.days.map((label, i) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {kinds.map((kind) => (
                <td key={kind.name}>
                  <Day
                    label={`${label}: ${kind.label}`}
                    sessions={sessions.filter((one) => one.day === i + 1 && one.kind === kind.name)}
                    onInput={(spans) => put(i + 1, kind.name, spans)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

type Spans = readonly (readonly [number, number])[]

function Day(props: { label: string; sessions: Sessions; onInput: (spans: Spans) => void }) {
  const id = useId()
  const spans = props.sessions.map(({ from_min, to_min }) => [from_min, to_min] as const)
  const [text, onText] = useTyped<Spans | null>(
    spans,
    () => spansText(props.sessions),
    spansOf,
    (next) => {
      if (next !== null) props.onInput(next)
    },
  )
  const isWrong = spansOf(text) === null
  return (
    <>
      <input
        value={text}
        aria-label={props.label}
        autocomplete="off"
        maxLength={400}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? id : undefined}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
      {isWrong && (
        <span id={id} class="wrong">
          {formWords.value.weekWrong}
        </span>
      )}
    </>
  )
}

/** A number for each day of the week. */
export function Nights(props: { value: unknown; onInput: (value: unknown) => void }) {
  const nights: readonly unknown[] = Array.isArray(props.value) ? props.value : []
  return (
    <div class="nights">
      {formWords.value.days.map((label, i) => (
        <label key={label}>
          <span>{label.slice(0, 2)}</span>
          <input
            aria-label={label}
            inputMode="numeric"
            maxLength={2}
            value={String(nights[i] ?? '')}
            onInput={({ currentTarget }) =>
              props.onInput(
                formWords.value.days.map((_, at) =>
                  at === i ? wholeOf(currentTarget.value) : (nights[at] ?? 0),
                ),
              )
            }
          />
        </label>
      ))}
    </div>
  )
}
