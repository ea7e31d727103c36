import { set, settings } from '../settings/settings.js'
import { TIMEFRAMES } from '../settings/timeframes.js'
import { askCloseAll, askMarket } from '../state/acts.js'
import { watched } from '../state/watchlist.js'
import { openDialog } from './open-dialog.js'

/** Keys of the whole page; none while somebody types, or a dialog is open. */
export function onKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement
  if (document.querySelector('dialog[open]') !== null) return
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
  if (event.key === 'Escape' && isTyping) target.blur()
  if (isTyping || event.metaKey) return
  if (act(event)) event.preventDefault()
}

function act({ key, code, shiftKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey && shiftKey && code === 'KeyX') {
    askCloseAll('all')
    return true
  }
  if (ctrlKey) return false
  const digit = /^Digit([1-9])$/.exec(code)?.[1]
  if (altKey) {
    const symbol = digit === undefined ? undefined : watched.value[Number(digit) - 1]
    if (symbol !== undefined) set({ symbol })
    return symbol !== undefined
  }
  if (digit !== undefined && !shiftKey) {
    const timeframe = TIMEFRAMES[Number(digit) - 1]
    if (timeframe !== undefined) set({ timeframe })
    return timeframe !== undefined
  }
  switch (key) {
    case '/':
      return focus('search')
    case 'F9':
    case 'n':
      return focus('volume')
    case '?':
      openDialog.value = 'keys'
      return true
    case 'B':
    case 'S': {
      const { symbol, volume } = settings.value
      askMarket(key === 'B' ? 'buy' : 'sell', symbol, volume)
      return true
    }
  }
  return false
}

function focus(id: string): boolean {
  const input = document.getElementById(id) as HTMLInputElement | null
  input?.focus()
  input?.select()
  return input !== null
}
