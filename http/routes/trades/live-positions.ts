import type { OpenOrderItem, PositionItem } from '../../../actors/queries/trade-queries.js'
import type { ShardClient } from '../../../actors/shard/shard-client.js'
import { pricesSeen } from '../../../engine/book/group-prices.js'
import { liveOrderText, NO_LIVE_FIGURES } from '../../../wire/trade/trade-views.js'
import type { FrontServices } from '../../pipeline/services.js'

/** Asked at once of a shard, so that trading waits for a few at a time. */
const AT_ONCE = 100

/** Stored positions with their live figures, nulls where the shard does not answer. */
export async function withLiveFigures(
  services: FrontServices,
  items: readonly PositionItem[],
): Promise<string[]> {
  const byShard = new Map<ShardClient, PositionItem[]>()
  for (const item of items) {
    const shard = services.supervisor.shardOf(item.login)
    const asked = byShard.get(shard)
    if (asked === undefined) byShard.set(shard, [item])
    else asked.push(item)
  }
  const found = new Map<PositionItem, string>()
  await Promise.all([...byShard].map(([shard, asked]) => askLive(shard, asked, found)))
  return items.map((item) => `${item.text}${found.get(item) ?? NO_LIVE_FIGURES}}`)
}

/** Stored orders that rest with the price at which each would fill now, null while there is none. */
export function withLivePrices(
  { supervisor }: FrontServices,
  items: readonly OpenOrderItem[],
): string[] {
  const { book, board } = supervisor
  return items.map(({ group, text, symbolId, side }) => {
    const digits = book.symbolsById.get(symbolId)?.digits ?? 0
    const quote = pricesSeen(book, { groupPath: group }, board).quote(symbolId)
    return `${text}${liveOrderText(side, quote, digits)}`
  })
}

async function askLive(
  shard: ShardClient,
  items: readonly PositionItem[],
  found: Map<PositionItem, string>,
): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const part = items.slice(start, start + AT_ONCE)
    const positions = part.map(({ login, id }) => [login, id] as const)
    const answer = await shard.ask('live_positions', { positions })
    if (!answer.ok) return
    const lines = answer.value.split('\n')
    for (const [i, item] of part.entries()) found.set(item, lines[i] ?? NO_LIVE_FIGURES)
  }
}
