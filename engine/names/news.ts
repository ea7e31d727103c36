/** News as a provider tells them. */
export interface ProviderNews {
  readonly headline: string
  readonly text: string
  /** When the provider says that they were made. */
  readonly at: number
}
