import { type Signal, signal } from '@preact/signals'
import type { Depth } from '../../link/contract.js'
import { follow, line, subscribe } from '../connection/link.js'

/**
 * Live prices of symbols with the markup of a group, for the parts of the desk that show them.
 *
 * P1. The connection carries the prices of a symbol for one group at a time. The latest subscriber
 *     chooses the group. Subscribers for another group get no price meanwhile, never the price of a
 *     wrong group.
 * - The server decides whether a staff member may see prices. Without the right there are none.
 */
export interface GroupPrice {
  readonly bid: string
  readonly ask: string
}

/** The most price updates per second; more would not be visible. */
const PER_SEC = 10

interface Look {
  readonly group: string
  readonly symbol: string
}

const prices = new Map<string, Signal<GroupPrice | null>>()
const looks: Look[] = []
/**
 * The group whose prices the server currently sends, by symbol. Set after the server has confirmed
 * it.
 */
const told = new Map<string, string>()

const keyOf = ({ group, symbol }: Look): string => `${symbol} ${group}`

function signalOf(look: Look): Signal<GroupPrice | null> {
  const known = prices.get(keyOf(look))
  if (known !== undefined) return known
  const made = signal<GroupPrice | null>(null)
  prices.set(keyOf(look), made)
  return made
}

export function priceOf(group: string, symbol: string): GroupPrice | null {
  return signalOf({ group, symbol }).value
}

subscribe('quote', ({ s: symbol, b: bid, a: ask }) => {
  const group = told.get(symbol)
  if (group !== undefined) signalOf({ group, symbol }).value = { bid, ask }
})

subscribe('unsubscribed', ({ symbols }) => {
  for (const symbol of symbols) forget(symbol)
})

function forget(symbol: string): void {
  const group = told.get(symbol)
  told.delete(symbol)
  if (group !== undefined) signalOf({ group, symbol }).value = null
}

/** Subscribes to the price. Returns a function that unsubscribes. */
export function lookAtPrice(group: string, symbol: string): () => void {
  const look = { group, symbol }
  looks.push(look)
  const leave = follow(
    `price ${symbol} ${group}`,
    () => void subscribePrices(look),
    () => undefined,
  )
  // Another part shows this symbol for another group. The latest subscriber wins (P1).
  if (told.has(symbol) && told.get(symbol) !== group) void subscribePrices(look)
  return () => {
    const at = looks.indexOf(look)
    if (at < 0) return
    looks.splice(at, 1)
    leave()
    const other = looks.findLast((one) => one.symbol === symbol)
    if (other === undefined) {
      forget(symbol)
      void line()?.ask('unsubscribe', { symbols: [symbol] })
    } else if (other.group !== told.get(symbol)) void subscribePrices(other)
  }
}

async function subscribePrices({ group, symbol }: Look): Promise<void> {
  const asked = { group, symbols: [symbol], max_per_sec: PER_SEC }
  const answer = await line()?.ask('subscribe', asked)
  if (answer?.code !== 'ok') return
  forget(symbol)
  told.set(symbol, group)
}

/**
 * Calls `draw` with the best prices of a symbol whenever they change. Returns a function that
 * unsubscribes.
 */
export function lookAtDepth(
  group: string,
  symbol: string,
  draw: (depth: Depth | null) => void,
): () => void {
  let isOver = false
  const asked = { group, symbol }
  const begin = async () => {
    const answer = await line()?.ask('depth', { ...asked, subscribe: true })
    if (!isOver && answer?.code === 'ok') draw(answer.data)
  }
  const stop = subscribe('depth', (depth) => {
    if (depth.symbol === symbol) draw(depth)
  })
  const leave = follow(
    `depth ${symbol} ${group}`,
    () => void begin(),
    () => void line()?.ask('depth', { ...asked, subscribe: false }),
  )
  return () => {
    isOver = true
    stop()
    leave()
  }
}
