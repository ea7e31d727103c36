/** News from a provider. */
export interface ProviderNews {
  readonly headline: string
  readonly text: string
  /** When the provider says that they were made. */
  readonly at: number
  /** The provider's own id, if it has one. */
  readonly id?: string
}

/** How the accounts of a group see news: complete, only headlines, or none. */
export const NEWS_MODES = ['full', 'headlines', 'disabled'] as const
export type NewsMode = (typeof NEWS_MODES)[number]
