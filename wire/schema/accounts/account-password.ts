import type { CredentialKind } from '../../../engine/access/sign-in.js'
import {
  AnyText,
  Body,
  Choice,
  Flag,
  Login,
  Nullable,
  Optional,
  Text,
  View,
} from '../../types/scalars.js'
import { PASSWORD_TEXT_MAX } from './account.js'

export const CREDENTIAL_KINDS = [
  'master',
  'investor',
  'phone',
  'api',
] as const satisfies readonly CredentialKind[]

const kind = Choice(CREDENTIAL_KINDS)

export const AccountPasswordBody = Body({
  kind,
  password: Optional(Text(PASSWORD_TEXT_MAX, 1)),
})

/** `password` is the generated one; null if the request contained one. */
export const AccountPasswordView = View({ login: Login, kind, password: Nullable(AnyText) })

export const PasswordCheckBody = Body({ kind, password: Text(PASSWORD_TEXT_MAX, 1) })

export const PasswordCheckView = View({ fits: Flag })
