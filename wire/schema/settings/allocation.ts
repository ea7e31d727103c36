import {
  AnyText,
  Body,
  Flag,
  GroupPath,
  Id,
  Int,
  List,
  Nullable,
  Optional,
  Rows,
  Text,
} from '../../types/scalars.js'
import { WebLink, WebLinkOrNone } from '../../types/web-link.js'
import { CreateOf, NOT_SET, RecordOf, ReplaceOf } from './config.js'

const LEVERAGE_MAX = 10_000
const LEVERAGES_MAX = 100
const COUNTRIES_MAX = 300
const SETS_MAX = 100
const LINKS_MAX = 100
const PRIORITY_MAX = 1_000_000
const CAPTION_TYPE_MAX = 8

const Countries = List(Text(64, 1), COUNTRIES_MAX)

const RULE = {
  group_path: GroupPath,
  description: Text(255),
  enabled: Flag,
  priority: Int(0, PRIORITY_MAX),
  countries: Countries,
  default_leverage: Int(0, LEVERAGE_MAX),
  leverages: List(Int(1, LEVERAGE_MAX), LEVERAGES_MAX),
  white_label_id: Nullable(Id),
}

/** Read-only fields are accepted and ignored, so that a record can be sent back as it was read. */
export const CreateAllocationBody = Body({
  ...CreateOf(RULE, ['group_path']).properties,
  ...NOT_SET,
})
export const PutAllocationBody = ReplaceOf(RULE, ['group_path'])
/** `warnings` lists entries of `countries` that are not countries. */
export const AllocationView = RecordOf({ ...RULE, warnings: Rows(AnyText) })

export const SignUpLink = Body({
  url: WebLink,
  caption: Text(128),
  caption_type: Int(0, CAPTION_TYPE_MAX),
})
const SET = {
  description: Text(255),
  countries: Countries,
  sort: Int(0, PRIORITY_MAX),
  links: List(SignUpLink, LINKS_MAX),
}
const PAGES = { demo_url: WebLinkOrNone, deposit_url: WebLinkOrNone, withdraw_url: WebLinkOrNone }

/** A set of links without an id, or with a duplicate id, gets a new one. */
export const PutAllocationSettingsBody = ReplaceOf(
  { ...PAGES, link_sets: List(Body({ ...SET, id: Optional(Id) }), SETS_MAX) },
  [],
)
export const AllocationSettingsView = RecordOf({
  ...PAGES,
  link_sets: List(Body({ ...SET, id: Id }), SETS_MAX),
})
