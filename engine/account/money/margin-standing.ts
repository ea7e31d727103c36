import type { GroupSpec } from '../../book/compiled.js'
import type { Minor } from '../../units.js'

/**
 * The standing of an account at the levels of its group, margin call and stop out, by margin level
 * in percent or by equity in money. Being exactly at a level counts as below it, and the exact
 * quotient is compared, not the rounded figure that is shown.
 */
export type MarginStanding = 'fine' | 'margin_call' | 'stop_out'

/** The figures for the judgement; equity and margin as in `moneyOf`. */
export interface StandingFigures {
  readonly equity: Minor
  readonly margin: Minor
  readonly hasPositions: boolean
}

/**
 * An account without charged margin has no margin level. By percent it is fine, even if hedges
 * without margin lose. By money it is judged as long as it has positions or orders.
 */
export function marginStanding(group: GroupSpec, figures: StandingFigures): MarginStanding {
  if (reaches(group, group.stopOutLevel, figures)) return 'stop_out'
  return reaches(group, group.marginCallLevel, figures) ? 'margin_call' : 'fine'
}

function reaches(group: GroupSpec, level: Minor, figures: StandingFigures): boolean {
  const { equity, margin, hasPositions } = figures
  if (group.record.stop_out_mode === 'money') return (hasPositions || margin > 0) && equity <= level
  return margin > 0 && isAtMost(equity, level, margin)
}

/** Levels are in hundredths of a percent, so a whole is 10,000. */
const WHOLE = 10_000

function isAtMost(equity: Minor, level: Minor, margin: Minor): boolean {
  const [left, right] = [equity * WHOLE, level * margin]
  if (Number.isSafeInteger(left) && Number.isSafeInteger(right)) return left <= right
  return BigInt(equity) * BigInt(WHOLE) <= BigInt(level) * BigInt(margin)
}
