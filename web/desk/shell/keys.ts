import { signal } from '@preact/signals'
import { after } from '../../link/clock.js'
import { settings } from '../../settings/settings.js'
import { lives } from '../../staff/connection/link.js'
import { isShown, PAGES } from '../../staff/pages.js'
import { go } from '../../staff/place.js'

/**
 * Keys of the whole desk.
 *
 *   K1. Single letters act only outside fields and dialogs, and can be turned off.
 *   K2. A key that is held acts once.
 *   K3. Ctrl+Enter presses what a dialog is for, where that can be pressed.
 *   K4. What a page does with a key goes first: it stops the event, or does it by `ownKeys`, wherever the focus is.
 */
export const openDialog = signal<'find' | 'keys' | 'settings' | null>(null)

/** What a page does with a key outside fields and dialogs; true where it did something. */
type OwnKey = (event: KeyboardEvent) => boolean
const pageKeys = new Set<OwnKey>()

/** K4: until the function that it answers is called. */
export function ownKeys(run: OwnKey): () => void {
  pageKeys.add(run)
  return () => pageKeys.delete(run)
}

/** The second letter of `G A` is waited for so long. */
const SECOND_MS = 1_500
let isGoing = false
let stopGoing: () => void = () => undefined

export function onKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, repeat } = event
  if (repeat) return
  const isFind = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k'
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (dialog !== undefined) {
    if (key === 'Enter' && (ctrlKey || metaKey) && confirmed(dialog)) event.preventDefault()
    return
  }
  if (isFind) {
    openDialog.value = 'find'
    event.preventDefault()
    return
  }
  const target = event.target as HTMLElement
  const isTyping = target.matches('input:not([type=checkbox]), textarea, select')
  if (isTyping || ctrlKey || metaKey || (key.length === 1 && !settings.value.keys)) return
  const isOwn = !isGoing && [...pageKeys].some((run) => run(event))
  if (isOwn || (!altKey && settings.value.keys && single(key))) event.preventDefault()
}

/** K3. */
function confirmed(dialog: Element): boolean {
  const button = dialog.querySelector<HTMLButtonElement>('footer button.primary:enabled')
  button?.click()
  return button !== null
}

function single(key: string): boolean {
  if (isGoing) {
    stopGoing()
    isGoing = false
    const page = PAGES.find(({ name, letter }) => letter === key.toUpperCase() && isShown(name))
    if (page !== undefined) go([page.name])
    return page !== undefined
  }
  switch (key) {
    case 'g':
    case 'G':
      isGoing = true
      stopGoing = after(SECOND_MS, () => {
        isGoing = false
      })
      return true
    case '/':
      return focusFilter()
    case '?':
      openDialog.value = 'keys'
      return true
    case 'r':
    case 'R':
      // Whatever is read when the line is live is read again.
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
