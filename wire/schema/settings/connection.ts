import { TRANSLATE_DEFAULTS } from '../../../engine/config/kinds/connection.js'
import { PARAMETER_TYPES } from '../../../engine/config/records/connection.js'
import { say } from '../../../engine/reasons/reasons.js'
import {
  AnyText,
  Body,
  Choice,
  Default,
  Flag,
  Id,
  Int,
  List,
  Multiline,
  Nullable,
  Optional,
  Rows,
  Text,
  type TSchema,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'

/** Fields that datafeeds and gateways share (docs/build/settings.md). */

const MASKS_MAX = 1024
const MASK_CHARACTERS = 4096
const PARAMETERS_MAX = 64
const TRANSLATES_MAX = 10_000
/** Long enough for a certificate with its chain in PEM format. */
const VALUE_CHARACTERS = 65_536
const SECONDS_MAX = 3600
const MARKUP_MAX = 100_000

/** Letters, digits, spaces and `. _ & # -`, without spaces at the ends. */
const Name = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^(?! )[\\p{L}\\p{N} ._&#-]*(?<! )$',
  examples: ['Prime Feed'],
  'x-text': 'line',
  'x-says': say('field.link_name'),
})

export const Masks = List(Text(MASK_CHARACTERS, 1), MASKS_MAX)

/** The module defines type, default and description of the parameters that it knows. */
export const ConnectionParameter = Body({
  name: Text(64, 1),
  value: Multiline(VALUE_CHARACTERS),
  type: Optional(Choice(PARAMETER_TYPES)),
  default: Optional(Multiline(VALUE_CHARACTERS)),
  description: Optional(Text(512)),
})

/** A symbol with another name or markup at the provider. */
const TRANSLATION = {
  symbol_id: Id,
  source: Text(64, 1),
  source_digits: Default(Nullable(Int(0, 10)), TRANSLATE_DEFAULTS.source_digits),
  ask_markup_pts: Default(Int(-MARKUP_MAX, MARKUP_MAX), TRANSLATE_DEFAULTS.ask_markup_pts),
  bid_markup_pts: Default(Int(-MARKUP_MAX, MARKUP_MAX), TRANSLATE_DEFAULTS.bid_markup_pts),
}
/** The meaning of markups differs: datafeeds add them to prices, gateways to order prices. */
export const DatafeedTranslation = Body(TRANSLATION)
export const GatewayTranslation = Body(TRANSLATION)

export function translationsOf<Translation extends TSchema>(translation: Translation) {
  return List(translation, TRANSLATES_MAX)
}

export const Seconds = Int(1, SECONDS_MAX)
const Server = Text(300)

/** `Module` is the choice of modules for this kind. */
export const CONNECTION_FIELDS = {
  name: Name,
  enabled: Flag,
  server: Server,
  login: Text(64),
  gateway_server: Server,
  gateway_login: Text(64),
  priority: Int(0, 1000),
  reconnect_sec: Int(1, 600),
  timeout_sec: Seconds,
  import_symbol_settings: Flag,
  params: List(ConnectionParameter, PARAMETERS_MAX),
  symbols: Masks,
}

/** Secrets that requests may contain and answers never show. */
export const CONNECTION_SECRETS = { password: Text(128), gateway_password: Text(128) }

export const ModuleParameterView = View({
  name: AnyText,
  type: Choice(PARAMETER_TYPES),
  value: AnyText,
  default: AnyText,
  description: AnyText,
})

export const CONNECTION_SHOWN = {
  has_password: Flag,
  has_gateway_password: Flag,
  params: Rows(ModuleParameterView),
}

export const ModuleView = View({
  module: AnyText,
  label: AnyText,
  description: AnyText,
  params: Rows(ModuleParameterView),
  required: Rows(AnyText),
  certificate: AnyText,
  signed_by: AnyText,
})
