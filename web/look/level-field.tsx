import { useState } from 'preact/hooks'
import { type LevelChange, typedLevel, UNCHANGED } from '../text/level-change.js'
import { grouped } from '../text/numbers.js'
import { fieldText } from '../text/typed-numbers.js'
import { words } from '../text/words.js'
import { Stepper } from './controls.js'

/** A stop, a target or the price of an order as somebody changes it. */
export interface TypedLevel {
  /** The account's current price, whoever set it. */
  readonly now: string | null
  readonly text: string
  /** Null where what is typed is no price. */
  readonly change: LevelChange | null
  /** Whether the account's price has changed since somebody began to type. */
  readonly hasMoved: boolean
  onInput(text: string): void
}

/** A price that follows the account's until somebody types another. */
export function useLevel(now: string | null, digits: number): TypedLevel {
  const [typed, setTyped] = useState<{ text: string; began: string | null } | null>(null)
  return {
    now,
    text: typed?.text ?? fieldText(now ?? ''),
    change: typed === null ? UNCHANGED : typedLevel(typed.text, now, digits),
    hasMoved: typed !== null && typed.began !== now,
    onInput: (text) =>
      setTyped((before) => ({ text, began: before === null ? now : before.began })),
  }
}

interface LevelFieldProps {
  readonly label: string
  readonly level: TypedLevel
  readonly digits: number
  readonly tick: string
  /** The first step of an empty field starts here. */
  readonly from?: string
  /** Says that the account's price has changed since somebody began to type. */
  moved(price: { readonly now: string }): string
  /** A line below the field. */
  readonly said?: string | null
}

/** A field that says when its price has moved meanwhile. */
export function LevelField(props: LevelFieldProps) {
  const { label, level, digits, tick, from, said } = props
  return (
    <div>
      <Stepper
        label={label}
        value={level.text}
        step={tick}
        digits={digits}
        {...(from === undefined ? {} : { from })}
        onInput={level.onInput}
      />
      {level.hasMoved && (
        <p class="moved" role="status">
          {props.moved({ now: level.now === null ? words.value.none : grouped(level.now) })}
        </p>
      )}
      {said !== null && said !== undefined && <p class="faint">{said}</p>}
    </div>
  )
}
