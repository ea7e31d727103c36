import { useState } from 'preact/hooks'
import { Choice, Field } from '../../look/controls.js'
import {
  cronOf,
  type ReportTimes,
  type TimeKind,
  timesOf,
} from '../../staff/reports/report-times.js'
import { reportsWords } from '../../text/desk/reports-words.js'

/** The input for a schedule: daily, weekly or monthly at a time, or as five cron fields. */
export function TimesField(props: {
  cron: string
  wrong: string | undefined
  onCron: (cron: string) => void
}) {
  const text = reportsWords.value
  const known = timesOf(props.cron)
  /** Keeps the cron input open, even while its text also matches one of the simpler kinds. */
  const [isOther, setOther] = useState(known.kind === 'other')
  const times: ReportTimes = isOther ? { ...known, kind: 'other' } : known
  const change = (changed: Partial<ReportTimes>) => props.onCron(cronOf({ ...times, ...changed }))
  return (
    <fieldset class="bare field times wide" aria-label={text.times}>
      <Choice
        label={text.times}
        value={times.kind}
        options={Object.entries(text.timeKinds) as [TimeKind, string][]}
        onInput={(kind) => {
          setOther(kind === 'other')
          if (kind !== 'other') change({ kind })
        }}
      />
      {times.kind === 'weekly' && (
        <Choice
          label={text.onDay}
          value={String(times.weekday)}
          options={[1, 2, 3, 4, 5, 6, 0].map((day) => [String(day), text.weekdays[day] ?? ''])}
          onInput={(day) => change({ weekday: Number(day) })}
        />
      )}
      {times.kind === 'monthly' && (
        <Choice
          label={text.dayOfMonth}
          value={String(times.day)}
          options={Array.from({ length: 31 }, (_, i) => [String(i + 1), String(i + 1)])}
          onInput={(day) => change({ day: Number(day) })}
        />
      )}
      {times.kind === 'other' ? (
        <Field
          label={text.cron}
          value={props.cron}
          wrong={props.wrong}
          maxLength={100}
          onInput={props.onCron}
        />
      ) : (
        <Field
          label={text.atTime}
          type="time"
          value={times.time}
          wrong={props.wrong}
          onInput={(time) => {
            if (time !== '') change({ time })
          }}
        />
      )}
    </fieldset>
  )
}
