import { signal } from '@preact/signals'
import { onStoredChange, readStoredJson, store } from '../../link/browser-storage.js'
import { newId } from '../../link/random.js'
import { newest, onQuote } from '../../state/market.js'
import { say } from '../../state/notes.js'
import { session } from '../../state/session.js'
import { play } from '../../state/sound.js'
import { grouped } from '../../text/numbers.js'
import { words } from '../../text/terminal/words.js'

/** A price alert of this device. It is raised once. */
export interface Alert {
  readonly id: string
  readonly symbol: string
  readonly price: string
  /** Whether the alert is raised when the bid rises or falls to the price. */
  readonly way: 'up' | 'down'
}

const MAX = 100
const key = () => `alerts.${session.value?.login}`

export const alerts = signal<readonly Alert[]>([])

/** Shows the alerts set by any window of this device. Returns a function that stops it. */
export function followAlerts(): () => void {
  read()
  return onStoredChange(key(), read)
}

/**
 * Raises alerts while it runs, in one window of the terminal but not in windows with a single
 * chart. Returns a function that stops it.
 */
export function watchAlerts(): () => void {
  const stopKept = followAlerts()
  const stopQuotes = onQuote((symbol) => {
    const bid = Number(newest(symbol)?.bid)
    for (const alert of alerts.value) {
      const { way, price } = alert
      if (alert.symbol !== symbol) continue
      if (way === 'up' ? bid >= Number(price) : bid <= Number(price)) tell(alert)
    }
  })
  return () => {
    stopKept()
    stopQuotes()
  }
}

function tell({ id, symbol, price }: Alert): void {
  // Another tab may have just raised the same alert.
  const isOpen = kept().some((one) => one.id === id)
  deleteAlert(id)
  if (!isOpen) return
  say(
    'alert',
    words.value.alerts.reached({ symbol, price: grouped(price) }),
    words.value.alerts.now({ bid: grouped(newest(symbol)?.bid ?? price) }),
  )
  play('alert')
}

/** Adds an alert. Returns false if there is no price yet, or if there are too many alerts. */
export function addAlert(symbol: string, price: string): boolean {
  const quote = newest(symbol)
  if (quote === undefined || kept().length >= MAX) return false
  const way = Number(price) >= Number(quote.bid) ? 'up' : 'down'
  put([...kept(), { id: newId(), symbol, price, way }])
  return true
}

export function moveAlert({ id, symbol }: Alert, price: string): void {
  const way = Number(price) >= Number(newest(symbol)?.bid ?? 0) ? 'up' : 'down'
  put(kept().map((one) => (one.id === id ? { ...one, price, way } : one)))
}

export function deleteAlert(id: string): void {
  put(kept().filter((one) => one.id !== id))
}

function put(next: readonly Alert[]): void {
  alerts.value = next
  store(key(), JSON.stringify(next))
}

const kept = (): readonly Alert[] => readStoredJson<Alert[]>(key(), [])

function read(): void {
  alerts.value = kept()
}
