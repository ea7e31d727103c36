import type { BrandImageName, BrandRecord } from '../../../engine/config/records/brand.js'
import { TraderBrandView } from '../../../wire/schema/settings/brand.js'
import { brandOfHost } from '../../reach/brand-of-host.js'
import { type FrontRoute, route } from '../route.js'
import { traderBrandImageRoute } from './brand-images.js'
import { imageTag } from './image-tag.js'

const PATH = '/trader/v1/brand'

export const traderBrandRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: PATH,
    audience: 'public',
    summary: 'Read the brand of this page',
    description:
      'Answers the brand whose domains include the host of the request, otherwise the default ' +
      'brand. Without either, `id` is null and all texts are empty. The address of an image ' +
      'changes with its content. `demo_login` is the trader of the demo data, the only account ' +
      'that anybody may try.',
    data: TraderBrandView,
    errors: ['unavailable'],
    async handle({ request, services }) {
      const demo = await services.desk.ask('demo_trader.login', null)
      if (!demo.ok) return demo
      const brand = traderBrand(brandOfHost(services.settings.book.records, request))
      return { ...brand, demo_login: demo.value }
    },
  }),
  traderBrandImageRoute,
]

const NONE = {
  id: null,
  company: '',
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
  logo_url: null,
  banner_url: null,
  icon_url: null,
}

function traderBrand(brand: BrandRecord | null) {
  if (brand === null) return NONE
  return {
    id: brand.id,
    company: brand.company,
    default_symbols: brand.default_symbols,
    address: brand.address,
    phone: brand.phone,
    program_name: brand.program_name,
    server_name: brand.server_name,
    short_name: brand.short_name,
    support_email: brand.support_email,
    website: brand.website,
    eula_url: brand.eula_url,
    links: brand.links,
    color_primary: brand.color_primary,
    color_secondary: brand.color_secondary,
    color_accent: brand.color_accent,
    logo_url: urlOf(brand, 'logo'),
    banner_url: urlOf(brand, 'banner'),
    icon_url: urlOf(brand, 'icon'),
  }
}

function urlOf({ images }: BrandRecord, name: BrandImageName): string | null {
  const image = images[name]
  return image === null ? null : `${PATH}/images/${name}?v=${imageTag(image)}`
}
