import { wait } from '../link/clock.js'
import { settings } from '../settings/settings.js'
import { typedNumber } from '../text/numbers.js'
import { words } from '../text/words.js'
import type { Order } from './account.js'
import { deleteOrder, isOneClick, kindWords, mayTrade, question } from './acts.js'
import type { RestingKind, Side } from './ladder-rows.js'
import { isStale } from './market.js'
import { trade } from './trading.js'

/** A second press at the same price counts again only after so long. */
const PAUSE_MS = 300
const pressed = new Set<string>()

/** An order of the ticket's volume that waits at a price, at one press or after it was asked. */
export function askPlace(symbol: string, side: Side, kind: RestingKind, price: string): void {
  const volume = typedNumber(settings.value.volume)
  if (volume === null || !mayTrade() || isStale(symbol)) return
  const what = words.value.ticket.place(
    words.value.sides[side],
    kindWords(kind),
    `${volume} ${symbol}`,
  )
  const request = { kind: 'place', symbol, side, order_kind: kind, volume, price }
  const act = () => trade(request, what)
  if (isOneClick(volume)) void once(`${symbol} ${side} ${price}`, act)
  else {
    const title = words.value.trade.confirm(what)
    question.value = { title, lines: [price], go: what, side, act }
  }
}

async function once(key: string, act: () => Promise<unknown>): Promise<void> {
  if (pressed.has(key)) return
  pressed.add(key)
  await Promise.allSettled([act(), wait(PAUSE_MS)])
  pressed.delete(key)
}

/** All of them to another price, one after the other; their stops stay. */
export async function moveOrders(orders: readonly Order[], price: string): Promise<void> {
  for (const { id, kind, symbol, stop_loss, take_profit } of orders) {
    if (!mayTrade()) return
    const stops = { stop_loss: stop_loss ?? '0', take_profit: take_profit ?? '0' }
    const what = words.value.trade.changeWhat(kindWords(kind), symbol)
    await trade({ kind: 'change', order_id: id, price, ...stops }, what)
  }
}

export async function deleteOrders(orders: readonly Order[]): Promise<void> {
  for (const order of orders) {
    if (!mayTrade()) return
    await deleteOrder(order)
  }
}
