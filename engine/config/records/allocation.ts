/** A rule who may sign up into a group, and with which leverage. */
export interface AllocationRecord {
  readonly id: number
  readonly group_path: string
  readonly description: string
  /** False is kept and never matches. */
  readonly enabled: boolean
  /** Without a choice the lowest matching one applies. */
  readonly priority: number
  /** Empty means every country. */
  readonly countries: readonly string[]
  /** 0 is the group's own. */
  readonly default_leverage: number
  /** Empty for only the default. */
  readonly leverages: readonly number[]
  /** Null is every brand of the group's company. */
  readonly white_label_id: number | null
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

/** The one record of pages that sign-up and terminals point to. */
export interface AllocationSettingsRecord {
  readonly id: number
  /** The page where demo accounts are opened instead; empty for here. */
  readonly demo_url: string
  readonly deposit_url: string
  readonly withdraw_url: string
  /** Sets of links, in the order in which they are searched. */
  readonly link_sets: readonly LinkSet[]
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

export interface LinkSet {
  readonly id: number
  readonly description: string
  /** Empty means every country. */
  readonly countries: readonly string[]
  readonly sort: number
  readonly links: readonly CorporateLink[]
}

export interface CorporateLink {
  readonly url: string
  readonly caption: string
  /** 0 is `caption`; 1 to 8 are captions that terminals know. */
  readonly caption_type: number
}
