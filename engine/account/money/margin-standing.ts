import type { GroupSpec } from '../../book/compiled.js'
import type { Minor } from '../../units.js'

/**
 * The standing of an account to its group's levels, margin call and stop out: by its margin level in
 * percent or by its equity in money. At a level is as below it, and the level is the exact quotient, not
 * the rounded figure that is shown.
 */
export type MarginStanding = 'fine' | 'margin_call' | 'stop_out'

/** Figures that the judgement reads; equity and margin as `moneyOf` has them. */
export interface StandingFigures {
  readonly equity: Minor
  readonly margin: Minor
  readonly hasPositions: boolean
}

/**
 * An account that is charged nothing has no margin level, so in percent it is fine, also where hedges
 * without margin lose. In money it is judged while it holds anything.
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

/** Hundredths of a percent are ten-thousandths. */
const WHOLE = 10_000

/** equity / margin <= level / WHOLE */
function isAtMost(equity: Minor, level: Minor, margin: Minor): boolean {
  const [left, right] = [equity * WHOLE, level * margin]
  if (Number.isSafeInteger(left) && Number.isSafeInteger(right)) return left <= right
  return BigInt(equity) * BigInt(WHOLE) <= BigInt(level) * BigInt(margin)
}
