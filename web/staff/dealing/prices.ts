import { type Signal, signal } from '@preact/signals'
import type { Depth } from '../../link/contract.js'
import { follow, hear, line } from '../connection/link.js'

/**
 * Prices of a symbol as a group has them, of those that somebody looks at.
 *
 *   P1. The line tells a symbol in the prices of one group at a time: who began to look last has them. What is told to
 *       others meanwhile is nothing, and never the price of another group.
 *   P2. Whether staff may hear prices is for the server to say: without the right there are none.
 */
export interface GroupPrice {
  readonly bid: string
  readonly ask: string
}

/** Prices come at most so often: faster than eyes are. */
const PER_SEC = 10

interface Look {
  readonly group: string
  readonly symbol: string
}

const prices = new Map<string, Signal<GroupPrice | null>>()
const looks: Look[] = []
/** The group in whose prices a symbol is told now, since the server has said so. */
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

hear('quote', ({ s: symbol, b: bid, a: ask }) => {
  const group = told.get(symbol)
  if (group !== undefined) signalOf({ group, symbol }).value = { bid, ask }
})

hear('unsubscribed', ({ symbols }) => {
  for (const symbol of symbols) forget(symbol)
})

function forget(symbol: string): void {
  const group = told.get(symbol)
  told.delete(symbol)
  if (group !== undefined) signalOf({ group, symbol }).value = null
}

/** Looks at the price until the function that it answers is called. */
export function lookAtPrice(group: string, symbol: string): () => void {
  const look = { group, symbol }
  looks.push(look)
  const leave = follow(
    `price ${symbol} ${group}`,
    () => void subscribe(look),
    () => undefined,
  )
  // Somebody else looks at it for another group: the newest has it.
  if (told.has(symbol) && told.get(symbol) !== group) void subscribe(look)
  return () => {
    const at = looks.indexOf(look)
    if (at < 0) return
    looks.splice(at, 1)
    leave()
    const other = looks.findLast((one) => one.symbol === symbol)
    if (other === undefined) {
      forget(symbol)
      void line()?.ask('unsubscribe', { symbols: [symbol] })
    } else if (other.group !== told.get(symbol)) void subscribe(other)
  }
}

async function subscribe({ group, symbol }: Look): Promise<void> {
  const asked = { group, symbols: [symbol], max_per_sec: PER_SEC }
  const answer = await line()?.ask('subscribe', asked)
  if (answer?.code !== 'ok') return
  forget(symbol)
  told.set(symbol, group)
}

/** Looks at the best prices of a symbol, as they move, until the function that it answers is called. */
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
  const stop = hear('depth', (depth) => {
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
