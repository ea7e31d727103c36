import type { TypedLevel } from '../../look/level-field.js'
import { tradingWords } from '../../text/actions/trading-words.js'
import { levelFields, UNCHANGED } from '../../text/level-change.js'
import { grouped } from '../../text/numbers.js'
import type { ComparedRow } from '../corrections/comparison-table.js'

/** A price that the dialog can change, with its name in the trade request. */
export interface NamedLevel {
  readonly name: string
  readonly label: string
  readonly level: TypedLevel
}

/** Rows with the old and new price of each changed level. */
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

/**
 * The request fields of the levels, each with the old value that the change is based on. Null if an
 * input is not a price.
 */
export function changedFields(
  levels: readonly NamedLevel[],
): Readonly<Record<string, string>> | null {
  if (levels.some(({ level }) => level.change === null)) return null
  const all = levels.map(({ name, level }) => levelFields(name, level.change ?? UNCHANGED))
  return Object.assign({}, ...all) as Record<string, string>
}
