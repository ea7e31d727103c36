import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { wait } from '../link/clock.js'
import { once, PAUSE_MS } from '../state/once.js'
import { fieldText, stepped, type Thousands, withoutUnit } from '../text/typed-numbers.js'
import { wrongNumber } from '../text/typed-words.js'
import { words } from '../text/words.js'
import { Icon } from './icons.js'

/** A native dialog: it keeps the focus, and Escape closes it. */
export function Dialog(props: {
  title: string
  isWide?: boolean
  onClose: () => void
  children: ComponentChildren
}) {
  const box = useRef<HTMLDialogElement>(null)
  const isGone = useRef(false)
  const label = useId()
  // Opened in a layout effect, before a key can be pressed:
  // Escape would not reach a dialog that is not open yet.
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus()
    // The focus also returns to its former place if an action removes the dialog.
    return () => {
      isGone.current = true
      dialog?.close()
    }
  }, [])
  return (
    <dialog
      ref={box}
      class={props.isWide === true ? 'wide' : ''}
      aria-labelledby={label}
      onClose={() => {
        if (!isGone.current) props.onClose()
      }}
    >
      <header>
        <h2 id={label} class="grow">
          {props.title}
        </h2>
        <button
          type="button"
          class="plain icon"
          aria-label={words.value.close}
          onClick={() => box.current?.close()}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="inside">{props.children}</div>
    </dialog>
  )
}

/** A button that opens a menu. */
export function Menu(props: {
  label: string
  children: (close: () => void) => ComponentChildren
  icon?: 'more' | 'menu' | 'gear' | 'grid'
  text?: string
  /** Whether something chosen in the menu is active. */
  isOn?: boolean
}) {
  const [at, setAt] = useState<Place | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        class={`${props.text === undefined ? 'plain icon' : 'small'} ${props.isOn === true ? 'on' : ''}`}
        aria-label={props.label}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={() => {
          const edges = button.current?.getBoundingClientRect()
          const { left = 0, top = 0, bottom = 0 } = edges ?? {}
          setAt(at === null ? { x: left, y: bottom, top } : null)
        }}
      >
        {props.text ?? <Icon name={props.icon ?? 'more'} />}
      </button>
      {at !== null && (
        <MenuList label={props.label} at={at} opener={button.current} onClose={() => setAt(null)}>
          {props.children}
        </MenuList>
      )}
    </>
  )
}

export interface Place {
  readonly x: number
  readonly y: number
  /** The upper edge of the button; omitted if the menu opens at a point. */
  readonly top?: number
}

/**
 * The time after opening for which a menu ignores clicks, which may have been meant for its button.
 */
const MENU_DEAF_MS = 300

/** Places a menu below or above its button, on the side with more space, without covering it. */
function placeMenu(box: HTMLElement, { x, y, top = y }: Place): void {
  const { width, height } = box.getBoundingClientRect()
  const below = innerHeight - y - 10
  const above = top - 10
  const isBelow = height <= below || below >= above
  const shown = Math.min(height, isBelow ? below : above)
  box.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`
  box.style.top = `${isBelow ? y + 2 : top - 2 - shown}px`
  box.style.maxHeight = `${shown}px`
  box.style.overflowY = shown < height ? 'auto' : ''
}

/** The items of a menu at a place of the page, above everything else. A click outside closes it. */
export function MenuList(props: {
  label: string
  at: Place
  /** The element that gets the focus back when an item or Escape closes the menu. */
  opener: HTMLElement | null
  onClose: () => void
  children: (close: () => void) => ComponentChildren
}) {
  const { at, opener } = props
  const list = useRef<HTMLDivElement>(null)
  const close = () => {
    props.onClose()
    opener?.focus()
  }
  useLayoutEffect(() => {
    const box = list.current
    if (box === null) return
    box.showPopover?.()
    placeMenu(box, at)
    box.setAttribute('aria-disabled', 'true')
    void wait(MENU_DEAF_MS).then(() => box.removeAttribute('aria-disabled'))
    box.querySelector<HTMLElement>('button:enabled, a')?.focus()
    const outside = (event: PointerEvent) => {
      const target = event.target as Node
      if (!box.contains(target) && opener?.contains(target) !== true) props.onClose()
    }
    addEventListener('pointerdown', outside, true)
    return () => removeEventListener('pointerdown', outside, true)
  }, [at])
  // Keyboard clicks have a `detail` of 0, pointer clicks the number of clicks at the same place.
  const onPress = (event: MouseEvent) => {
    const isDeaf = list.current?.hasAttribute('aria-disabled') === true
    if (event.detail === 0 || (event.detail === 1 && !isDeaf)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('button:enabled, a') ?? [])]
    const items = all.filter((one) => one.checkVisibility())
    const here = items.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Escape') close()
    else if (event.key === 'ArrowDown') items[(here + 1) % items.length]?.focus()
    else if (event.key === 'ArrowUp') items[(here - 1 + items.length) % items.length]?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a menu
    <div
      ref={list}
      popover="manual"
      class="menu"
      role="group"
      aria-label={props.label}
      onClickCapture={onPress}
      onKeyDown={onKeyDown}
    >
      {props.children(close)}
    </div>
  )
}

export interface FieldProps {
  label: string
  value: string
  onInput: (value: string) => void
  type?: string
  wrong?: string | undefined
  autocomplete?: string
  inputMode?: 'decimal' | 'numeric' | 'text' | 'email' | 'tel'
  maxLength?: number
  isRequired?: boolean
  hasFocus?: boolean
  name?: string
}

export function Field(props: FieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (props.hasFocus === true) input.current?.focus()
  }, [props.hasFocus])
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <input
        id={id}
        ref={input}
        name={props.name ?? ''}
        type={props.type ?? 'text'}
        value={props.value}
        required={props.isRequired ?? false}
        autocomplete={(props.autocomplete ?? 'off') as 'off'}
        inputMode={props.inputMode ?? 'text'}
        maxLength={props.maxLength ?? 256}
        aria-invalid={props.wrong !== undefined}
        aria-describedby={props.wrong === undefined ? undefined : `${id}w`}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
      {props.wrong !== undefined && (
        <span class="wrong" id={`${id}w`}>
          {props.wrong}
        </span>
      )}
    </div>
  )
}

/** A multi-line text input. */
export function LongField(props: {
  label: string
  value: string
  rows?: number
  maxLength: number
  onInput: (value: string) => void
}) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <textarea
        id={id}
        rows={props.rows ?? 6}
        maxLength={props.maxLength}
        value={props.value}
        onInput={({ currentTarget }) => props.onInput(currentTarget.value)}
      />
    </div>
  )
}

/** The longest number that fits into a narrow input next to its unit. */
const BESIDE_UNIT = 5

/**
 * Keeps the selection in an input whose value follows the market. Otherwise a new price would move
 * the caret to its end, and what is typed to replace the price would be appended to it.
 */
function useKeptSelection(value: string): RefObject<HTMLInputElement> {
  const input = useRef<HTMLInputElement>(null)
  const shown = input.current
  const isMoved = shown !== null && shown === document.activeElement && shown.value !== value
  const { selectionStart: start, selectionEnd: end } = shown ?? {}
  const isAll = start === 0 && end === shown?.value.length
  useLayoutEffect(() => {
    if (isMoved) shown.setSelectionRange(start ?? 0, isAll ? value.length : (end ?? 0))
  }, [value])
  return input
}

/** A number input with step buttons; arrow keys also change the value. */
export function Stepper(props: {
  label: string
  value: string
  step: string
  digits: number
  /** The value from which the first step of an empty input starts. */
  from?: string
  id?: string
  isLabelHidden?: boolean
  /** How a single thousands separator is interpreted. */
  thousands?: Thousands
  /** The unit, shown after the number if there is space, and removed from pasted text. */
  unit?: string
  onInput: (value: string) => void
}) {
  const own = useId()
  const id = props.id ?? own
  const input = useKeptSelection(props.value)
  const wrong = props.value === '' ? null : wrongNumber(props.value, props.digits, props.thousands)
  const unit = props.value.length <= BESIDE_UNIT ? props.unit : undefined
  const go = (steps: number) => {
    const start = props.value === '' ? fieldText(props.from ?? '0') : props.value
    const next = stepped(
      start,
      props.step,
      props.value === '' ? 0 : steps,
      props.digits,
      props.thousands,
    )
    if (next !== null) props.onInput(next)
  }
  return (
    <div class="field">
      <label for={id} class={props.isLabelHidden === true ? 'hidden' : ''}>
        {props.label}
      </label>
      <div class="stepper">
        <button
          type="button"
          aria-label={`${props.label}: ${words.value.typed.less}`}
          onClick={() => go(-1)}
        >
          −
        </button>
        <input
          ref={input}
          id={id}
          value={props.value}
          inputMode="decimal"
          autocomplete="off"
          maxLength={24}
          aria-invalid={wrong !== null}
          aria-describedby={wrong === null ? undefined : `${id}w`}
          onInput={(event) => props.onInput(withoutUnit(event.currentTarget.value, props.unit))}
          class={unit === undefined ? '' : 'with-unit'}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            const steps = event.shiftKey ? 10 : 1
            go(event.key === 'ArrowUp' ? steps : -steps)
          }}
        />
        {unit !== undefined && (
          <span class="unit" aria-hidden="true">
            {unit}
          </span>
        )}
        <button
          type="button"
          aria-label={`${props.label}: ${words.value.typed.more}`}
          onClick={() => go(1)}
        >
          +
        </button>
      </div>
      {wrong !== null && (
        <span class="wrong" id={`${id}w`}>
          {wrong}
        </span>
      )}
    </div>
  )
}

export function Choice<T extends string>(props: {
  label: string
  value: T
  options: readonly (readonly [T, string])[]
  onInput: (value: T) => void
}) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <select
        id={id}
        value={props.value}
        onChange={(event) => props.onInput(event.currentTarget.value as T)}
      >
        {props.options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

export function Segments<T extends string>(props: {
  label: string
  value: T
  options: readonly (readonly [T, string])[]
  onInput: (value: T) => void
}) {
  return (
    <fieldset class="segments" aria-label={props.label}>
      {props.options.map(([value, text]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.value}
          onClick={() => props.onInput(value)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  )
}

/** A button that ignores clicks while its action runs, and for at least 300 ms. */
export function OnceButton(props: {
  class?: string
  isOff?: boolean
  label?: string
  type?: 'button' | 'submit'
  /**
   * Whether it gets the focus when its dialog opens. A key that is still held down does not click
   * it.
   */
  isFirst?: boolean
  onPress: () => Promise<unknown>
  children: ComponentChildren
}) {
  const [isBusy, setBusy] = useState(false)
  const name = useId()
  const press = () =>
    once(name, async () => {
      setBusy(true)
      await Promise.allSettled([props.onPress(), wait(PAUSE_MS)])
    }).finally(() => setBusy(false))
  return (
    <button
      type={props.type ?? 'button'}
      class={props.class ?? ''}
      disabled={isBusy || props.isOff === true}
      aria-label={props.label}
      aria-busy={isBusy}
      {...(props.isFirst === true
        ? {
            'data-first': true,
            onKeyDown: (event: KeyboardEvent) => {
              if (event.repeat) event.preventDefault()
            },
          }
        : {})}
      onClick={() => void press()}
    >
      {props.children}
    </button>
  )
}
