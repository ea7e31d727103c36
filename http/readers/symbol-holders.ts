import type { ShardClient } from '../../actors/shard/shard-client.js'
import type { Refusal } from '../../engine/code.js'
import type { HolderRow } from '../../wire/schema/trading/holders.js'
import type { Holder, HoldersAsk } from '../../wire/thread/holders.js'

/** The accounts of all shards with the largest positions in a symbol, largest first. */
export async function largestHolders(
  shards: readonly Pick<ShardClient, 'ask'>[],
  asked: HoldersAsk,
): Promise<readonly HolderRow[] | Refusal> {
  const answers = await Promise.all(shards.map((shard) => shard.ask('holders', asked)))
  const found: Holder[] = []
  for (const answer of answers) {
    if (!answer.ok) return answer
    found.push(...answer.value.rows)
  }
  const first = found.toSorted(bySize).slice(0, asked.limit)
  return first.map(({ size: _, ...row }) => row)
}

function bySize(a: Holder, b: Holder): number {
  const [first, second] = [BigInt(a.size), BigInt(b.size)]
  if (first !== second) return first > second ? -1 : 1
  return a.login - b.login
}
