/** A brand (white label) under which a company meets its traders. */
export interface BrandRecord {
  readonly id: number
  readonly company: string
  readonly enabled: boolean
  /** Used if no domain matches; at most one brand has it. */
  readonly is_default: boolean
  /** The applied licence key ships it. */
  readonly is_licenced: boolean
  /** Host names in lower case, without a port. */
  readonly domains: readonly string[]
  /** The first watch list of a new terminal. */
  readonly default_symbols: readonly string[]
  readonly address: string
  readonly phone: string
  readonly program_name: string
  readonly server_name: string
  readonly short_name: string
  readonly support_email: string
  readonly website: string
  readonly eula_url: string
  readonly links: readonly BrandLink[]
  /** `#rrggbb`; empty is the terminal's own. */
  readonly color_primary: string
  readonly color_secondary: string
  readonly color_accent: string
  readonly images: BrandImages
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

export interface BrandLink {
  readonly name: string
  readonly url: string
}

export const BRAND_IMAGES = ['logo', 'banner', 'icon'] as const
export type BrandImageName = (typeof BRAND_IMAGES)[number]

/** A picture as a file that is kept as long as its brand names it. */
export interface BrandImage {
  readonly file: string
  readonly media: string
  readonly bytes: number
  readonly sha256: string
}

export type BrandImages = { readonly [Name in BrandImageName]: BrandImage | null }
