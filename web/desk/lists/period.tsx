import { useEffect, useId, useState } from 'preact/hooks'
import { Choice } from '../../look/controls.js'
import { settings } from '../../settings/settings.js'
import { periodWords } from '../../text/desk/period-words.js'
import { PERIODS, type Period, spanOf } from '../../text/periods.js'
import {
  type Clock,
  clockText,
  momentOf,
  pastedMoment,
  timeText,
  utcText,
  wallText,
} from '../../text/times.js'

export type PeriodChoice = Period | 'all' | 'own'
const CLOCKS: readonly Clock[] = ['server', 'utc', 'local']

/**
 * The start and end of a period as UTC text, so that a link means the same for everybody. Empty
 * means open.
 */
interface Ends {
  readonly from: string
  readonly to: string
}

interface PeriodProps {
  readonly ends: Ends
  onEnds(ends: Ends): void
  /** The end of the last statement, for a list of one account that has one. */
  readonly statement?: string | null
}

/**
 * Chooses a period by name, or by two times typed in the chosen time zone. The last statement is a
 * start like a typed one, so that it is in the address.
 */
export function PeriodFields(
  props: PeriodProps & { shown: PeriodChoice; onChoose: (choice: PeriodChoice) => void },
) {
  const { shown, ends, statement = null } = props
  const { period, periods, clocks, ...text } = periodWords.value
  const clock = clocks[settings.value.times]
  // Typed ends may begin at that moment, too.
  const [isTyped, setTyped] = useState(false)
  const isSince = shown === 'own' && ends.from === statement && ends.to === ''
  const isStatement = isSince && !isTyped
  const named = (one: PeriodChoice | 'statement') => [one, periods[one]] as const
  return (
    <>
      <Choice
        label={period}
        value={isStatement ? 'statement' : shown}
        options={[
          ...(['all', ...PERIODS] as const).map(named),
          ...(statement === null ? [] : [named('statement')]),
          named('own'),
        ]}
        onInput={(one) => {
          setTyped(one === 'own')
          if (one !== 'statement') props.onChoose(one)
          else props.onEnds({ from: statement ?? '', to: '' })
        }}
      />
      {isStatement ? (
        <span class="clocks">
          {timeText(ends.from)} ({clock}) <OtherClocks at={ends.from} />
        </span>
      ) : (
        shown === 'own' &&
        (['from', 'to'] as const).map((end) => (
          <TimeField
            key={end}
            label={`${text[end]} (${clock})`}
            value={ends[end]}
            hasClocks={true}
            onValue={(value) => props.onEnds({ ...ends, [end]: value })}
          />
        ))
      )}
    </>
  )
}

/**
 * The moment on the clocks that differ from the chosen one, with the day only if it differs. Clocks
 * with the same time share it.
 */
function OtherClocks({ at }: { at: string }) {
  const { clocks } = periodWords.value
  const shown = wallText(at)
  const named = new Map<string, string[]>()
  for (const clock of CLOCKS) {
    const wall = wallText(at, clock)
    if (wall === shown) continue
    const isSameDay = wall.slice(0, 10) === shown.slice(0, 10)
    const time = isSameDay ? clockText(Date.parse(at), clock) : timeText(at, true, clock)
    named.set(time, [...(named.get(time) ?? []), clocks[clock]])
  }
  if (named.size === 0) return null
  const texts = [...named].map(([time, names]) => `${time} ${names.join(', ')}`)
  return <small class="faint num">= {texts.join(' = ')}</small>
}

/**
 * Like `PeriodFields`, for a list that only stores start and end. A named period is converted when
 * it is chosen. The end includes its whole last second.
 */
export function FixedPeriod({ ends, onEnds, statement = null }: PeriodProps) {
  const [chosen, setChosen] = useState<PeriodChoice>('all')
  const isFree = ends.from === '' && ends.to === ''
  return (
    <PeriodFields
      shown={chosen !== 'own' && isFree ? 'all' : isFree || chosen !== 'all' ? chosen : 'own'}
      ends={ends}
      statement={statement}
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
  /** Whether the same moment on the other clocks is beside the field. */
  hasClocks?: boolean
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
      {props.hasClocks === true && props.value !== '' && <OtherClocks at={props.value} />}
    </div>
  )
}
