import { signal } from '@preact/signals'
import { after } from '../../link/clock.js'
import { settings } from '../../settings/settings.js'
import { lives } from '../../staff/connection/link.js'
import { openRecords, showRecord, stepRecord } from '../../staff/open-records.js'
import { meantKey } from '../../staff/own-keys.js'
import { isShown, PAGES } from '../../staff/pages.js'
import { go } from '../../staff/place.js'

/**
 * Keyboard shortcuts of the desk.
 *
 * - Single letters work only outside input fields and dialogs, and can be turned off.
 * - A held key acts only once.
 * K3. Ctrl+Enter presses the main button of a dialog, if it is enabled.
 * K4. A page's own shortcuts take precedence. A page registers them with `ownKeys` or stops the
 *     event.
 */
export const openDialog = signal<'find' | 'keys' | 'settings' | null>(null)

/** A pressed key: `key` is that of the desk, also if the person has another one for its action. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'altKey' | 'target' | 'defaultPrevented'
>

/** A page's handler for keys outside input fields and dialogs. True if it handled the key. */
type OwnKey = (press: KeyPress) => boolean
const pageKeys = new Set<OwnKey>()

/** Registers a page's shortcuts (K4). Returns a function that removes them. */
export function ownKeys(run: OwnKey): () => void {
  pageKeys.add(run)
  return () => pageKeys.delete(run)
}

/** How long the desk waits for the second letter of a shortcut such as `G A`. */
const SECOND_MS = 1_500
let isGoing = false
let stopGoing: () => void = () => undefined

export function onKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, repeat } = event
  if (repeat) return
  const isCtrl = (letter: string) => (ctrlKey || metaKey) && !altKey && key.toLowerCase() === letter
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (dialog !== undefined) {
    if (key === 'Enter' && (ctrlKey || metaKey) && confirmed(dialog)) event.preventDefault()
    return
  }
  if (isCtrl('k')) {
    openDialog.value = 'find'
    event.preventDefault()
    return
  }
  if (isCtrl('e') && pressed('export')) {
    event.preventDefault()
    return
  }
  const target = event.target as HTMLElement
  const isTyping = target.matches('input:not([type=checkbox]), textarea, select')
  if (isTyping || ctrlKey || metaKey || (key.length === 1 && !settings.value.keys)) return
  const { defaultPrevented } = event
  const meant = isGoing ? key : meantKey(key)
  const press = { key: meant, ctrlKey, altKey, target, defaultPrevented }
  const isOwn = !isGoing && [...pageKeys].some((run) => run(press))
  if (isOwn || (!altKey && settings.value.keys && single(meant))) event.preventDefault()
}

/** Presses the main button of the dialog (K3). */
function confirmed(dialog: Element): boolean {
  const button = dialog.querySelector<HTMLButtonElement>('footer button.primary:enabled')
  button?.click()
  return button !== null
}

/** Presses a button of the list, such as the one that exports it. */
function pressed(name: 'export' | 'jump'): boolean {
  const button = document.querySelector<HTMLButtonElement>(`#page button.${name}:enabled`)
  button?.click()
  return button !== null
}

function single(key: string): boolean {
  if (isGoing) {
    stopGoing()
    isGoing = false
    const record = openRecords.value[Number(key) - 1]
    if (record !== undefined) showRecord(record)
    const page = PAGES.find(({ name, letter }) => letter === key.toUpperCase() && isShown(name))
    if (page !== undefined) go([page.name])
    return record !== undefined || page !== undefined
  }
  switch (key) {
    case 'g':
    case 'G':
      isGoing = true
      stopGoing = after(SECOND_MS, () => {
        isGoing = false
      })
      return true
    case '<':
      return stepRecord(-1)
    case '>':
      return stepRecord(1)
    case '/':
      return focusFilter()
    case 'j':
    case 'J':
      return pressed('jump')
    case '?':
      openDialog.value = 'keys'
      return true
    case 'r':
    case 'R':
      // Makes all open pages read their data again.
      lives.value++
      return true
    default:
      return false
  }
}

function focusFilter(): boolean {
  const found = document.querySelector<HTMLInputElement>('#page [data-filter]')
  found?.focus()
  found?.select()
  return found !== null
}
