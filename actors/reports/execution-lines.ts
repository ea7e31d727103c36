import { slippageText } from '../../engine/account/money/slippage.js'
import { type KeptQuantiles, Quantiles } from '../../engine/reports/quantiles.js'
import type { ReportRow } from '../../engine/reports/section.js'

/**
 * The lines of a report of executions, collected over its slices: one for each symbol, group,
 * provider, dealer and hour, with one for each currency of its slippage.
 *
 *   - An execution is in one line of each kind, so lines of one kind may be added, but not lines of
 *     several kinds.
 *   - At most `LINES_MAX` lines of a kind are stored; further ones are combined into one.
 */
export const LINE_KINDS = ['symbol', 'group', 'provider', 'dealer', 'hour'] as const
export type LineKind = (typeof LINE_KINDS)[number]

/** The figures of an execution; null for a figure that is unknown or does not apply. */
export interface ExecutionFigures {
  readonly currency: string
  /** Microseconds from receiving the request at the front to sending the answer. */
  readonly told: number | null
  /** Microseconds from the sending to the provider to the first fill. */
  readonly filled: number | null
  readonly points: number | null
  /** The amount in units of 1e-8 of the currency. */
  readonly money: bigint
}

/** Figures that are counted by hour instead of by deal, in order of their columns. */
const COUNTED_FIGURES = [
  'requoted',
  'rejected',
  'offersMade',
  'offersTaken',
  'offersExpired',
] as const
export type CountedFigure = (typeof COUNTED_FIGURES)[number]

const LINES_MAX = 500
const OTHERS = 'others'
const US_PER_MS = 1_000

export type KeptLine = readonly [
  kind: LineKind,
  name: string,
  currency: string,
  counts: readonly number[],
  money: readonly [gained: string, lost: string],
  told: KeptQuantiles,
  filled: KeptQuantiles,
]

interface Line {
  readonly kind: LineKind
  readonly name: string
  readonly currency: string
  executions: number
  better: number
  worse: number
  pointsFor: number
  pointsAgainst: number
  requoted: number
  rejected: number
  offersMade: number
  offersTaken: number
  offersExpired: number
  moneyFor: bigint
  moneyAgainst: bigint
  readonly told: Quantiles
  readonly filled: Quantiles
}

export class ExecutionLines {
  readonly #lines = new Map<string, Line>()
  readonly #sizes = new Map<LineKind, number>()

  constructor(kept: readonly KeptLine[]) {
    for (const [kind, name, currency, counts, [gained, lost], told, filled] of kept) {
      const [executions = 0, better = 0, worse = 0, pointsFor = 0, pointsAgainst = 0] = counts
      const [requoted = 0, rejected = 0, ...offers] = counts.slice(5)
      const [offersMade = 0, offersTaken = 0, offersExpired = 0] = offers
      this.#keep({
        kind,
        name,
        currency,
        executions,
        better,
        worse,
        pointsFor,
        pointsAgainst,
        requoted,
        rejected,
        offersMade,
        offersTaken,
        offersExpired,
        moneyFor: BigInt(gained),
        moneyAgainst: BigInt(lost),
        told: new Quantiles(told),
        filled: new Quantiles(filled),
      })
    }
  }

  add(
    kind: LineKind,
    name: string,
    { currency, told, filled, points, money }: ExecutionFigures,
  ): void {
    const line = this.#lineOf(kind, name, currency)
    line.executions++
    if (told !== null) line.told.add(told)
    if (filled !== null) line.filled.add(filled)
    if (points === null || points === 0) return
    if (points > 0) {
      line.better++
      line.pointsFor += points
      line.moneyFor += money
    } else {
      line.worse++
      line.pointsAgainst -= points
      line.moneyAgainst -= money
    }
  }

  /** Adds a number of refused requests or requote offers. */
  counted(kind: LineKind, name: string, currency: string, figure: CountedFigure, n: number): void {
    this.#lineOf(kind, name, currency)[figure] += n
  }

  kept(): KeptLine[] {
    return [...this.#lines.values()].map((line): KeptLine => {
      const { kind, name, currency, executions, better, worse, pointsFor, pointsAgainst } = line
      return [
        kind,
        name,
        currency,
        [executions, better, worse, pointsFor, pointsAgainst].concat(
          COUNTED_FIGURES.map((figure) => line[figure]),
        ),
        [String(line.moneyFor), String(line.moneyAgainst)],
        line.told.kept(),
        line.filled.kept(),
      ]
    })
  }

  /** The lines by kind, the largest first. Hours stay in their order. */
  rows(): ReportRow[] {
    const sorted = [...this.#lines.values()].sort(
      (a, b) =>
        LINE_KINDS.indexOf(a.kind) - LINE_KINDS.indexOf(b.kind) ||
        (a.kind === 'hour' ? Number(a.name) - Number(b.name) : b.executions - a.executions) ||
        (a.name < b.name ? -1 : a.name > b.name ? 1 : a.currency < b.currency ? -1 : 1),
    )
    return sorted.map((line) => [
      line.kind,
      ...LINE_KINDS.map((kind) => (kind === line.kind ? line.name : null)),
      line.currency,
      line.executions,
      msText(line.told.at(0.5)),
      msText(line.told.at(0.95)),
      msText(line.filled.at(0.5)),
      msText(line.filled.at(0.95)),
      line.better,
      line.worse,
      line.pointsFor,
      line.pointsAgainst,
      slippageText(line.moneyFor),
      slippageText(line.moneyAgainst),
      ...COUNTED_FIGURES.map((figure) => line[figure]),
    ])
  }

  #lineOf(kind: LineKind, name: string, currency: string): Line {
    const known = this.#lines.get(keyOf(kind, name, currency))
    if (known !== undefined) return known
    if ((this.#sizes.get(kind) ?? 0) >= LINES_MAX && name !== OTHERS) {
      return this.#lineOf(kind, OTHERS, currency)
    }
    return this.#keep({
      kind,
      name,
      currency,
      executions: 0,
      better: 0,
      worse: 0,
      pointsFor: 0,
      pointsAgainst: 0,
      requoted: 0,
      rejected: 0,
      offersMade: 0,
      offersTaken: 0,
      offersExpired: 0,
      moneyFor: 0n,
      moneyAgainst: 0n,
      told: new Quantiles(),
      filled: new Quantiles(),
    })
  }

  #keep(line: Line): Line {
    const { kind, name, currency } = line
    this.#lines.set(keyOf(kind, name, currency), line)
    this.#sizes.set(kind, (this.#sizes.get(kind) ?? 0) + 1)
    return line
  }
}

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts)

function msText(micros: number | null): string | null {
  return micros === null ? null : (micros / US_PER_MS).toFixed(3)
}
