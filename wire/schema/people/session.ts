import { LINK_TTL_SEC } from '../../../engine/access/sign-in-link.js'
import { say } from '../../../engine/reasons/reasons.js'
import { Language } from '../../types/formatted-texts.js'
import {
  AddressPrefixes,
  AnyText,
  Body,
  Choice,
  Default,
  Flag,
  Int,
  Login,
  Nullable,
  Optional,
  Params,
  Rows,
  Text,
  Time,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'

/** Request and answer schemas for sign-in, with the field names that terminals use. */
const PASSWORD_TEXT_MAX = 128
const REFRESH_TOKEN_MAX = 128

export const LoginBody = Body({
  login: Login,
  password: Text(PASSWORD_TEXT_MAX, 1),
  terminal: Optional(Text(16, 1)),
  otp: Optional(Text(16)),
  keep_signed_in: Default(Flag, false),
})

export const ChangePasswordBody = Body({
  current_password: Text(PASSWORD_TEXT_MAX, 1),
  new_password: Text(PASSWORD_TEXT_MAX, 1),
})

/** If addresses are omitted, they stay as they are. An empty list allows any address. */
export const MakeApiPasswordBody = Body({
  current_password: Text(PASSWORD_TEXT_MAX, 1),
  ip_allow: Optional(AddressPrefixes),
})

export const ApiPasswordView = View({ password: AnyText, ip_allow: Rows(AnyText) })

/** Browsers send no token here, or an empty one, since it is in a cookie. */
export const RefreshBody = Body({ refresh_token: Optional(Text(REFRESH_TOKEN_MAX, 1)) })

export const ServerClockView = View({
  daylight_saving: Choice(['none', 'eu', 'us']),
  utc_offset_min: Type.Integer(),
})

const SESSION = {
  csrf_token: AnyText,
  expires_at: Time,
  group: AnyText,
  group_scope: Rows(AnyText),
  keep_signed_in: Flag,
  login: Login,
  must_change_password: Flag,
  must_enrol_otp: Flag,
  read_only: Flag,
  rights: Rows(AnyText),
  server_clock: ServerClockView,
}

export const SessionView = View({ ...SESSION, terminal: AnyText })

/**
 * `name` is empty if the account has none. A session of an API key has no csrf token, and times
 * only if the key expires.
 */
export const MeView = View({
  ...SESSION,
  name: AnyText,
  expires_at: Nullable(Time),
  access_expires_at: Nullable(Time),
})

/** A one-time code from an authenticator app. */
const OneTimeCode = Type.String({
  pattern: '^[0-9]{6}$',
  examples: ['123456'],
  'x-says': say('field.one_time_code'),
})

export const CodeBody = Body({ code: OneTimeCode })

/** `required` is true if the login's group requires codes. */
export const CodesView = View({ enabled: Flag, required: Flag })

export const CodeSecretView = View({ secret: AnyText, uri: AnyText })

/** The tokens are null for browsers, which get them in cookies. */
export const TokensView = View({
  access_expires_at: Time,
  access_token: Nullable(AnyText),
  csrf_token: AnyText,
  refresh_token: Nullable(AnyText),
  session: SessionView,
  session_expires_at: Time,
})

/** A session as its own user sees it. `os` is derived from the user agent; empty if unknown. */
export const OwnSessionView = View({
  id: AnyText,
  terminal: AnyText,
  address: AnyText,
  os: AnyText,
  user_agent: AnyText,
  read_only: Flag,
  by_link: Flag,
  created_at: Time,
  last_activity: Time,
  current: Flag,
})

export const OwnSessionParams = Params({ id: Text(64, 1) })

const LINK_CODE_TEXT_MAX = 128
const ADDRESS_TEXT_MAX = 45

export const IssueSignInLinkBody = Body({
  ttl_sec: Default(Int(LINK_TTL_SEC.min, LINK_TTL_SEC.max), LINK_TTL_SEC.usual),
  ip: Optional(Text(ADDRESS_TEXT_MAX, 1)),
  read_only: Default(Flag, false),
  language: Optional(Language),
})

export const SignInLinkView = View({ url: AnyText, expires_at: Time })

/** Accepts codes of any form, so that an invalid one takes as long to refuse as an unknown one. */
export const LinkSignInBody = Body({
  code: Text(LINK_CODE_TEXT_MAX, 1),
  terminal: Default(Text(16, 1), 'web'),
  otp: Optional(Text(16)),
})

export const AllowSignInLinksBody = Body({ allowed: Flag })
export const AllowedSignInLinksView = View({ allowed: Flag })
