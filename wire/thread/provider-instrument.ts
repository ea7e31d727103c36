/** An instrument that a provider lists, under its own name; `digits` is null where it does not tell them. */
export interface ProviderInstrument {
  readonly name: string
  readonly description: string
  readonly currency: string
  readonly digits: number | null
}
