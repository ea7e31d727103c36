/** A brand (white label), under which a company appears to its traders. */
export interface BrandRecord {
  readonly id: number
  readonly company: string
  readonly enabled: boolean
  /** The default brand is used if no domain matches. At most one brand is the default. */
  readonly is_default: boolean
  /** True if the applied licence key contains the brand. */
  readonly is_licenced: boolean
  /** The host names in lower case, without a port. */
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
  /** The colour as `#rrggbb`; empty for the terminal's default. */
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

/** The file of a picture, stored as long as its brand refers to it. */
export interface BrandImage {
  readonly file: string
  readonly media: string
  readonly bytes: number
  readonly sha256: string
}

export type BrandImages = { readonly [Name in BrandImageName]: BrandImage | null }
