import { useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { Choice, Dialog, Field, OnceButton } from '../../look/controls.js'
import type { Account } from '../../staff/records.js'
import { daysOf, isReportPeriod, REPORT_PERIODS } from '../../staff/reports/report-days.js'
import { mayDo } from '../../staff/rights.js'
import { say } from '../../state/notes.js'
import { accountActsWords } from '../../text/desk/account-acts-words.js'
import { type Faults, faultsOf, NO_FAULTS } from '../../text/faults.js'
import { words } from '../../text/words.js'
import { RefusalText } from '../changes/refusal-text.js'
import { useAct } from '../changes/use-act.js'

type Chosen = (typeof REPORT_PERIODS)[number] | 'all' | 'other'

interface Days {
  readonly from: string
  readonly to: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const NO_DAYS: Days = { from: '', to: '' }

/** The statement of an account for a period. Staff can read, print, download or e-mail it. */
export function StatementDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { statement: text } = accountActsWords.value
  const { login, email } = account
  const [chosen, setChosen] = useState<Chosen>('last_month')
  const [own, setOwn] = useState<Days>(() => daysOf('last_month'))
  const days = isReportPeriod(chosen) ? daysOf(chosen) : chosen === 'all' ? NO_DAYS : own
  const { faults, isWrong, show, act } = useStatement(login, days, onClose)
  return (
    <Dialog title={text.title({ login })} onClose={onClose}>
      <form class="stack" onSubmit={(event) => event.preventDefault()}>
        <fieldset class="stack bare" disabled={act.isUnknown}>
          <Choice
            label={text.period}
            value={chosen}
            options={([...REPORT_PERIODS, 'all', 'other'] as const).map(
              (one) => [one, text.periods[one]] as const,
            )}
            onInput={setChosen}
          />
          {chosen === 'other' ? (
            <DayFields days={own} faults={faults} onDays={setOwn} />
          ) : (
            <p class="faint">
              {chosen === 'all' ? text.whole : text.days(days)} {text.serverDays}
            </p>
          )}
        </fieldset>
        <RefusalText wrong={act.wrong} />
        <footer>
          <button type="button" disabled={isWrong} onClick={() => show('attachment')}>
            {text.save}
          </button>
          {mayDo('mailStatement') && (
            <OnceButton
              isOff={isWrong || email === ''}
              {...(email === '' ? { label: text.noEmail } : {})}
              onPress={() => act.send()}
            >
              {act.isUnknown ? words.value.read.again : text.send}
            </OnceButton>
          )}
          <button type="button" class="primary" disabled={isWrong} onClick={() => show('inline')}>
            {text.show}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

function useStatement(login: number, days: Days, onClose: () => void) {
  const { statement: text } = accountActsWords.value
  const [faults, setFaults] = useState<Faults>(NO_FAULTS)
  const given = Object.fromEntries(Object.entries(days).filter(([, day]) => day !== ''))
  const act = useAct({
    unknown: text.unknown,
    send: async (key) => {
      const answer = await call('POST /admin/v1/accounts/{login}/statement/email', {
        key,
        params: { login },
        body: given,
      })
      setFaults(answer.ok ? NO_FAULTS : faultsOf(answer.data))
      return answer
    },
    onDone: ({ email }) => {
      say('good', text.sent({ to: email ?? String(login) }))
      onClose()
    },
  })
  const show = (disposition: 'attachment' | 'inline') => {
    const query = new URLSearchParams({ ...given, disposition })
    window.open(`/admin/v1/accounts/${login}/statement?${query}`, '_blank', 'noopener')
  }
  const isWrong = Object.values(given).some((day) => !DAY.test(day))
  return { faults, isWrong, show, act }
}

function DayFields(props: { days: Days; faults: Faults; onDays: (days: Days) => void }) {
  const { statement: text } = accountActsWords.value
  const { days, faults, onDays } = props
  return (
    <div class="desk-fields">
      {(['from', 'to'] as const).map((end) => (
        <Field
          key={end}
          label={text[end]}
          type="date"
          value={days[end]}
          wrong={faults[end]}
          onInput={(day) => onDays({ ...days, [end]: day })}
        />
      ))}
    </div>
  )
}
