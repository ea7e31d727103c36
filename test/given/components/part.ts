import type { Element, Window } from 'happy-dom'
import type { PageClock } from './page-clock.js'
import { control, isDisabled, isShown, nameOf, roleOf, textOf, tidy, treeOf } from './roles.js'

/**
 * A part of a page, found by role and name, by its label or by its text, each time that it is used.
 *
 *   P1. A string is the whole name or text, a pattern a piece of it.
 *   P2. An act waits until its part is there once and enabled. An act outside an open dialog fails, as the dialog covers
 *       everything else.
 *   P3. If a wait fails, the error has the page as roles and names.
 */
type Wanted = string | RegExp

/** How long a page may take on its own clock until it shows something. */
const PATIENCE_MS = 20_000

export interface Page {
  readonly window: Window
  readonly clock: PageClock
  /** Throws if something went wrong on the page. */
  check(): void
}

export class Part {
  readonly #page: Page
  readonly #told: string
  readonly #all: () => Element[]

  constructor(page: Page, told: string, all: () => Element[]) {
    this.#page = page
    this.#told = told
    this.#all = all
  }

  role(role: string, name?: Wanted): Part {
    const told = name === undefined ? role : `${role} ${String(name)}`
    return this.#below(told, (element) => roleOf(element) === role && fits(nameOf(element), name))
  }

  button(name: Wanted): Part {
    return this.role('button', name)
  }

  /** A field by its label. */
  label(name: Wanted): Part {
    return this.#below(
      `label ${String(name)}`,
      (element) => /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) && fits(nameOf(element), name),
    )
  }

  /** The innermost elements with this text. */
  text(text: Wanted): Part {
    const has = (element: Element) => fits(textOf(element), text)
    return this.#below(
      `text ${String(text)}`,
      (element) => has(element) && ![...element.children].some(has),
    )
  }

  /** Those that contain the other part. */
  with(wanted: Wanted): Part {
    return new Part(this.#page, `${this.#told} with ${String(wanted)}`, () =>
      this.#all().filter((element) => hasText(element, wanted)),
    )
  }

  nth(place: number): Part {
    return new Part(this.#page, `${this.#told} at ${place}`, () =>
      this.#all().slice(place, place + 1 || undefined),
    )
  }

  get first(): Part {
    return this.nth(0)
  }

  get last(): Part {
    return this.nth(-1)
  }

  /** Waits until it is shown. */
  async shown(): Promise<void> {
    await this.#until(() => this.#all().length > 0, 'is not shown')
  }

  async gone(): Promise<void> {
    await this.#until(() => this.#all().length === 0, 'is still shown')
  }

  /** Waits until as many are shown. */
  async counts(count: number): Promise<void> {
    await this.#until(
      () => this.#all().length === count,
      () => `is shown ${this.#all().length} times instead of ${count}`,
    )
  }

  count(): number {
    return this.#all().length
  }

  async click(
    more: { readonly ctrlKey?: boolean; readonly shiftKey?: boolean } = {},
  ): Promise<void> {
    await this.#press(await this.#ready(), 1, more)
    await this.#page.clock.settle()
    this.#page.check()
  }

  /** Two clicks at the same moment: the page draws in between, as in a browser. */
  async doubleClick(): Promise<void> {
    const element = await this.#ready()
    await this.#press(element, 1, {})
    await this.#page.clock.turn()
    if (!isDisabled(element)) await this.#press(element, 2, {})
    element.dispatchEvent(this.#mouse('dblclick', 2, {}))
    await this.#page.clock.settle()
    this.#page.check()
  }

  /** Replaces the text of a field, or the choice of a list by its words. */
  async fill(text: string): Promise<void> {
    const element = await this.#ready()
    this.#focus(element)
    const field = control(element) as unknown as { value: string }
    const option = [...element.querySelectorAll('option')].find((one) => textOf(one) === text)
    if (element.tagName === 'SELECT' && option === undefined)
      throw this.#error(`has no choice ${JSON.stringify(text)}`)
    field.value = option === undefined ? text : String(control(option).value)
    const { InputEvent, Event } = this.#page.window
    element.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }))
    element.dispatchEvent(new Event('change', { bubbles: true }))
    await this.#page.clock.settle()
    this.#page.check()
  }

  /** Presses a key with the focus on it: `Control+a`. */
  async press(keys: string): Promise<void> {
    const element = await this.#ready()
    this.#focus(element)
    this.#key(element, keys)
    await this.#page.clock.settle()
    this.#page.check()
  }

  async focus(): Promise<void> {
    this.#focus(await this.#ready())
    await this.#page.clock.settle()
  }

  async read(): Promise<string> {
    return textOf(await this.#one())
  }

  /** The texts of all of them. */
  async texts(): Promise<readonly string[]> {
    await this.shown()
    return this.#all().map(textOf)
  }

  /** The cells of the rows in it. */
  async rows(): Promise<readonly (readonly string[])[]> {
    const element = await this.#one()
    const all = [...element.querySelectorAll('*')].filter((one) => roleOf(one) === 'row')
    return all.map((row) => [...row.children].map(textOf))
  }

  async value(): Promise<string> {
    return String(control(await this.#one()).value)
  }

  async isChecked(): Promise<boolean> {
    return control(await this.#one()).checked === true
  }

  async isOff(): Promise<boolean> {
    return isDisabled(await this.#one())
  }

  async enabled(): Promise<void> {
    await this.#ready()
  }

  async attribute(name: string): Promise<string | null> {
    return (await this.#one()).getAttribute(name)
  }

  async hasFocus(): Promise<boolean> {
    return (await this.#one()) === this.#page.window.document.activeElement
  }

  #below(told: string, isWanted: (element: Element) => boolean): Part {
    return new Part(this.#page, `${this.#told} › ${told}`, () => {
      const found = this.#all().flatMap((one) => [...one.querySelectorAll('*')].filter(isWanted))
      return [...new Set(found)].filter(isShown)
    })
  }

  async #one(): Promise<Element> {
    await this.#until(
      () => this.#all().length === 1,
      () => (this.#all().length === 0 ? 'is not shown' : `is shown ${this.#all().length} times`),
    )
    return this.#all()[0] as Element
  }

  async #ready(): Promise<Element> {
    const element = await this.#one()
    await this.#until(() => this.#all().some((one) => !isDisabled(one)), 'is disabled')
    const over = [...this.#page.window.document.querySelectorAll('dialog[open]')].at(-1)
    const isCovered = over !== undefined && !over.contains(element)
    if (isCovered && element.closest('[popover]') === null)
      throw this.#error(`is covered by the dialog ${nameOf(over)}`)
    return this.#all()[0] ?? element
  }

  async #until(isSo: () => boolean, wrong: string | (() => string)): Promise<void> {
    const { clock } = this.#page
    await clock.settle()
    const until = clock.now() + PATIENCE_MS
    while (!isSo()) {
      this.#page.check()
      if (!(await clock.step(until))) throw this.#error(typeof wrong === 'string' ? wrong : wrong())
    }
    this.#page.check()
  }

  #error(what: string): Error {
    const { document } = this.#page.window
    const main = document.querySelector('main') ?? document.body
    const error = new Error(`${this.#told} ${what}`)
    return Object.assign(error, { page: treeOf(main) })
  }

  #focus(element: Element): void {
    const focusable = element.closest('button, input, select, textarea, a[href], [tabindex]')
    ;(focusable as unknown as { focus(): void } | null)?.focus()
  }

  #mouse(type: string, detail: number, more: object) {
    const { MouseEvent } = this.#page.window
    return new MouseEvent(type, { bubbles: true, cancelable: true, button: 0, detail, ...more })
  }

  async #press(element: Element, detail: number, more: object): Promise<void> {
    const { PointerEvent } = this.#page.window
    const down = { bubbles: true, cancelable: true, button: 0, ...more }
    element.dispatchEvent(new PointerEvent('pointerdown', down))
    if (element.dispatchEvent(this.#mouse('mousedown', detail, more))) this.#focus(element)
    // What the loss of the focus changes is drawn before the click.
    await this.#page.clock.turn()
    element.dispatchEvent(new PointerEvent('pointerup', down))
    element.dispatchEvent(this.#mouse('mouseup', detail, more))
    element.dispatchEvent(this.#mouse('click', detail, more))
  }

  #key(element: Element, keys: string): void {
    const parts = keys.split(/\+(?=.)/)
    const key = parts.at(-1) ?? ''
    const has = (name: string) => parts.slice(0, -1).includes(name)
    const given = { ctrlKey: has('Control'), shiftKey: has('Shift'), altKey: has('Alt') }
    const { KeyboardEvent, Event } = this.#page.window
    const name = key === 'Space' ? ' ' : key
    const more = { key: name, code: key, bubbles: true, cancelable: true, ...given }
    if (!element.dispatchEvent(new KeyboardEvent('keydown', more))) return
    const dialog = [...this.#page.window.document.querySelectorAll('dialog[open]')].at(-1)
    if (name === 'Escape' && dialog !== undefined) {
      const isKept = !dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
      if (!isKept) (dialog as unknown as { close(): void }).close()
    }
    const isPressed = name === 'Enter' || (name === ' ' && element.tagName !== 'A')
    if (isPressed && /^(BUTTON|A)$/.test(element.tagName))
      element.dispatchEvent(this.#mouse('click', 0, given))
    else if (name === 'Enter' && element.tagName === 'INPUT') {
      const send = element.closest('form')?.querySelector('button[type=submit]')
      if (send !== null && send !== undefined && !isDisabled(send))
        send.dispatchEvent(this.#mouse('click', 0, {}))
    }
  }
}

function fits(text: string, wanted: Wanted | undefined): boolean {
  if (wanted === undefined) return true
  return typeof wanted === 'string' ? text === tidy(wanted) : wanted.test(text)
}

function hasText(element: Element, wanted: Wanted): boolean {
  const text = textOf(element)
  return typeof wanted === 'string' ? text.includes(tidy(wanted)) : wanted.test(text)
}
