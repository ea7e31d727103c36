import type { TypedLevel } from '../../look/level-field.js'
import { tradingWords } from '../../text/actions/trading-words.js'
import { levelFields, UNCHANGED } from '../../text/level-change.js'
import { grouped } from '../../text/numbers.js'
import type { ComparedRow } from '../corrections/compared.js'

/** A price that a dialog changes, by its name in a trade request. */
export interface NamedLevel {
  readonly name: string
  readonly label: string
  readonly level: TypedLevel
}

/** The rows of what is now and what will be, of the levels that somebody has changed. */
export function changedRows(levels: readonly NamedLevel[]): ComparedRow[] {
  const { none } = tradingWords.value
  return levels.flatMap(({ label, level: { now, change } }) =>
    change === null || change.to === 'unchanged'
      ? []
      : [
          {
            name: label,
            before: now === null ? none : grouped(now),
            after: change.to === 'price' ? grouped(change.price) : none,
          },
        ],
  )
}

/** The levels as fields of a trade request, each with the value that it was changed from; null if one is no price. */
export function changedFields(
  levels: readonly NamedLevel[],
): Readonly<Record<string, string>> | null {
  if (levels.some(({ level }) => level.change === null)) return null
  const all = levels.map(({ name, level }) => levelFields(name, level.change ?? UNCHANGED))
  return Object.assign({}, ...all) as Record<string, string>
}
