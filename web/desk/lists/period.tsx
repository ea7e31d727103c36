import { useEffect, useId, useState } from 'preact/hooks'
import { Choice } from '../../look/controls.js'
import { settings } from '../../settings/settings.js'
import { periodWords } from '../../text/desk/period-words.js'
import { PERIODS, type Period, spanOf } from '../../text/periods.js'
import { momentOf, pastedMoment, utcText, wallText } from '../../text/times.js'

export type PeriodChoice = Period | 'all' | 'own'

/** The ends of a period, as UTC text so that a link means the same to everybody; empty is open. */
interface Ends {
  readonly from: string
  readonly to: string
}

/** A period of a list by its name, or its two ends typed on the clock that was chosen. */
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

/** The same where the list has ends alone, the last of which is meant with its whole second: a name is what it means when it is chosen. */
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
 * A time. While its parts are typed it is many times that nobody means: it is taken when the field is left, or at Enter. A
 * pasted time is taken at once, in its own zone if it names one.
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
