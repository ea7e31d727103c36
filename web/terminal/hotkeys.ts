import { set, settings } from '../settings/settings.js'
import { TIMEFRAMES } from '../settings/timeframes.js'
import { type Position, positionList } from '../state/account.js'
import { askCloseAll, askClosePart, askMarket, askReverse, shareOf } from '../state/acts.js'
import { newest } from '../state/market.js'
import { say } from '../state/notes.js'
import { watched } from '../state/watchlist.js'
import { words } from '../text/words.js'
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
    if (code === 'KeyP') return tellPrices()
    const symbol = digit === undefined ? undefined : watched.value[Number(digit) - 1]
    if (symbol !== undefined) set({ symbol })
    return symbol !== undefined
  }
  if (!settings.value.keys && key !== 'F9') return false
  if (digit !== undefined && !shiftKey) {
    const timeframe = TIMEFRAMES[Number(digit) - 1]
    if (timeframe !== undefined) set({ timeframe })
    return timeframe !== undefined
  }
  const position = newestPosition()
  switch (key) {
    case 'c':
      if (position !== undefined) askClosePart(position)
      return true
    case 'C': {
      const half = position === undefined ? undefined : shareOf(position, 1n, 2n)
      if (position !== undefined && half !== undefined) askClosePart(position, half)
      return true
    }
    case 'r':
      if (position !== undefined) askReverse(position)
      return true
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

function newestPosition(): Position | undefined {
  const { symbol } = settings.value
  const own = positionList.value.filter((one) => one.symbol === symbol)
  return own.reduce<Position | undefined>(
    (last, one) => (last === undefined || one.id > last.id ? one : last),
    undefined,
  )
}

/** Prices are read out when they are asked for, and never by themselves. */
function tellPrices(): boolean {
  const { symbol } = settings.value
  const quote = newest(symbol)
  if (quote !== undefined) {
    const { bid, ask } = words.value.watch
    say('plain', symbol, `${bid} ${quote.bid}, ${ask} ${quote.ask}`)
  }
  return true
}

/** Those of a window that shows one chart. */
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

function focus(id: string): boolean {
  const input = document.getElementById(id) as HTMLInputElement | null
  input?.focus()
  input?.select()
  return input !== null
}
