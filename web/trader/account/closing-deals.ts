import { wait } from '../../link/clock.js'
import type { FrameSchemas } from '../../link/contract.js'
import { sum } from '../../text/numbers.js'
import { terms } from './account.js'
import { moneyWords } from './money-words.js'

type DealEvent = FrameSchemas['DealToldView']

/** A deal of a symbol, from an event. */
export type ClosingDeal = DealEvent & {
  readonly action: 'buy' | 'sell'
  readonly symbol: string
  readonly volume: string
  readonly price: string
}

export function isOfSymbol(deal: DealEvent): deal is ClosingDeal {
  return deal.symbol !== undefined
}

/** How long to wait for the deal's event, which may come before or after the answer to the order. */
const HEARD_MS = 400
const KEPT_MAX = 50
const heard = new Map<number, ClosingDeal>()
const waiting = new Map<number, (deal: ClosingDeal) => void>()

export function takeClosingDeal(deal: ClosingDeal): void {
  if (deal.entry === 'in' || deal.entry === 'balance') return
  heard.set(deal.id, deal)
  for (const id of heard.keys()) if (heard.size > KEPT_MAX) heard.delete(id)
  waiting.get(deal.id)?.(deal)
  waiting.delete(deal.id)
}

/** The result of a deal with its currency; null if its event does not arrive in time. */
export async function madeBy(id: number): Promise<string | null> {
  const deal = heard.get(id) ?? (await Promise.race([toCome(id), late(id)]))
  return deal === null ? null : amountOf(deal)
}

function toCome(id: number): Promise<ClosingDeal> {
  return new Promise((resolve) => waiting.set(id, resolve))
}

async function late(id: number): Promise<null> {
  await wait(HEARD_MS)
  waiting.delete(id)
  return null
}

/** The net result of a deal: profit with swap, commission and fee. */
export function netOf({ profit, swap, commission, fee }: ClosingDeal): string {
  return sum([profit, swap, commission, fee], terms.value?.currency_digits ?? 2)
}

export function amountOf(deal: ClosingDeal): string {
  return moneyWords(netOf(deal), true)
}
