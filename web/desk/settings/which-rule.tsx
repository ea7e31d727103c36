import { useState } from 'preact/hooks'
import type { FormField } from '../../form/control.js'
import { keptDraft } from '../../form/use-draft.js'
import { Choice, Field, OnceButton } from '../../look/controls.js'
import { open } from '../../staff/place.js'
import type { RoutingRequest } from '../../staff/settings/routing-examples.js'
import type { SettingsRecord } from '../../staff/settings/settings-records.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { faultsOf } from '../../text/faults.js'
import { answerWords } from '../../text/refusals.js'
import { TimeField } from '../lists/period.js'
import { CardFrame } from '../lists/record-card.js'
import { KeepExample, RuleExamples } from './rule-examples.js'
import { type RuleDraft, type RuleTestResult, ruleName, testRule } from './tried-examples.js'

const FIRST: RoutingRequest = {
  login: '',
  kind: 'open',
  order_kind: 'market',
  symbol: '',
  side: 'buy',
  volume: '1',
  at: '',
}

/**
 * Tests which routing rule matches a request, and why the rules before it do not. It uses the
 * edited rules and the unsaved order.
 */
export function WhichRule(props: {
  fields: readonly FormField[]
  records: readonly SettingsRecord[]
  order: readonly SettingsRecord['id'][] | null
}) {
  const { ask: text } = settingsWords.value
  const { fields, records } = props
  const [request, setRequest] = useState<RoutingRequest>(FIRST)
  const [answered, setAnswered] = useState<{ of: RoutingRequest; walked: RuleTestResult } | null>(
    null,
  )
  const [wrong, setWrong] = useState('')
  const draft = draftOf(records, props.order)
  const send = async () => {
    setWrong('')
    const answer = await testRule(request, draft)
    setAnswered(answer.ok ? { of: request, walked: answer.data } : null)
    if (answer.ok) return
    const faults = Object.entries(faultsOf(answer.data))
    const all = faults.map(([path, said]) => `${path}: ${said}`).join('; ')
    setWrong(all === '' ? answerWords(answer) : all)
  }
  const nameOf = (id: number | null) => ruleName(records, id)
  return (
    <CardFrame
      title={settingsWords.value.which}
      close={settingsWords.value.close}
      escapes="nowhere"
      onClose={() => open(['routing'])}
    >
      <form
        class="settings-form which-rule"
        onSubmit={(event) => {
          event.preventDefault()
        }}
      >
        <div class="settings-body">
          <RequestFields
            fields={fields}
            request={request}
            onChange={(changed) => setRequest({ ...request, ...changed })}
          />
          <p class="row wrap">
            <span class="faint grow">{draft === null ? text.stored : text.drawn}</span>
            <OnceButton type="submit" class="primary" onPress={send}>
              {text.go}
            </OnceButton>
          </p>
          {wrong !== '' && (
            <div class="banner bad" role="alert">
              {wrong}
            </div>
          )}
          {answered !== null && (
            <>
              <Walk walked={answered.walked} nameOf={nameOf} />
              <KeepExample
                key={JSON.stringify(answered.of)}
                request={answered.of}
                rule={answered.walked.rule_id}
              />
            </>
          )}
          <RuleExamples
            draft={draft}
            nameOf={nameOf}
            onTake={(next) => {
              setRequest(next)
              setAnswered(null)
              setWrong('')
            }}
          />
        </div>
      </form>
    </CardFrame>
  )
}

/** The inputs for the request to test. */
function RequestFields(props: {
  fields: readonly FormField[]
  request: RoutingRequest
  onChange: (changed: Partial<RoutingRequest>) => void
}) {
  const { ask: text } = settingsWords.value
  const { request, onChange } = props
  const valuesOf = (name: string) =>
    (props.fields.find((field) => field.name === name)?.meta.values ?? []).map(
      (value) => [value.name, value.label] as const,
    )
  return (
    <div class="form-fields">
      <Field
        label={text.login}
        value={request.login}
        inputMode="numeric"
        onInput={(login) => onChange({ login })}
      />
      <Choice
        label={text.kind}
        value={request.kind}
        options={valuesOf('request_kinds')}
        onInput={(kind) => onChange({ kind })}
      />
      <Choice
        label={text.orderKind}
        value={request.order_kind}
        options={valuesOf('order_kinds')}
        onInput={(kind) => onChange({ order_kind: kind })}
      />
      <Field
        label={text.symbol}
        value={request.symbol}
        onInput={(symbol) => onChange({ symbol })}
      />
      <Choice
        label={text.side}
        value={request.side}
        options={[
          ['buy', text.buy],
          ['sell', text.sell],
        ]}
        onInput={(side) => onChange({ side })}
      />
      <Field
        label={text.volume}
        value={request.volume}
        inputMode="decimal"
        onInput={(volume) => onChange({ volume })}
      />
      <TimeField label={text.at} value={request.at} onValue={(at) => onChange({ at })} />
    </div>
  )
}

/** The matching rule, and the reason why each rule before it did not match. */
function Walk({ walked, nameOf }: { walked: RuleTestResult; nameOf: (id: number) => string }) {
  const { ask: text } = settingsWords.value
  return (
    <div class="stack" role="status">
      <b>
        {walked.rule_id === null ? text.nothing : text.decides({ name: nameOf(walked.rule_id) })}
      </b>
      <ol class="walk">
        {walked.walk.map(({ rule_id: id, matched, why }) => (
          <li key={id} class={matched ? 'gain' : ''}>
            <b>{nameOf(id)}</b> · {matched ? text.fits : text.fails}
            <span class="faint says"> {why}</span>
          </li>
        ))}
      </ol>
      {walked.dealers.length > 0 && <p>{text.asked({ logins: walked.dealers.join(', ') })}</p>}
      {walked.needs.length > 0 && (
        <p class="faint">
          {text.needs({
            fields: [...new Set(walked.needs.map(({ field }) => field))].join(', '),
          })}
        </p>
      )}
    </div>
  )
}

/**
 * The edited rules: the unsaved order, and the first rule with unsaved changes; null if there are
 * none.
 */
function draftOf(
  records: readonly SettingsRecord[],
  order: readonly SettingsRecord['id'][] | null,
): RuleDraft | null {
  const changed = records
    .map((record) => ({ id: record.id, ...keptDraft('settings.routing', String(record.id)).mine }))
    .find((rule) => Object.keys(rule).length > 1)
  if (changed === undefined && order === null) return null
  return {
    ...(changed === undefined ? {} : { rule: changed }),
    ...(order === null ? {} : { order }),
  }
}
