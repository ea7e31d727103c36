import { drawnAt } from '../chart/drawings/kept-drawings.js'
import { set, settings } from '../settings/settings.js'
import { TIMEFRAMES } from '../settings/timeframes.js'
import { newest, symbols } from '../state/market.js'
import { say, undoNewest } from '../state/notes.js'
import { once } from '../state/once.js'
import { words } from '../text/terminal/words.js'
import { actOf, isTrading, keyName } from '../trader/hotkeys.js'
import {
  askCloseAll,
  askClosePart,
  askReverse,
  newestPosition,
  shareOf,
} from '../trader/requests/closing.js'
import { mayTrade } from '../trader/requests/sending.js'
import { sendTicket } from '../trader/requests/ticket-acts.js'
import { watched } from '../trader/watchlist/watchlist.js'
import { openDialog } from './open-dialog.js'
import { isTicketOpen, phoneTab } from './phone-tab.js'

/**
 * Keyboard shortcuts of the page. Inactive while the user types or a dialog is open. A held key
 * acts once.
 */
export function onKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement
  if (document.querySelector('dialog[open]') !== null) return
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
  if (event.key === 'Escape') isTicketOpen.value = false
  if (event.key === 'Escape' && isTyping) target.blur()
  if (isTyping || event.metaKey) return
  if (event.repeat) {
    if (actOf(keyName(event) ?? '') !== undefined) event.preventDefault()
    return
  }
  if (fixedAct(event) || chosenAct(event) || letterAct(event)) event.preventDefault()
}

/** Handles the shortcuts that the trader cannot change. */
function fixedAct({ key, code, shiftKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey && shiftKey && code === 'KeyX' && settings.value.tradeKeys) {
    void askCloseAll('all')
    return true
  }
  if (ctrlKey) {
    // The chart itself undoes later changes of drawings.
    const isUndo = key.toLowerCase() === 'z' && !shiftKey && !altKey
    return isUndo && mayTrade() && undoNewest(drawnAt(settings.value.symbol))
  }
  const digit = /^Digit([1-9])$/.exec(code)?.[1]
  if (altKey) {
    if (code === 'KeyP') return tellPrices()
    const symbol = digit === undefined ? undefined : watched.value[Number(digit) - 1]
    if (symbol !== undefined) set({ symbol })
    return symbol !== undefined
  }
  if (key === 'F9') return focusTicket('#volume')
  if (!settings.value.keys || digit === undefined || shiftKey) return false
  const timeframe = TIMEFRAMES[Number(digit) - 1]
  if (timeframe !== undefined) set({ timeframe })
  return timeframe !== undefined
}

/** Handles the shortcuts that the trader can change. */
function chosenAct(event: KeyboardEvent): boolean {
  const name = settings.value.keys ? keyName(event) : null
  const act = name === null ? undefined : actOf(name)
  if (act === undefined || (isTrading(act) && !settings.value.tradeKeys)) return false
  switch (act) {
    case 'search':
      return search('')
    case 'ticket':
      return focusTicket('#volume')
    case 'buySide':
      return focusTicket('.fill-buy')
    case 'sellSide':
      return focusTicket('.fill-sell')
    case 'buy':
    case 'sell':
    case 'close':
    case 'closeHalf':
    case 'reverse':
      void once(`key ${act}`, () => tradeAct(act))
      return true
    case 'centre': {
      const centre = document.getElementById('ladder-centre')
      centre?.click()
      return centre !== null
    }
    case 'help':
      openDialog.value = 'keys'
      return true
  }
}

/** A letter without a shortcut opens the symbol search and is its first character. */
function letterAct(event: KeyboardEvent): boolean {
  const { key, altKey, ctrlKey, isComposing, target } = event
  if (!settings.value.keys || altKey || ctrlKey || isComposing || !/^\p{L}$/u.test(key))
    return false
  return (target as HTMLElement).closest('.menu') === null && search(key)
}

/** On a phone the search is on the tab of quotes, which is drawn one frame later. */
function search(typed: string): boolean {
  const field = document.querySelector<HTMLInputElement>('#search')
  if (field === null) return false
  isTicketOpen.value = false
  phoneTab.value = field.checkVisibility() ? phoneTab.value : 'quotes'
  const begin = () => {
    field.focus()
    if (typed === '') return field.select()
    field.value = typed
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (field.checkVisibility()) begin()
  else requestAnimationFrame(begin)
  return true
}

/** Trades at the market with the ticket's values. Closing refers to the newest position. */
async function tradeAct(act: 'buy' | 'sell' | 'close' | 'closeHalf' | 'reverse'): Promise<void> {
  const symbol = symbols.value.get(settings.value.symbol)
  if (symbol === undefined) return
  if (act === 'buy' || act === 'sell') return sendTicket(symbol, act, { kind: 'market', price: '' })
  const position = newestPosition(symbol.name)
  if (position === undefined) return
  if (act === 'close') return askClosePart(position)
  if (act === 'reverse') return askReverse(position)
  const half = shareOf(position, 1n, 2n)
  if (half !== undefined) await askClosePart(position, half)
}

/** Screen readers announce prices only when this key is pressed. */
function tellPrices(): boolean {
  const { symbol } = settings.value
  const quote = newest(symbol)
  if (quote !== undefined) {
    const { bid, ask } = words.value.watch
    say('plain', symbol, `${bid} ${quote.bid}, ${ask} ${quote.ask}`)
  }
  return true
}

/** Shortcuts of a window with a single chart. */
export function onChartKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
  if (isTyping || event.metaKey || event.ctrlKey) return
  const timeframe = TIMEFRAMES[Number(/^Digit([1-9])$/.exec(event.code)?.[1] ?? 0) - 1]
  if (event.altKey && event.code === 'KeyP') tellPrices()
  else if (!event.altKey && settings.value.keys && timeframe !== undefined) set({ timeframe })
  else return
  event.preventDefault()
}

function focusTicket(what: string): boolean {
  isTicketOpen.value = true
  return focus(`.ticket ${what}`)
}

function focus(what: string): boolean {
  const found = document.querySelector<HTMLElement>(what)
  found?.focus()
  if (found instanceof HTMLInputElement) found.select()
  return found !== null
}
