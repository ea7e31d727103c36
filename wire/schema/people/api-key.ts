import { KEY_RIGHTS } from '../../../engine/access/api-key.js'
import { RIGHTS } from '../../../engine/access/rights.js'
import {
  AnyText,
  Body,
  Choice,
  Default,
  Flag,
  GroupMask,
  Id,
  IdText,
  Int,
  Limit,
  List,
  Login,
  Nullable,
  Optional,
  Page,
  PageOf,
  Params,
  Query,
  Rows,
  Text,
  Time,
  Version,
  View,
} from '../../types/scalars.js'
import { TrimmedText } from '../../types/trimmed-text.js'

/** Request and answer schemas of API keys. */
const ENTRIES_MAX = 1024
const NAME_MAX = 64
const LIMIT_DEFAULT = 100
const GRACE_SEC_MAX = 604_800
const GRACE_SEC_DEFAULT = 3600

const FIELDS = {
  name: TrimmedText(NAME_MAX),
  rights: Nullable(List(Choice(KEY_RIGHTS), ENTRIES_MAX, 1)),
  group_scope: Nullable(List(GroupMask, ENTRIES_MAX, 1)),
  ip_allow: List(Text(64, 1), ENTRIES_MAX, 1),
  expires_at: Nullable(Time),
  enabled: Flag,
}

export const ApiKeyParams = Params({ id: IdText })

export const ApiKeysQuery = Query({
  page: Default(Page, 1),
  limit: Default(Limit(1000), LIMIT_DEFAULT),
})

export const CreateApiKeyBody = Body({
  name: FIELDS.name,
  login: Optional(Login),
  rights: Default(FIELDS.rights, null),
  group_scope: Default(FIELDS.group_scope, null),
  ip_allow: FIELDS.ip_allow,
  expires_at: Default(FIELDS.expires_at, null),
  enabled: Default(FIELDS.enabled, true),
})

export const PatchApiKeyBody = Body({
  version: Version,
  name: Optional(FIELDS.name),
  rights: Optional(FIELDS.rights),
  group_scope: Optional(FIELDS.group_scope),
  ip_allow: Optional(FIELDS.ip_allow),
  expires_at: Optional(FIELDS.expires_at),
  enabled: Optional(FIELDS.enabled),
})

export const RotateApiKeyBody = Body({
  grace_sec: Default(Int(0, GRACE_SEC_MAX), GRACE_SEC_DEFAULT),
})

const VIEW = {
  id: Id,
  login: Login,
  name: AnyText,
  prefix: AnyText,
  rights: Nullable(Rows(Choice(RIGHTS))),
  group_scope: Nullable(Rows(AnyText)),
  ip_allow: Rows(AnyText),
  expires_at: Nullable(Time),
  enabled: Flag,
  old_key_until: Nullable(Time),
  created_at: Time,
  created_by: Login,
  last_used_at: Nullable(Time),
  last_ip: AnyText,
  version: Version,
}

export const ApiKeyView = View(VIEW)
export const ApiKeyPageView = PageOf(ApiKeyView)

/** The answer for a new key. Only this answer contains its secret. */
export const MadeApiKeyView = View({ ...VIEW, key: AnyText })
