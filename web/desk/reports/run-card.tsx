import { useEffect, useMemo, useState } from 'preact/hooks'
import { type Content, type FormField, fieldsOf } from '../../form/control.js'
import { withDraft, withField } from '../../form/draft.js'
import { Field } from '../../form/field.js'
import { useDraft } from '../../form/use-draft.js'
import { World } from '../../form/world.js'
import { call } from '../../link/rest.js'
import { Choice, OnceButton } from '../../look/controls.js'
import { latencyMs } from '../../staff/connection/link.js'
import { meta } from '../../staff/meta.js'
import { go, place } from '../../staff/place.js'
import {
  daysOf,
  isReportPeriod,
  REPORT_PERIODS,
  serverDay,
} from '../../staff/reports/report-days.js'
import { mayDo } from '../../staff/rights.js'
import { groupPaths, knownGroups, needGroups } from '../../staff/settings/groups-and-symbols.js'
import { reportsWords } from '../../text/desk/reports-words.js'
import { type Faults, faultsOf, NO_FAULTS } from '../../text/faults.js'
import { useAct } from '../changes/use-act.js'
import { RecordCard } from '../lists/record-card.js'
import { PlaceLink } from '../shell/place-link.js'
import { LatestJobs } from './latest-jobs.js'
import { reportDays, reportPeriod } from './report-text.js'
import { moduleText, type Runnable, runnableName } from './runnable.js'

const NOTHING: Content = {}
/** The inputs that disappear when the user chooses a named period. */
const DAYS: ReadonlySet<string> = new Set(['to', 'from'])

/** The card of a report: its inputs, the run button, and earlier results. */
export function RunCard({ report }: { report: Runnable }) {
  const text = reportsWords.value
  const { config, module, inputs } = report
  const fields = useInputs(inputs)
  const { content, faults, change, wrong, isUnknown, send } = useRun(report)
  useEffect(needGroups, [])
  const offers = useMemo(
    () => groupPaths.value.map((path) => ({ value: path, label: path, names: [path], record: {} })),
    [groupPaths.value],
  )
  const period = String(content['period'] ?? '')
  const hasDays = inputs.includes('from')
  const isClockKnown = latencyMs.value !== null
  const shown = fields.filter(({ name }) => !DAYS.has(name) || period === 'other')
  return (
    <RecordCard title={runnableName(report)} onClose={() => go(['reports'])}>
      <World.Provider
        value={{
          faults,
          offers: (kind) => (kind === 'groups' && knownGroups.value !== null ? offers : null),
        }}
      >
        <form class="desk-form stack" onSubmit={(event) => event.preventDefault()}>
          <p class="faint">{moduleText(module)}</p>
          {wrong !== '' && (
            <div class="banner bad" role="alert">
              {wrong}
            </div>
          )}
          <fieldset class="bare stack" disabled={isUnknown} aria-label={text.form}>
            {hasDays && (
              <>
                <Choice
                  label={text.period}
                  value={period}
                  options={periodOptions(report)}
                  onInput={(next) => change('period', next)}
                />
                <span class="faint says">
                  {isReportPeriod(period) && isClockKnown ? `${reportDays(daysOf(period))}. ` : ''}
                  {text.serverDays}{' '}
                  {config?.oldest_from ? text.oldest({ day: config.oldest_from }) : ''}
                </span>
              </>
            )}
            <div class="form-fields">
              {shown.map((field) => (
                <Field
                  key={field.name}
                  field={field}
                  path={field.name}
                  value={content[field.name]}
                  scope={content}
                  own={field.name === 'groups' ? groupsSet(report) : undefined}
                  onInput={(value) => change(field.name, value)}
                />
              ))}
            </div>
          </fieldset>
          <footer class="row wrap">
            {config !== null && (
              <PlaceLink page="settings" parts={['reports', config.id]}>
                {mayDo('manageReports') ? text.configure : ''}
              </PlaceLink>
            )}
            <span class="grow" />
            {config !== null && mayDo('manageReports') && (
              <button
                type="button"
                onClick={() => go(['reports', 'schedules', 'new'], { report: config.id })}
              >
                {text.schedule}
              </button>
            )}
            <OnceButton type="submit" class="primary" isOff={!isClockKnown} onPress={send}>
              {text.run}
            </OnceButton>
          </footer>
        </form>
        <LatestJobs report={report} />
      </World.Provider>
    </RecordCard>
  )
}

/** The draft of a report's inputs. `send` starts a job with them. */
function useRun({ config, module, inputs, key }: Runnable) {
  const asked = useReportRequest(inputs)
  const [draft, setDraft] = useDraft('report', draftKey(key, asked), NOTHING, asked)
  const [faults, setFaults] = useState<Faults>(NO_FAULTS)
  const content = withDraft(NOTHING, draft)
  const change = (name: string, value: unknown) => {
    setFaults(NO_FAULTS)
    setDraft(withField(draft, NOTHING, name, value === '' ? undefined : value))
  }
  const act = useAct({
    unknown: reportsWords.value.unknownRun,
    send: async (requestKey) => {
      const answer = await call('POST /admin/v1/reports/jobs', {
        key: requestKey,
        body: {
          ...(config === null ? { module: module as 'deals' } : { config_id: config.id }),
          format: 'json',
          params: paramsOf(content, inputs),
        },
      })
      setFaults(answer.ok ? NO_FAULTS : withoutParams(faultsOf(answer.data)))
      return answer
    },
    onDone: ({ id }) => go(['reports', 'jobs', id]),
  })
  return { ...act, content, faults, change }
}

/** The module's input fields, with labels from the server. */
function useInputs(inputs: readonly string[]): readonly FormField[] {
  const all = meta.value?.fields
  return useMemo(
    () =>
      fieldsOf('report_jobs', all ?? [])
        .filter(({ name }) => name === 'params')
        .flatMap(({ inner }) => inner)
        .filter(({ name }) => inputs.includes(name)),
    [all, inputs.join()],
  )
}

/** Inputs that a link presets, as the initial draft. */
function useReportRequest(inputs: readonly string[]) {
  const { query } = place.value
  const mine: Record<string, unknown> = {}
  for (const name of ['period', ...inputs]) {
    const value = query.get(name)
    if (value === null || value === '') continue
    if (name === 'login') mine[name] = Number(value)
    else if (name === 'logins') mine[name] = value.split(',').map(Number)
    else mine[name] = value
  }
  const hasDays = [...DAYS].some((name) => name in mine)
  if (hasDays && !('period' in mine)) mine['period'] = 'other'
  const read = Object.fromEntries(Object.keys(mine).map((name) => [name, null]))
  return { read, mine }
}

/** Preset inputs get a separate draft, so that they do not mix with an older one. */
function draftKey(key: string, { mine }: { readonly mine: Record<string, unknown> }): string {
  return Object.keys(mine).length === 0 ? key : `${key} ${JSON.stringify(mine)}`
}

/** The groups that the report uses if the reader enters none. */
function groupsSet({ config }: Runnable): string | undefined {
  const groups = config?.params['groups']
  return typeof groups === 'string' && groups !== '' ? groups : undefined
}

type PeriodName = keyof typeof reportsWords.value.periods

/** The first option is the report's default period. */
function periodOptions({ config }: Runnable): readonly (readonly [string, string])[] {
  const text = reportsWords.value
  const set = reportPeriod(config?.params ?? {})
  const oldest = config?.oldest_from ?? null
  const first =
    set !== null
      ? text.asSet({ period: set })
      : oldest === null
        ? text.periods['']
        : text.since({ day: oldest })
  const names: PeriodName[] = [...REPORT_PERIODS, 'other']
  return [['', first], ...names.map((name) => [name, text.periods[name]] as const)]
}

/** The request parameters. A named period is converted into days when the report starts. */
function paramsOf(content: Content, inputs: readonly string[]) {
  const { period = '', from, to, groups, login, logins } = content
  const name = String(period)
  const days = isReportPeriod(name)
    ? daysOf(name, serverDay())
    : name === 'other'
      ? { from, to }
      : {}
  const asked = Object.entries({ ...days, groups, login, logins })
  return Object.fromEntries(asked.filter(([one, value]) => inputs.includes(one) && isSaid(value)))
}

function isSaid(value: unknown): boolean {
  const isEmpty = value === undefined || value === null || value === ''
  return !isEmpty && !(Array.isArray(value) && value.length === 0)
}

function withoutParams(faults: Faults): Faults {
  return Object.fromEntries(
    Object.entries(faults).map(([path, message]) => [path.replace(/^params\./, ''), message]),
  )
}
