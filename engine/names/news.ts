/** News as a provider tells them. */
export interface ProviderNews {
  readonly headline: string
  readonly text: string
  /** When the provider says that they were made. */
  readonly at: number
  /** The provider's own id of them, where it has any. */
  readonly id?: string
}

/** The news that the accounts of a group are shown: whole, by their headlines alone, or none. */
export const NEWS_MODES = ['full', 'headlines', 'disabled'] as const
export type NewsMode = (typeof NEWS_MODES)[number]
