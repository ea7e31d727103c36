/** A rule that decides who may sign up into a group, and with which leverage. */
export interface AllocationRecord {
  readonly id: number
  readonly group_path: string
  readonly description: string
  /** False if the rule is stored but never applies. */
  readonly enabled: boolean
  /** The matching rule with the lowest number applies if the applicant makes no choice. */
  readonly priority: number
  /** The countries for which the rule applies. Empty means every country. */
  readonly countries: readonly string[]
  /** The leverage if the applicant chooses none. 0 means the leverage of the group. */
  readonly default_leverage: number
  /** The leverages to choose from; empty if only the default is offered. */
  readonly leverages: readonly number[]
  /** The brand to which the rule applies. Null means every brand of the group's company. */
  readonly white_label_id: number | null
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

/** The one record of links that sign-up and the terminals show. */
export interface AllocationSettingsRecord {
  readonly id: number
  /** The page on which demo accounts are opened instead; empty if they are opened here. */
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
  /** The countries to which the set applies. Empty means every country. */
  readonly countries: readonly string[]
  readonly sort: number
  readonly links: readonly CorporateLink[]
}

export interface CorporateLink {
  readonly url: string
  readonly caption: string
  /** Which caption to show: 0 means `caption`; terminals translate the captions 1 to 8. */
  readonly caption_type: number
}
