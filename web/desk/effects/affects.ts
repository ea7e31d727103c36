import type { Schemas } from '../../link/contract.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { countText } from '../../text/numbers.js'

type Affects = Schemas['AffectsView']

/** The records that a change would affect, from its dry run. */
export function affectsOf(data: unknown): Affects | null {
  if (typeof data !== 'object' || data === null || !('affects' in data)) return null
  return data.affects as Affects
}

export function affectsWords({ accounts, groups, positions, orders }: Affects): string {
  const text = settingsWords.value
  return accounts + groups + positions + orders === 0
    ? text.untouched
    : text.touches({
        accounts: countText(accounts),
        groups: countText(groups),
        positions: countText(positions),
        orders: countText(orders),
      })
}
