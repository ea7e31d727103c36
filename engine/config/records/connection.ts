/**
 * The fields that datafeeds and gateways have in common: a server, the parameters of their module, symbol
 * masks, and the name of each symbol at the provider.
 */

/**
 * One parameter of a connection's module. A `secret` is encrypted in storage, and everyone except
 * the connection itself reads `SECRET_MASK` instead.
 */
export interface ConnectionParameter {
  readonly name: string
  readonly type: ParameterType
  /** An empty value means that the default applies. */
  readonly value: string
  readonly default: string
  readonly description: string
}

export const PARAMETER_TYPES = ['string', 'int', 'bool', 'time', 'secret'] as const

export type ParameterType = (typeof PARAMETER_TYPES)[number]

/** How one symbol is named and quoted at a provider. */
export interface Translate {
  readonly symbol_id: number
  readonly source: string
  /** Decimals of the provider's prices; null if they equal the symbol's digits. */
  readonly source_digits: number | null
  readonly bid_markup_pts: number
  readonly ask_markup_pts: number
}
