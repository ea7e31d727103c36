/**
 * Margin rates that depend on the size of a holding. The first rule whose mask matches a symbol
 * applies.
 */
export interface LeverageProfileRecord {
  readonly id: number
  readonly name: string
  readonly enabled: boolean
  readonly rules: readonly LeverageRule[]
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

export interface LeverageRule {
  readonly name: string
  readonly mask: string
  readonly range_basis: 'volume' | 'volume_per_symbol' | 'value' | 'value_per_symbol'
  /** The currency of values; empty for the deposit currency. */
  readonly currency: string
  readonly description: string
  readonly tiers: readonly LeverageTier[]
}

/** A tier. Its `range_from` equals the previous tier's `range_to`; `range_to` 0 is open-ended. */
export interface LeverageTier {
  readonly range_from: string
  readonly range_to: string
  readonly initial: string
  readonly maintenance: string
}
