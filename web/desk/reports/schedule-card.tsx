import { useMemo, useRef, useState } from 'preact/hooks'
import { fieldsOf } from '../../form/control.js'
import { Field } from '../../form/field.js'
import { World } from '../../form/world.js'
import { isUnanswered } from '../../link/answer.js'
import { newId } from '../../link/random.js'
import { call } from '../../link/rest.js'
import { meta } from '../../staff/meta.js'
import { go, place } from '../../staff/place.js'
import type { Schedule } from '../../staff/records.js'
import type { AvailableReport } from '../../staff/reports/report-jobs.js'
import { mayDo } from '../../staff/rights.js'
import { say } from '../../state/notes.js'
import { reportsWords } from '../../text/desk/reports-words.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { timeText } from '../../text/times.js'
import { ActDialog } from '../changes/act-dialog.js'
import { ChangesForm } from '../changes/changes-form.js'
import { useChanges } from '../changes/use-changes.js'
import { Facts, RecordCard } from '../lists/record-card.js'
import { PlaceLink } from '../shell/place-link.js'
import { reportName, reportPeriod } from './report-text.js'
import { TimesField } from './times-field.js'

type Form = Pick<Schedule, 'config_id' | 'cron' | 'format' | 'email_to'>

const close = () => go(['reports', 'schedules'])

/** The card of a schedule, or the form for a new one. */
export function ScheduleCard(props: {
  schedule: Schedule | null | 'gone'
  configs: readonly AvailableReport[]
  onChange: () => void
}) {
  const text = reportsWords.value
  const { schedule } = props
  if (schedule === 'gone') {
    return (
      <RecordCard title={text.schedules} onClose={close}>
        <p class="empty">{text.noSchedule}</p>
      </RecordCard>
    )
  }
  return (
    <RecordCard
      title={schedule === null ? text.newSchedule : text.oneSchedule({ id: schedule.id })}
      onClose={close}
    >
      {schedule !== null && <Known schedule={schedule} onChange={props.onChange} />}
      <ScheduleForm {...props} schedule={schedule} />
    </RecordCard>
  )
}

function Known({ schedule, onChange }: { schedule: Schedule; onChange: () => void }) {
  const text = reportsWords.value
  const [isConfirming, setConfirming] = useState(false)
  const { id, next_run_at: next, last_run_at: last, last_job_id: job, error } = schedule
  return (
    <>
      <div class="row wrap card-acts">
        <button type="button" onClick={() => setConfirming(true)}>
          {text.stop}
        </button>
        <span class="grow" />
        <PlaceLink page="journal" query={{ about: `report_schedules:${id}` }}>
          {text.journal}
        </PlaceLink>
      </div>
      <Facts
        rows={[
          [text.next, next === null ? null : timeText(next)],
          [text.last, last === null ? null : timeText(last)],
          [
            text.lastResult,
            job === null ? null : (
              <PlaceLink page="reports" parts={['jobs', job]}>
                {text.job({ id: job })}
              </PlaceLink>
            ),
          ],
          ...(error === '' ? [] : [[text.error, <span class="loss">{error}</span>] as const]),
          [text.by, text.runsAs({ login: schedule.requested_by })],
        ]}
      />
      {isConfirming && (
        <ActDialog
          title={text.stopTitle({ id })}
          act={text.stopAct}
          unknown={text.unknownRemove}
          send={async () => {
            const answer = await call('DELETE /admin/v1/reports/schedules/{id}', { params: { id } })
            // Status 404 means that the schedule is already stopped.
            return answer.status === 404 ? { ...answer, ok: true } : answer
          }}
          onDone={() => {
            say('good', text.stopped({ id }))
            onChange()
            close()
          }}
          onClose={() => setConfirming(false)}
        >
          <p>{text.stopText}</p>
        </ActDialog>
      )}
    </>
  )
}

function ScheduleForm(props: {
  schedule: Schedule | null
  configs: readonly AvailableReport[]
  onChange: () => void
}) {
  const text = reportsWords.value
  const { schedule, configs } = props
  const key = useRef(newId())
  const [isUnknown, setUnknown] = useState(false)
  const asked = Number(place.value.query.get('report'))
  const first = configs.find(({ id }) => id === asked) ?? configs[0]
  const fresh: Form = { config_id: first?.id ?? 0, cron: '0 6 * * 1', format: 'xlsx', email_to: '' }
  const changes = useChanges<Form>({
    kind: 'report_schedule',
    key: String(schedule?.id ?? 'new'),
    isNew: schedule === null,
    unknown: schedule === null ? text.unknownMake : settingsWords.value.unknown,
    own: schedule ?? fresh,
    version: schedule?.version ?? 0,
    saved: schedule === null ? text.made : text.saved,
    conflict: text.conflict,
    send: async (draft) => {
      if (schedule !== null) {
        const { id, version } = schedule
        const body = { version, ...draft }
        return call('PATCH /admin/v1/reports/schedules/{id}', { params: { id }, body })
      }
      const body = { ...fresh, ...draft }
      const answer = await call('POST /admin/v1/reports/schedules', { key: key.current, body })
      // After a lost answer the key is kept, so that the next click repeats the same request.
      const isLost = isUnanswered(answer)
      if (!isLost) key.current = newId()
      setUnknown(isLost)
      return answer
    },
    onSaved: () => {
      props.onChange()
      if (schedule === null) close()
    },
  })
  const { shown } = changes
  const fields = useFields()
  const offers = configs.map((config) => {
    const label = reportName(config.name)
    return { value: config.id, label, names: [config.name], record: {} }
  })
  const config = configs.find(({ id }) => id === shown.config_id)
  const field = (name: 'config_id' | 'format' | 'email_to') => {
    const found = fields.find((one) => one.name === name)
    if (found === undefined) return null
    return (
      <Field
        field={found}
        path={name}
        value={shown[name]}
        scope={shown as unknown as Readonly<Record<string, unknown>>}
        onInput={(value) => changes.change(name, (value ?? '') as never)}
      />
    )
  }
  return (
    <World.Provider
      value={{ faults: changes.faults, offers: (kind) => (kind === 'reports' ? offers : null) }}
    >
      <ChangesForm
        changes={schedule === null ? { ...changes, names: [...changes.names, 'new'] } : changes}
        labelOf={(name) => fields.find((one) => one.name === name)?.meta.label ?? name}
        save={(n) => (schedule === null ? text.make : text.saveSchedule({ n }))}
        isWrong={config === undefined}
      >
        <fieldset class="bare form-fields" disabled={isUnknown} aria-label={text.form}>
          {field('config_id')}
          <TimesField
            cron={shown.cron}
            wrong={changes.faults['cron']}
            onCron={(cron) => changes.change('cron', cron)}
          />
          {field('format')}
          {mayDo('mailReports') && field('email_to')}
        </fieldset>
        <p class="faint">
          {text.tellsOf}: {reportPeriod(config?.params ?? {}) ?? text.periods['']}.{' '}
          {config !== undefined && reportPeriod(config.params) === null ? `${text.noPeriod} ` : ''}
          {config !== undefined && (
            <PlaceLink page="settings" parts={['reports', config.id]}>
              {text.configure}
            </PlaceLink>
          )}
        </p>
        {schedule !== null && <p class="faint">{text.becomesYours}</p>}
      </ChangesForm>
    </World.Provider>
  )
}

function useFields() {
  const all = meta.value?.fields
  return useMemo(() => fieldsOf('report_schedules', all ?? []), [all])
}
