import {
  AddressPrefixes,
  Body,
  Flag,
  Int,
  Login,
  Nullable,
  NumberText,
  Optional,
  Query,
  Text,
  Version,
} from '../scalars.js'
import { Type } from '../type.js'
import { accountSettings, DETAIL_MAX } from './account.js'

/** A colour of an account, as staff set it. */
const Colour = Type.String({
  maxLength: 7,
  pattern: '^(#[0-9a-fA-F]{6})?$',
  examples: ['#2f6fb0'],
  'x-says': 'must be a colour like "#2f6fb0", or empty',
})

const Language = Type.String({
  maxLength: 16,
  pattern: '^([a-z]{2,3}(-[A-Za-z0-9]{2,8})?)?$',
  examples: ['en', 'de'],
  'x-says': 'must be a language like "en" or "pt-BR", or empty',
})

export const PatchAccountBody = Body({
  version: Version,
  ...accountSettings,
  bank_account: Optional(Text(DETAIL_MAX)),
  color: Optional(Colour),
  language: Optional(Language),
  agent: Optional(Nullable(Login)),
  client_id: Optional(Nullable(Int(1))),
  enabled: Optional(Flag),
  expert_enabled: Optional(Flag),
  api_enabled: Optional(Flag),
  api_ip_allow: Optional(AddressPrefixes),
  must_change_password: Optional(Flag),
})

export const ArchiveQuery = Query({ version: Optional(NumberText(1)) })
