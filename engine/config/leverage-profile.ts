import type { ConfigKind } from './kind.js'

/** Margin by size instead of one leverage: the first rule whose mask covers a symbol applies. */
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
  /** Of value bases; empty is the deposit currency. */
  readonly currency: string
  readonly description: string
  readonly tiers: readonly LeverageTier[]
}

/** `range_from` is the previous tier's `range_to`; `range_to` 0 is open-ended. */
export interface LeverageTier {
  readonly range_from: string
  readonly range_to: string
  readonly initial: string
  readonly maintenance: string
}

/** A group takes another profile at a time to come. */
export interface LeverageSwitchRecord {
  readonly id: number
  readonly group: string
  /** Null takes the group's profile away. */
  readonly leverage_profile_id: number | null
  readonly at: string
  readonly done_at: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

export const leverageProfileKind: ConfigKind<'leverage_profiles'> = {
  kind: 'leverage_profiles',
  noun: 'leverage profile',
  nameOf: ({ name }) => name,
  defaults: (input) => ({ name: '', enabled: true, rules: [], ...input }),
  check: () => [],
}

export const leverageSwitchKind: ConfigKind<'leverage_switches'> = {
  kind: 'leverage_switches',
  noun: 'leverage switch',
  nameOf: ({ group, at }) => `${group} at ${at}`,
  defaults: (input) => ({ group: '', leverage_profile_id: null, at: '', done_at: null, ...input }),
  check: () => [],
}
