import { useState } from 'preact/hooks'
import { type LevelChange, typedLevel, UNCHANGED } from '../text/level-change.js'
import { grouped } from '../text/numbers.js'
import { fieldText } from '../text/typed-numbers.js'
import { words } from '../text/words.js'
import { Stepper } from './controls.js'

/** A stop loss, take profit or order price that the user edits. */
export interface TypedLevel {
  /** The current price on the server, set by anyone. */
  readonly now: string | null
  readonly text: string
  /** The typed change; null if the typed text is not a price. */
  readonly change: LevelChange | null
  /** Whether the server's price has changed since the user began to type. */
  readonly hasMoved: boolean
  onInput(text: string): void
}

/** A price that follows the server's value until the user types another one. */
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
  /** The value from which the first step of an empty input starts. */
  readonly from?: string
  /** The text that says the server's price has changed since the user began to type. */
  moved(price: { readonly now: string }): string
  /** A text that is shown below the input. */
  readonly said?: string | null
}

/** An input that shows when its price has changed on the server meanwhile. */
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
