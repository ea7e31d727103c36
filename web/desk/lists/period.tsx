import { useEffect, useId, useState } from 'preact/hooks'
import { Choice } from '../../look/controls.js'
import { settings } from '../../settings/settings.js'
import { periodWords } from '../../text/desk/period-words.js'
import { PERIODS, type Period, spanOf } from '../../text/periods.js'
import { momentOf, pastedMoment, utcText, wallText } from '../../text/times.js'

export type PeriodChoice = Period | 'all' | 'own'

/**
 * The start and end of a period as UTC text, so that a link means the same for everybody. Empty
 * means open.
 */
interface Ends {
  readonly from: string
  readonly to: string
}

/** Chooses a period by name, or by two times typed in the chosen time zone. */
export function PeriodFields(props: {
  shown: PeriodChoice
  ends: Ends
  onChoose: (choice: PeriodChoice) => void
  onEnds: (ends: Ends) => void
}) {
  const { shown, ends } = props
  const { period, periods, clocks, ...text } = periodWords.value
  const clock = clocks[settings.value.times]
  return (
    <>
      <Choice
        label={period}
        value={shown}
        options={(['all', ...PERIODS, 'own'] as const).map((one) => [one, periods[one]] as const)}
        onInput={props.onChoose}
      />
      {shown === 'own' &&
        (['from', 'to'] as const).map((end) => (
          <TimeField
            key={end}
            label={`${text[end]} (${clock})`}
            value={ends[end]}
            onValue={(value) => props.onEnds({ ...ends, [end]: value })}
          />
        ))}
    </>
  )
}

/**
 * Like `PeriodFields`, for a list that only stores start and end. A named period is converted when
 * it is chosen. The end includes its whole last second.
 */
export function FixedPeriod(props: { ends: Ends; onEnds: (ends: Ends) => void }) {
  const { ends, onEnds } = props
  const [chosen, setChosen] = useState<PeriodChoice>('all')
  const isFree = ends.from === '' && ends.to === ''
  return (
    <PeriodFields
      shown={chosen !== 'own' && isFree ? 'all' : isFree || chosen !== 'all' ? chosen : 'own'}
      ends={ends}
      onChoose={(choice) => {
        setChosen(choice)
        if (choice !== 'own') onEnds(choice === 'all' ? { from: '', to: '' } : endsOf(choice))
      }}
      onEnds={(next) => {
        setChosen('own')
        onEnds(next)
      }}
    />
  )
}

function endsOf(period: Period): Ends {
  const { from, to } = spanOf(period)
  const text = (end: string | undefined, less: number) =>
    end === undefined ? '' : utcText(Date.parse(end) - less)
  return { from: text(from, 0), to: text(to, 1_000) }
}

/**
 * The input for a start or end time. The value is applied on blur or Enter, because the parts typed
 * so far form unintended times.
 */
export function TimeField(props: {
  label: string
  value: string
  onValue: (value: string) => void
}) {
  const id = useId()
  const own = wallText(props.value)
  const [typed, setTyped] = useState(own)
  useEffect(() => setTyped(own), [own])
  const take = (wall: string) => {
    const value = wall === '' ? '' : (momentOf(wall) ?? '')
    if (value !== props.value) props.onValue(value)
  }
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <input
        id={id}
        type="datetime-local"
        step={1}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onPaste={(event) => {
          const pasted = pastedMoment(event.clipboardData?.getData('text') ?? '')
          if (pasted === null) return
          event.preventDefault()
          setTyped(wallText(pasted))
          if (pasted !== props.value) props.onValue(pasted)
        }}
        onBlur={({ currentTarget }) => take(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(event.currentTarget.value)
        }}
      />
    </div>
  )
}
