import { BRAND_IMAGES } from '../../../engine/config/records/brand.js'
import { say } from '../../../engine/reasons/reasons.js'
import { Colour, Email } from '../../types/formatted-texts.js'
import {
  AnyText,
  Body,
  Choice,
  Flag,
  Id,
  IdText,
  List,
  Nullable,
  Optional,
  Params,
  Query,
  Rows,
  Text,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { WebLink, WebLinkOrNone } from '../../types/web-link.js'
import { CreateOf, PatchOf, RecordOf } from './config.js'

const DOMAINS_MAX = 64
const SYMBOLS_MAX = 100
const LINKS_MAX = 32

const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const Domain = Type.String({
  maxLength: 253,
  pattern: `^${LABEL}(\\.${LABEL})*$`,
  examples: ['trade.example.com'],
  'x-says': say('field.host_name'),
})

export const BrandLinkBody = Body({ name: Text(64, 1), url: WebLink })
export const BrandLinkView = View({ name: AnyText, url: AnyText })

/** The fields of a brand that staff and licence keys can set. */
export const BRAND_FIELDS = {
  enabled: Flag,
  domains: List(Domain, DOMAINS_MAX),
  default_symbols: List(Text(64, 1), SYMBOLS_MAX),
  address: Text(255),
  phone: Text(64),
  program_name: Text(128),
  server_name: Text(128),
  short_name: Text(64),
  support_email: Email,
  website: WebLinkOrNone,
  eula_url: WebLinkOrNone,
  links: List(BrandLinkBody, LINKS_MAX),
  color_primary: Colour,
  color_secondary: Colour,
  color_accent: Colour,
}
const FIELDS = { ...BRAND_FIELDS, is_default: Flag }
export const Company = Text(128, 1)

export const CreateBrandBody = CreateOf({ company: Company, ...FIELDS }, ['company'])
export const PatchBrandBody = PatchOf(FIELDS)

const SHOWN = {
  default_symbols: Rows(AnyText),
  address: AnyText,
  phone: AnyText,
  program_name: AnyText,
  server_name: AnyText,
  short_name: AnyText,
  support_email: AnyText,
  website: AnyText,
  eula_url: AnyText,
  links: Rows(BrandLinkView),
  color_primary: AnyText,
  color_secondary: AnyText,
  color_accent: AnyText,
}
export const BrandView = RecordOf({
  company: AnyText,
  enabled: Flag,
  is_default: Flag,
  is_licenced: Flag,
  domains: Rows(AnyText),
  ...SHOWN,
  has_logo: Flag,
  has_banner: Flag,
  has_icon: Flag,
})

/**
 * A brand as terminals see it. If the host has no brand, `id` is null and all other fields are
 * empty.
 */
export const TraderBrandView = View({
  id: Nullable(Id),
  /** The login of the demo trader that a page may offer; null if there is none. */
  demo_login: Nullable(Id),
  company: AnyText,
  ...SHOWN,
  logo_url: Nullable(AnyText),
  banner_url: Nullable(AnyText),
  icon_url: Nullable(AnyText),
})

const Image = Choice(BRAND_IMAGES)
export const BrandImageParams = Params({ id: IdText, image: Image })
export const TraderBrandImageParams = Params({ image: Image })
/** A hash of the image's content, so that new content has a new URL. */
export const TraderBrandImageQuery = Query({ v: Optional(Text(64)) })
