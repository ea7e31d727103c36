export interface ProviderNews {
  readonly headline: string
  readonly text: string
  /** When the news was published, according to the provider. */
  readonly at: number
  /** The id that the provider gave; undefined if it gave none. */
  readonly id?: string
}

/** How the accounts of a group see news: with texts, only headlines, or not at all. */
export const NEWS_MODES = ['full', 'headlines', 'disabled'] as const
export type NewsMode = (typeof NEWS_MODES)[number]
