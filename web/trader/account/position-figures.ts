import { scaled, sum, unscaled } from '../../text/numbers.js'
import { type Position, terms, valuations } from './account.js'
import type { PositionGroup } from './position-groups.js'

/** The live figures of a position or of a group. Unknown figures are null, never zero. */
export interface PositionFigures {
  readonly now: string | null
  readonly profit: string | null
  readonly swap: string
  /** The profit plus swap. */
  readonly net: string | null
}

export function figuresOf(position: Position): PositionFigures {
  const value = valuations.value.get(position.id)
  const swap = value?.swap ?? position.swap
  const profit = value?.profit ?? null
  return {
    now: value?.price_current ?? null,
    profit,
    swap,
    net: profit === null ? null : added([profit, swap]),
  }
}

export function groupFigures({ positions }: PositionGroup): PositionFigures {
  const figures = positions.map(figuresOf)
  return {
    now: figures[0]?.now ?? null,
    profit: addedOrNull(figures.map(({ profit }) => profit)),
    swap: added(figures.map(({ swap }) => swap)),
    net: addedOrNull(figures.map(({ net }) => net)),
  }
}

/** The sum of the known amounts, and the number of unknown ones. */
interface Total {
  readonly sum: string
  readonly unknown: number
}

export function totalOf(amounts: readonly (string | null)[]): Total {
  const known = amounts.filter((amount) => amount !== null)
  return { sum: added(known), unknown: amounts.length - known.length }
}

function addedOrNull(amounts: readonly (string | null)[]): string | null {
  const { sum: total, unknown } = totalOf(amounts)
  return unknown > 0 ? null : total
}

function added(amounts: readonly string[]): string {
  return sum(amounts, terms.value?.currency_digits ?? 2)
}

/** The points between two prices; positive if the change is a profit for that side. */
export function pointsBetween(
  side: 'buy' | 'sell',
  from: string | null | undefined,
  to: string | null | undefined,
  digits: number,
): string | null {
  if (from === null || from === undefined || to === null || to === undefined) return null
  const points = scaled(to, digits) - scaled(from, digits)
  return unscaled(side === 'buy' ? points : -points, 0)
}
