import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { wait } from '../link/clock.js'
import { once, PAUSE_MS } from '../state/once.js'
import { fieldText, stepped, type Thousands, withoutUnit } from '../text/typed-numbers.js'
import { wrongNumber } from '../text/typed-words.js'
import { words } from '../text/words.js'
import { Icon } from './icons.js'

/** A dialog of the browser: it holds the focus, and Escape closes it. */
export function Dialog(props: {
  title: string
  isWide?: boolean
  onClose: () => void
  children: ComponentChildren
}) {
  const box = useRef<HTMLDialogElement>(null)
  const isGone = useRef(false)
  const label = useId()
  // Before anybody can press a key: Escape would go past a dialog that is not yet open.
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus()
    // Also where an act takes it away, the focus goes back to where it was.
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

/** A list of acts that opens at its button. */
export function Menu(props: {
  label: string
  children: (close: () => void) => ComponentChildren
  icon?: 'more' | 'menu' | 'gear' | 'grid'
  text?: string
  /** Something that was chosen in it is going on. */
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
  /** The upper edge of what was pressed; without it a single point was pressed. */
  readonly top?: number
}

/** A menu takes no press this long after it opened: the press may have been meant for its button. */
const MENU_DEAF_MS = 300

/** Puts a menu below or above what was pressed, on the side with room, and never over it. */
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

/** The acts of a menu, at a place of the page and above all that is there; a press beside it closes it. */
export function MenuList(props: {
  label: string
  at: Place
  /** The element that gets the focus back when the menu is closed by a choice or by Escape. */
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
  // Keys press with a detail of 0, a pointer with the number of its presses at one place.
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
    // biome-ignore lint/a11y/useSemanticElements: no element of the browser is a menu
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

/** A text of several lines. */
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

/** The longest number that a narrow field shows whole beside its unit. */
const BESIDE_UNIT = 5

/** A number with a step beside it: by buttons, by arrow keys, typed. */
export function Stepper(props: {
  label: string
  value: string
  step: string
  digits: number
  /** The first step of an empty field starts here. */
  from?: string
  id?: string
  isLabelHidden?: boolean
  /** How a single mark of thousands is read. */
  thousands?: Thousands
  /** Shown behind a number that leaves room for it, and taken off one that is pasted with it. */
  unit?: string
  onInput: (value: string) => void
}) {
  const own = useId()
  const id = props.id ?? own
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

/** A button that takes one press, and the next when what it began is over, 300 ms later at the soonest. */
export function OnceButton(props: {
  class?: string
  isOff?: boolean
  label?: string
  type?: 'button' | 'submit'
  /** Whether it gets the focus when its dialog opens; a key still held from before does not press it. */
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
