import { useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { Dialog, Field, OnceButton } from '../../look/controls.js'
import { ShortTable } from '../../look/table/short-table.js'
import { effectsWords } from '../../text/desk/effects-words.js'
import { countText, grouped } from '../../text/numbers.js'
import { typedWhole } from '../../text/typed-numbers.js'
import { words } from '../../text/words.js'

/** The effect of a change on the margin of accounts, from its dry run. */
export type Effects = Schemas['EffectsView']

/** Kinds of settings that influence margin. */
const MARGIN_KINDS: ReadonlySet<string> = new Set([
  'groups',
  'symbols',
  'leverage_profiles',
  'leverage_switches',
])

/** Whether a change of this kind may affect margin, and so needs a dry run before saving. */
export function movesMargin(kind: string): boolean {
  return MARGIN_KINDS.has(kind)
}

/** Fields whose change may move prices, or close the market in which they are made. */
const PRICE_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  symbols: new Set([
    'digits',
    'filter_max_jump_pts',
    'quote_markup_ask_pts',
    'quote_markup_bid_pts',
    'quote_max_age_sec',
    'quote_source',
    'sessions',
    'spread_balance_pts',
    'spread_pts',
    'trade_access',
  ]),
}

/** Whether a change of these fields may move prices or stop trading. */
export function movesPrices(kind: string, names: readonly string[]): boolean {
  return names.some((name) => PRICE_FIELDS[kind]?.has(name))
}

export function effectsOf(data: unknown): Effects | null {
  if (typeof data !== 'object' || data === null || !('effects' in data)) return null
  return data.effects as Effects
}

/** The number that the user has to type before the change is saved; 0 if none. */
export function typedCount({ accounts, stop_out, judged }: Effects): number {
  if (stop_out > 0) return stop_out
  return judged === undefined ? 0 : accounts
}

/** The effects as text. Only a change that cannot move prices is called one without effect. */
export function effectsLines(
  { accounts, stop_out, margin_call, unpriced, judged }: Effects,
  canMovePrices: boolean,
): readonly string[] {
  const text = effectsWords.value
  if (accounts === 0) return canMovePrices ? [] : [text.none]
  const isFine = stop_out + margin_call + unpriced === 0 && judged === undefined
  return [
    text.accounts({ n: countText(accounts) }),
    ...(stop_out > 0 ? [text.stopOut({ n: countText(stop_out) })] : []),
    ...(margin_call > 0 ? [text.marginCall({ n: countText(margin_call) })] : []),
    ...(unpriced > 0 ? [text.unpriced({ n: countText(unpriced) })] : []),
    ...(judged === undefined
      ? []
      : [text.judged({ n: countText(judged), all: countText(accounts) })]),
    ...(isFine ? [text.fine] : []),
  ]
}

/** The effects as text, and the accounts that lose most. */
export function EffectsNote({ effects }: { effects: Effects }) {
  const text = effectsWords.value
  const isBad = typedCount(effects) > 0
  return (
    <div class="stack" role={isBad ? 'alert' : 'status'}>
      <div class={isBad ? 'banner bad stack' : 'stack'}>
        {effectsLines(effects, true).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
      {effects.worst.length > 0 && (
        <ShortTable
          label={text.worst}
          frame="scroll many-refused"
          rows={effects.worst}
          keyOf={({ login }) => login}
          columns={[
            { id: 'login', label: text.login, isNumber: true, cell: ({ login }) => login },
            {
              id: 'before',
              label: text.before,
              isNumber: true,
              cell: ({ level_before: level }) => (level === null ? '' : `${grouped(level)} %`),
            },
            {
              id: 'after',
              label: text.after,
              isNumber: true,
              cell: ({ level_after }) => `${grouped(level_after)} %`,
            },
          ]}
        />
      )}
      {effects.accounts > 0 && <p class="faint">{text.moment}</p>}
    </div>
  )
}

/**
 * The input for the number of stop outs. `onSure` receives whether it equals the number in the
 * preview.
 */
export function EffectsInput(props: {
  effects: Effects
  hasFocus?: boolean
  onSure: (isSure: boolean) => void
}) {
  const text = effectsWords.value
  const [typed, setTyped] = useState('')
  const count = String(typedCount(props.effects))
  const label =
    props.effects.stop_out > 0 ? text.typed({ n: count }) : text.typedAccounts({ n: count })
  return (
    <Field
      label={label}
      value={typed}
      inputMode="numeric"
      maxLength={12}
      hasFocus={props.hasFocus === true}
      onInput={(value) => {
        setTyped(value)
        props.onSure(typedWhole(value) === count)
      }}
    />
  )
}

/** Asks for confirmation before saving a change that would stop accounts out. */
export function EffectsDialog(props: {
  effects: Effects
  save: string
  onSave: () => Promise<unknown>
  onClose: () => void
}) {
  const [isSure, setSure] = useState(false)
  return (
    <Dialog title={effectsWords.value.title} onClose={props.onClose}>
      <form class="stack" onSubmit={(event) => event.preventDefault()}>
        <EffectsNote effects={props.effects} />
        <EffectsInput effects={props.effects} hasFocus={true} onSure={setSure} />
        <footer>
          <button type="button" onClick={props.onClose}>
            {words.value.cancel}
          </button>
          <OnceButton type="submit" class="danger" isOff={!isSure} onPress={props.onSave}>
            {props.save}
          </OnceButton>
        </footer>
      </form>
    </Dialog>
  )
}
