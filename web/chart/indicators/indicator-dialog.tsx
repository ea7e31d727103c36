import { useState } from 'preact/hooks'
import { Dialog, Field } from '../../look/controls.js'
import { Icon } from '../../look/icons.js'
import { set, settings } from '../../settings/settings.js'
import { words } from '../../text/terminal/words.js'
import {
  INDICATOR_KINDS,
  INDICATORS_MAX,
  type Indicator,
  type IndicatorKind,
  indicatorName,
  indicatorsOf,
  indicatorText,
  isLength,
  KINDS,
} from './kinds.js'

/** Colours for further indicators of the same kind, so that they can be distinguished. */
const COLOURS = ['#e0a100', '#a855f7', '#06b6d4', '#2f81f7', '#22a06b', '#e5484d'] as const

function keep(list: readonly Indicator[]): void {
  set({ indicators: list.map(indicatorText) })
}

/**
 * The dialog for chart indicators with their lengths and colours; a kind can be added several
 * times.
 */
export function IndicatorDialog({ onClose }: { onClose: () => void }) {
  const { indicator: text } = words.value
  const list = indicatorsOf(settings.value.indicators)
  const add = (kind: IndicatorKind) => {
    const used = list.map(({ colour }) => colour)
    const own = [KINDS[kind].colour, ...COLOURS]
    const colour = own.find((one) => !used.includes(one)) ?? KINDS[kind].colour
    keep([...list, { kind, lengths: KINDS[kind].lengths, colour }])
  }
  return (
    <Dialog title={text.title} onClose={onClose}>
      {list.length === 0 && <p class="faint">{text.none}</p>}
      <ul class="indicators">
        {list.map((one, i) => (
          <IndicatorRow
            key={`${i} ${one.kind}`}
            indicator={one}
            onChange={(next) => keep(list.map((own, j) => (i === j ? next : own)))}
            onDrop={() => keep(list.filter((_, j) => i !== j))}
          />
        ))}
      </ul>
      <fieldset class="row wrap" disabled={list.length >= INDICATORS_MAX}>
        <legend class="faint">{text.add({ n: INDICATORS_MAX })}</legend>
        {INDICATOR_KINDS.map((kind) => (
          <button key={kind} type="button" class="small" onClick={() => add(kind)}>
            + {kind}
          </button>
        ))}
      </fieldset>
    </Dialog>
  )
}

function IndicatorRow(props: {
  indicator: Indicator
  onChange: (next: Indicator) => void
  onDrop: () => void
}) {
  const { indicator, onChange, onDrop } = props
  const { indicator: text } = words.value
  const { kind, lengths, colour } = indicator
  const [typed, setTyped] = useState(lengths.map(String))
  const name = indicatorName(indicator)
  const type = (i: number, value: string) => {
    const next = typed.map((own, j) => (i === j ? value : own))
    setTyped(next)
    if (next.every(isLength)) onChange({ ...indicator, lengths: next.map(Number) })
  }
  return (
    <li>
      <b>{kind}</b>
      {typed.map((value, i) => (
        <Field
          key={i}
          label={typed.length === 1 ? text.length : text.lengthOf({ n: i + 1 })}
          value={value}
          inputMode="numeric"
          maxLength={3}
          wrong={isLength(value) ? undefined : text.wrong}
          onInput={(next) => type(i, next)}
        />
      ))}
      <div class="field">
        <label>
          {text.colour}
          <input
            type="color"
            value={colour}
            onInput={(event) => onChange({ ...indicator, colour: event.currentTarget.value })}
          />
        </label>
      </div>
      <button
        type="button"
        class="plain icon"
        aria-label={text.drop({ what: name })}
        title={text.drop({ what: name })}
        onClick={onDrop}
      >
        <Icon name="close" />
      </button>
    </li>
  )
}
