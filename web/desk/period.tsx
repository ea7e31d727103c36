import { useEffect, useId, useState } from 'preact/hooks'
import { serverNow, serverWallMin } from '../link/clock.js'
import { Choice } from '../look/controls.js'
import { settings } from '../settings/settings.js'
import { journalWords } from '../text/desk/journal-words.js'
import { momentOf, timeText, utcText } from '../text/times.js'

export interface Period {
  /** UTC text; empty is open. */
  readonly from: string
  readonly to: string
}

type Preset = keyof typeof journalWords.value.periods

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * A period of a list: of a choice, or its two ends typed on the clock that was chosen. In the address it is UTC, so that
 * a link means the same to everybody.
 */
export function PeriodFields(props: { period: Period; onPeriod: (period: Period) => void }) {
  const { period, onPeriod } = props
  const text = journalWords.value
  const clock = text.clocks[settings.value.times]
  const [chosen, setChosen] = useState<Preset>('none')
  const isFree = period.from === '' && period.to === ''
  const shown: Preset =
    chosen !== 'other' && isFree ? 'none' : isFree || chosen !== 'none' ? chosen : 'other'
  return (
    <>
      <Choice
        label={text.period}
        value={shown}
        options={Object.entries(text.periods) as [Preset, string][]}
        onInput={(preset) => {
          setChosen(preset)
          if (preset !== 'other') onPeriod(periodOf(preset))
        }}
      />
      {shown === 'other' && (
        <>
          <TimeField
            label={`${text.from} (${clock})`}
            value={period.from}
            onValue={(from) => {
              setChosen('other')
              onPeriod({ ...period, from })
            }}
          />
          <TimeField
            label={`${text.to} (${clock})`}
            value={period.to}
            onValue={(to) => {
              setChosen('other')
              onPeriod({ ...period, to })
            }}
          />
        </>
      )}
    </>
  )
}

/** Days are those of the server's clock. */
function periodOf(preset: Preset): Period {
  const now = serverNow()
  const wallMs = 60_000 * serverWallMin()
  const today = Math.floor((now + wallMs) / DAY_MS) * DAY_MS - wallMs
  if (preset === 'hour') return { from: utcText(now - HOUR_MS), to: '' }
  if (preset === 'today') return { from: utcText(today), to: '' }
  if (preset === 'week') return { from: utcText(today - 6 * DAY_MS), to: '' }
  if (preset === 'yesterday') return { from: utcText(today - DAY_MS), to: utcText(today - 1_000) }
  return { from: '', to: '' }
}

/** One end. While its parts are typed it is many times that nobody means: it is taken when the field is left, or at Enter. */
export function TimeField(props: {
  label: string
  value: string
  onValue: (value: string) => void
}) {
  const id = useId()
  const own = props.value === '' ? '' : timeText(props.value).replace(' ', 'T')
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
        onBlur={({ currentTarget }) => take(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(event.currentTarget.value)
        }}
      />
    </div>
  )
}
