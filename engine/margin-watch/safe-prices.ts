import type { MarginStanding } from '../account/money/margin-standing.js'
import type { GroupSpec } from '../book/compiled.js'
import type { Prices } from '../book/prices.js'
import type { Holdings } from './holdings.js'
import type { Judgement } from './judgement.js'
import { type DriftRates, driftWithin, wantNear } from './margin-drift.js'
import type { Edges } from './price-edges.js'
import { PriceEnds, SUM_ERROR, type Way } from './price-ends.js'
import type { GroupTerms } from './terms.js'

/**
 * Computes how far prices may move, all at once and each in the worst direction, before an
 * account's standing can change.
 *
 *   W1. All prices of the account get the same relative `reach`. The account's value with every
 *       price at its end is computed before the ends become edges; they are used only if its
 *       standing is the same there, by more than all rounding errors.
 *   - The value is monotone in each watched quantity, so inside the ends it is between now and the
 *     worst; the margin is within its drift. With a reach of 0 no move for the worse is allowed,
 *     which is always safe, however near the level is.
 *   - The relevant direction is guarded: a fall of equity to the next level, and, if the account is
 *     at or below a level, a rise above it.
 */
export class SafePrices {
  readonly #edges: Edges
  readonly #prices: Prices
  readonly #ends: PriceEnds

  constructor(edges: Edges, prices: Prices) {
    this.#edges = edges
    this.#prices = prices
    this.#ends = new PriceEnds(prices)
  }

  /**
   * The account's current equity in doubles; NaN if a price is missing. Call it before the other
   * methods.
   */
  equity({ holdings, rest }: AccountMeasure, terms: GroupTerms): number {
    return rest + this.#ends.value(holdings, terms)
  }

  /** True if the measured standing is certain. Only for accounts whose margin does not drift. */
  isAsMeasured(measured: AccountMeasure, equity: number): boolean {
    for (const { way, level } of measured.guards) {
      const error = this.#error(measured, level)
      if (!stays(measured, way, level, equity + way * error, 0)) return false
    }
    return true
  }

  /** Sets edges as far away as is safe. All prices of the account must exist. */
  want(measured: AccountMeasure, terms: GroupTerms, equity: number): void {
    const { holdings, drift, guards } = measured
    for (const guard of guards) {
      let reach = this.#estimate(measured, guard, equity)
      for (let tries = 0; reach > 0 && !this.#isSafe(measured, terms, guard, reach); tries++) {
        reach = tries < HALVINGS_MAX ? reach / 2 : 0
      }
      this.#ends.want(this.#edges, holdings, terms, guard.way, reach)
      if (drift === undefined) continue
      wantNear(drift, this.#edges, this.#prices, driftPart(measured, guard, reach))
    }
  }

  #estimate(measured: AccountMeasure, { way, level }: Guard, equity: number): number {
    const { margin } = measured
    const driftCost = driftCostOf(measured, level)
    const slope = this.#ends.slope + (driftCost > 0 ? Math.sqrt(driftCost) : 0)
    if (!(slope > 0)) return REACH_MAX
    const threshold = isPercent(measured) ? (margin * level) / WHOLE : level
    const room = way * (threshold - equity) * ESTIMATE_SHARE
    const reach = Math.min(REACH_MAX, Math.max(0, room / slope))
    // Rates also apply to the value that prices have added.
    return reach / (1 + Math.min(1 / 4, reach * this.#ends.rateRoom))
  }

  /** The proof of W1 for a reach above zero. */
  #isSafe(measured: AccountMeasure, terms: GroupTerms, guard: Guard, reach: number): boolean {
    const { holdings, rest, drift } = measured
    const { way, level } = guard
    const worst = rest + this.#ends.valueAt(holdings, terms, way, reach)
    const drifts = drift === undefined ? 0 : driftWithin(drift, driftPart(measured, guard, reach))
    return stays(measured, way, level, worst + way * this.#error(measured, level), drifts)
  }

  #error({ rest }: AccountMeasure, level: number): number {
    return this.#ends.error + (Math.abs(rest) + level) * SUM_ERROR
  }
}

/** The figures of an account when it was last judged. Price moves do not change them. */
export interface AccountMeasure {
  /** The version of the settings that the account was judged by. */
  readonly settings: number
  readonly group: GroupSpec
  readonly holdings: Holdings
  readonly hasPositions: boolean
  /** The equity of the account is the sum of this field and the value of its holdings. */
  readonly rest: number
  /** The margin at the judgement, if the margin drifts. */
  readonly margin: number
  readonly drift: DriftRates | undefined
  readonly guards: readonly Guard[]
}

/**
 * The fraction of the estimated reach that is tried, so that the proof usually succeeds at the
 * first attempt.
 */
const ESTIMATE_SHARE = 0.99
const HALVINGS_MAX = 6
const REACH_MAX = 1e9
const DRIFT_MAX = 0.25
/** 100 %, in hundredths of a percent. */
const WHOLE = 10_000

export interface Guard {
  /** -1 guards against a fall to the level, 1 against a rise above it. */
  readonly way: Way
  readonly level: number
}

const NO_GUARDS: readonly Guard[] = []
const guardsByGroup = new WeakMap<GroupSpec, Readonly<Record<MarginStanding, readonly Guard[]>>>()

/** The levels at which the standing of an account could change. */
export function guardsOf(
  { group, standing, margin }: Pick<Judgement, 'group' | 'standing' | 'margin'>,
  isDrifting: boolean,
): readonly Guard[] {
  // An account without margin cannot reach a level in percent.
  if (group.record.stop_out_mode === 'percent' && margin <= 0 && !isDrifting) return NO_GUARDS
  let guards = guardsByGroup.get(group)
  if (guards === undefined) {
    const { marginCallLevel: call, stopOutLevel: stopOut } = group
    guards = {
      fine: [{ way: -1, level: Math.max(call, stopOut) }],
      margin_call: [
        { way: -1, level: stopOut },
        { way: 1, level: call },
      ],
      stop_out: [{ way: 1, level: stopOut }],
    }
    guardsByGroup.set(group, guards)
  }
  return guards[standing]
}

/** The change of the threshold if the rates of the margin doubled. */
function driftCostOf(measured: AccountMeasure, level: number): number {
  const { drift } = measured
  return drift === undefined || !isPercent(measured) ? 0 : (drift.drift.perPart * level) / WHOLE
}

/**
 * The share of a drifting margin. As with the prices of holdings, costly changes get little room.
 */
function driftPart(measured: AccountMeasure, { level }: Guard, reach: number): number {
  const cost = driftCostOf(measured, level)
  return cost > 0 ? Math.min(DRIFT_MAX, reach / Math.sqrt(cost)) : reach > 0 ? DRIFT_MAX : 0
}

/** True if the account stays on the same side of the level, however its margin drifts. */
function stays(
  measured: AccountMeasure,
  way: Way,
  level: number,
  equity: number,
  drifts: number,
): boolean {
  const [low, high] = [measured.margin - drifts, measured.margin + drifts]
  if (!isPercent(measured)) {
    if (!measured.hasPositions && low <= 0 && high > 0) return false
    return way === -1 ? equity > level : equity <= level
  }
  const rounding = (level * Math.abs(high) + WHOLE * Math.abs(equity)) * SUM_ERROR
  if (way === -1) return high <= 0 || equity * WHOLE - rounding > level * high
  return low > 0 && equity * WHOLE + rounding <= level * low
}

function isPercent({ group }: AccountMeasure): boolean {
  return group.record.stop_out_mode === 'percent'
}
