import { useState } from 'preact/hooks'
import type { FormField } from '../../form/control.js'
import { keptDraft } from '../../form/use-draft.js'
import type { Data } from '../../link/contract.js'
import { Choice, Field, OnceButton } from '../../look/controls.js'
import { Icon } from '../../look/icons.js'
import { open } from '../../staff/place.js'
import { ask, type SettingsRecord } from '../../staff/settings-records.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { faultsOf } from '../../text/faults.js'
import { answerWords } from '../../text/refusals.js'

type Answered = Data<'POST /admin/v1/routing/test'>

/**
 * Asks which routing rule would decide a request, and why not those before it: on the rules as they are drawn, with an
 * order and a rule that are not saved.
 */
export function WhichRule(props: {
  fields: readonly FormField[]
  records: readonly SettingsRecord[]
  order: readonly SettingsRecord['id'][] | null
}) {
  const { ask: text } = settingsWords.value
  const { fields, records } = props
  const [login, setLogin] = useState('')
  const [kind, setKind] = useState('open')
  const [orderKind, setOrderKind] = useState('market')
  const [symbol, setSymbol] = useState('')
  const [side, setSide] = useState('buy')
  const [volume, setVolume] = useState('1')
  const [at, setAt] = useState('')
  const [answered, setAnswered] = useState<Answered | null>(null)
  const [wrong, setWrong] = useState('')
  const draft = draftOf(records, props.order)
  const valuesOf = (name: string) =>
    (fields.find((field) => field.name === name)?.meta.values ?? []).map(
      (value) => [value.name, value.label] as const,
    )
  const send = async () => {
    setWrong('')
    const answer = await ask('POST /admin/v1/routing/test', undefined, undefined, {
      login: /^\d+$/.test(login) ? Number(login) : login,
      kind,
      order_kind: orderKind,
      symbol,
      side,
      volume: volume.trim().replace(',', '.'),
      ...(at.trim() === '' ? {} : { at: at.trim() }),
      ...(draft === null ? {} : { draft }),
    })
    setAnswered(answer.ok ? (answer.data as Answered) : null)
    if (answer.ok) return
    const faults = Object.entries(faultsOf(answer.data))
    setWrong(
      `${answerWords(answer)} ${faults.map(([path, message]) => `${path}: ${message}`).join('; ')}`,
    )
  }
  const nameOf = (id: number) =>
    id === 0 ? text.newRule : String(records.find((one) => one.id === id)?.['name'] ?? `#${id}`)
  return (
    <aside class="desk-card" aria-label={settingsWords.value.which}>
      <header class="row">
        <h2 class="grow">{settingsWords.value.which}</h2>
        <button
          type="button"
          class="plain icon"
          aria-label={settingsWords.value.close}
          onClick={() => open(['routing'])}
        >
          <Icon name="close" />
        </button>
      </header>
      <form
        class="settings-form which-rule"
        onSubmit={(event) => {
          event.preventDefault()
        }}
      >
        <div class="settings-body">
          <div class="form-fields">
            <Field label={text.login} value={login} inputMode="numeric" onInput={setLogin} />
            <Choice
              label={text.kind}
              value={kind}
              options={valuesOf('request_kinds')}
              onInput={setKind}
            />
            <Choice
              label={text.orderKind}
              value={orderKind}
              options={valuesOf('order_kinds')}
              onInput={setOrderKind}
            />
            <Field label={text.symbol} value={symbol} onInput={setSymbol} />
            <Choice
              label={text.side}
              value={side}
              options={[
                ['buy', text.buy],
                ['sell', text.sell],
              ]}
              onInput={setSide}
            />
            <Field label={text.volume} value={volume} inputMode="decimal" onInput={setVolume} />
            <Field label={text.at} value={at} onInput={setAt} />
          </div>
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
            <div class="stack" role="status">
              <b>
                {answered.rule_id === null ? text.nothing : text.decides(nameOf(answered.rule_id))}
              </b>
              <ol class="walk">
                {answered.walk.map(({ rule_id: id, matched, why }) => (
                  <li key={id} class={matched ? 'gain' : ''}>
                    <b>{nameOf(id)}</b> · {matched ? text.fits : text.fails}
                    <span class="faint says"> {why}</span>
                  </li>
                ))}
              </ol>
              {answered.dealers.length > 0 && <p>{text.asked(answered.dealers.join(', '))}</p>}
              {answered.needs.length > 0 && (
                <p class="faint">
                  {text.needs([...new Set(answered.needs.map(({ field }) => field))].join(', '))}
                </p>
              )}
            </div>
          )}
        </div>
      </form>
    </aside>
  )
}

/** The rules as they are drawn: an order that is not saved, and the first rule with changes that are not; null for none. */
function draftOf(
  records: readonly SettingsRecord[],
  order: readonly SettingsRecord['id'][] | null,
) {
  const changed = records
    .map((record) => ({ id: record.id, ...keptDraft('settings.routing', String(record.id)).mine }))
    .find((rule) => Object.keys(rule).length > 1)
  if (changed === undefined && order === null) return null
  return {
    ...(changed === undefined ? {} : { rule: changed }),
    ...(order === null ? {} : { order }),
  }
}
