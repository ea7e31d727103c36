import type { ShardClient } from '../../actors/shard/shard-client.js'
import type { Refusal } from '../../engine/code.js'
import { scaledFromText, textFromScaled, whyNotScaled } from '../../engine/numbers/decimal.js'
import { refuseField } from '../../engine/reasons/fault.js'
import type { LowMarginRow } from '../../wire/schema/trading/holders.js'
import type { LowMargin } from '../../wire/thread/holders.js'
import type { GroupWatch } from '../../wire/thread/watched-accounts.js'

/** The number of decimals of a margin level. */
const LEVEL_DIGITS = 2

export interface LowMarginFilter {
  /** A margin level in percent as text; null means any level. */
  readonly below: string | null
  readonly limit: number
}

/** Refuses a text that is not a level in percent. */
export function refuseLevel(below: string | null): Refusal | null {
  if (below === null || scaledFromText(below, LEVEL_DIGITS) !== undefined) return null
  return refuseField('below', whyNotScaled(below, LEVEL_DIGITS))
}

/** The accounts with the lowest margin levels of all shards, lowest first. */
export async function lowestMargins(
  shards: readonly Pick<ShardClient, 'ask'>[],
  groups: GroupWatch,
  { below, limit }: LowMarginFilter,
): Promise<readonly LowMarginRow[] | Refusal> {
  const level = below === null ? null : (scaledFromText(below, LEVEL_DIGITS) ?? null)
  const asked = { ...groups, below: level, limit }
  const answers = await Promise.all(shards.map((shard) => shard.ask('low_margins', asked)))
  const found: LowMargin[] = []
  for (const answer of answers) {
    if (!answer.ok) return answer
    found.push(...answer.value.rows)
  }
  const first = found.toSorted((a, b) => a.level - b.level || a.login - b.login).slice(0, limit)
  return first.map((row) => ({ ...row, level: textFromScaled(row.level, LEVEL_DIGITS) }))
}
