import type { ShardClient } from '../../../actors/shard/shard-client.js'
import { marketPrice } from '../../../engine/account/rules/fill.js'
import { moneyDigitsOf } from '../../../engine/book/book.js'
import { groupPrices } from '../../../engine/book/group-prices.js'
import {
  type JsonFields,
  type JsonValue,
  jsonObject,
  ofLines,
} from '../../../wire/format/json-parts.js'
import { rowSymbol } from '../../../wire/row/row-facts.js'
import { rowFields } from '../../../wire/row/row-text.js'
import { NO_FIGURES, ORDER_ROW } from '../../../wire/row/rows.js'
import type { OpenOrderItem, PositionItem } from '../../../wire/row/trade-items.js'
import type { FrontServices } from '../route.js'

type Held = Pick<PositionItem, 'login' | 'id'>

/** The most positions per request to a shard, so that trading is delayed only briefly. */
const AT_ONCE = 100

/** Adds live figures to stored positions; null values if the shard does not answer. */
export async function withLiveFigures(
  services: FrontServices,
  items: readonly PositionItem[],
): Promise<JsonValue[]> {
  const found = await liveFigures(services, items)
  return items.map((item) => jsonObject(item.fields, found.get(item) ?? NO_FIGURES))
}

/** The live figures of positions. Positions of a shard that does not answer are missing. */
export async function liveFigures<Item extends Held>(
  { trading }: Pick<FrontServices, 'trading'>,
  items: readonly Item[],
): Promise<ReadonlyMap<Item, JsonFields>> {
  const byShard = new Map<ShardClient, Item[]>()
  for (const item of items) {
    const shard = trading.shardOf(item.login)
    const asked = byShard.get(shard)
    if (asked === undefined) byShard.set(shard, [item])
    else asked.push(item)
  }
  const found = new Map<Item, JsonFields>()
  await Promise.all([...byShard].map(([shard, asked]) => askLive(shard, asked, found)))
  return found
}

/** Adds to pending orders the price at which each would fill now; null without a price. */
export function withLivePrices(
  { settings, board }: FrontServices,
  items: readonly OpenOrderItem[],
): JsonValue[] {
  const { book } = settings
  return items.map(({ group, fields, symbolId, side }) => {
    const symbol = rowSymbol(book.symbolsById.get(symbolId), symbolId)
    const quote = groupPrices(book, { groupPath: group }, board).quote(symbolId)
    const price = quote === undefined ? null : marketPrice(side, quote)
    const holder = { moneyDigits: moneyDigitsOf(book, group) }
    const live = rowFields(ORDER_ROW.figures, undefined, holder, symbol, { price })
    return jsonObject(fields, live)
  })
}

async function askLive<Item extends Held>(
  shard: ShardClient,
  items: readonly Item[],
  found: Map<Item, JsonFields>,
): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const part = items.slice(start, start + AT_ONCE)
    const positions = part.map(({ login, id }) => [login, id] as const)
    const answer = await shard.ask('live_positions', { positions })
    if (!answer.ok) return
    const figures = ofLines(answer.value)
    for (const [i, item] of part.entries()) found.set(item, figures[i] ?? NO_FIGURES)
  }
}
