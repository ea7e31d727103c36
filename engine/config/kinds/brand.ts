import { isListed } from '../../licence/companies.js'
import type { Fault, KeyedText } from '../../reasons/keyed-text.js'
import { because, say } from '../../reasons/reasons.js'
import type { ContentOf } from '../config-records.js'
import { contentOf } from '../content.js'
import type { ConfigKind } from '../kind.js'
import { BRAND_IMAGES, type BrandRecord } from '../records/brand.js'
import type { ConfigWorld } from '../world.js'

type Brand = ContentOf<BrandRecord>

const DEFAULTS: Brand = {
  company: '',
  enabled: true,
  is_default: false,
  is_licenced: false,
  domains: [],
  default_symbols: [],
  address: '',
  phone: '',
  program_name: '',
  server_name: '',
  short_name: '',
  support_email: '',
  website: '',
  eula_url: '',
  links: [],
  color_primary: '',
  color_secondary: '',
  color_accent: '',
  images: { logo: null, banner: null, icon: null },
}

/**
 *   - A company of the licence has at most one brand.
 *   B2. A domain belongs to one brand.
 *   - The default brand is enabled; a new default replaces the former one.
 *   - A brand that the licence contains is deleted only by a licence.
 */
export const brandKind: ConfigKind<'brands'> = {
  kind: 'brands',
  noun: 'brand',
  scope: 'server',
  usedByThreads: [],
  refers: [],
  transfer: {
    keyFields: ['company'],
    keyOf: ({ company }) => company,
    // Images are files: the code for settings files adds and removes them.
    leftOut: ['is_licenced', 'images'],
  },
  nameOf: ({ company }) => company,
  defaults: (input) => ({ ...DEFAULTS, ...input }),
  normal: (brand) => ({
    ...brand,
    domains: [...new Set(brand.domains.map((domain) => domain.toLowerCase()))],
    default_symbols: [...new Set(brand.default_symbols)],
  }),
  also(content, self, world) {
    if (!content.is_default) return []
    return world
      .list('brands')
      .filter((other) => other.is_default && other.id !== self?.id)
      .map((record) => ({
        record,
        content: { ...contentOf<'brands'>(record), is_default: false },
        text: `Brand ${record.company} is not the default any more`,
      }))
  },
  check: (brand, world, self) => [
    ...companyFaults(brand, world),
    ...domainFaults(brand, world, self?.id),
    ...defaultFaults(brand),
  ],
  filesOf: ({ images }) => BRAND_IMAGES.flatMap((name) => images[name]?.file ?? []),
  refuseDelete: ({ company, is_licenced }) =>
    is_licenced ? because('conflict.brand_licenced', { company }) : undefined,
}

function companyFaults({ company }: Brand, world: ConfigWorld): Fault[] {
  const [licence] = world.list('licence')
  if (licence !== undefined && isListed(licence, company)) return []
  return [{ path: 'company', ...say('field.listed_company') }]
}

function domainFaults({ domains }: Brand, world: ConfigWorld, self: number | undefined): Fault[] {
  if (domains.length === 0) return []
  const taken = new Map<string, string>()
  for (const other of world.list('brands')) {
    if (other.id === self) continue
    for (const domain of other.domains) taken.set(domain, other.company)
  }
  return domains.flatMap((domain, i) => {
    const holder = taken.get(domain)
    return holder === undefined ? [] : [{ path: `domains[${i}]`, ...said(domain, holder) }]
  })
}

/** The fault of a domain that two of these brands have (B2), checked in one pass. */
export function sharedDomain(brands: readonly BrandRecord[]): string | null {
  const taken = new Map<string, string>()
  for (const { company, domains } of brands) {
    for (const domain of domains) {
      const holder = taken.get(domain)
      if (holder !== undefined) return `Brand ${company}: ${said(domain, holder).message}.`
      taken.set(domain, company)
    }
  }
  return null
}

function said(domain: string, holder: string): KeyedText {
  return say('field.domain_taken', { domain, brand: holder })
}

function defaultFaults({ is_default, enabled }: Brand): Fault[] {
  if (!is_default || enabled) return []
  return [{ path: 'enabled', ...say('field.default_brand') }]
}
