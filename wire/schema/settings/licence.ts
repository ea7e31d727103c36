import {
  AnyText,
  Body,
  Flag,
  Int,
  List,
  Login,
  Nullable,
  Optional,
  Rows,
  Text,
  Time,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { AboutView, LineChangeView } from '../shared/journal.js'
import { BRAND_FIELDS, BrandView, Company } from './brand.js'
import { optionalFields, RecordOf } from './config.js'

/** Long enough for a key and the text around it. */
export const LICENCE_BODY_BYTES_MAX = 8 * 1024 * 1024
const COMPANIES_MAX = 1000
const ID_MAX = 64

export const ApplyLicenceBody = Body({
  key: Type.String({ minLength: 1, maxLength: LICENCE_BODY_BYTES_MAX, 'x-text': 'multiline' }),
})

export const LicencePayloadForm = Body({
  licence_id: Text(ID_MAX, 1),
  server_id: Text(ID_MAX, 1),
  issued_at: Time,
  expires_at: Time,
  companies: List(Body({ name: Company, main: Flag }), COMPANIES_MAX, 1),
  brands: List(Body({ company: Company, ...optionalFields(BRAND_FIELDS) }), COMPANIES_MAX),
  entitlements: Body({ max_accounts: Optional(Int(0)), max_groups: Optional(Int(0)) }),
})

const Companies = Rows(View({ name: AnyText, main: Flag, created_at: Time }))

/** The licence record. No route returns it directly. */
export const LicenceRecordView = RecordOf({
  licence_id: AnyText,
  issued_at: Nullable(Time),
  expires_at: Nullable(Time),
  companies: Companies,
  max_accounts: Int(0),
  max_groups: Int(0),
  applied_at: Nullable(Time),
  applied_by: Nullable(Login),
  has_key: Flag,
})

/**
 * A change that a key would make: to the licence, a brand, the groups of a renamed company, or
 * allocations of a removed brand.
 */
export const LicenceChangeView = View({
  about: AboutView,
  text: AnyText,
  changes: Rows(LineChangeView),
})

export const LicenceStatusView = View({
  licence_id: Nullable(AnyText),
  server_id: AnyText,
  issued_at: Nullable(Time),
  expires_at: Nullable(Time),
  applied_at: Nullable(Time),
  applied_by: Nullable(Login),
  companies: Companies,
  brands: Rows(BrandView),
  entitlements: View({ max_accounts: Int(0), max_groups: Int(0) }),
  used_accounts: Int(0),
  used_groups: Int(0),
  valid: Flag,
  warnings: Rows(AnyText),
  /** The planned changes. Only the answer to a dry run has them. */
  planned: Optional(Rows(LicenceChangeView)),
})
