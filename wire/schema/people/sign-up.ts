import { SIGN_UP_TYPES } from '../../../engine/config/offers.js'
import { SIGN_UP_CODE_DIGITS } from '../../../engine/limits/sign-up.js'
import { say } from '../../../engine/reasons/reasons.js'
import { ACCOUNT } from '../../account/account-fields.js'
import {
  AnyText,
  Body,
  Choice,
  Flag,
  Id,
  Int,
  Login,
  Nullable,
  Optional,
  Query,
  Rows,
  Text,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'

const PASSWORD_MAX = 128
const LEVERAGE_MAX = 10_000

const RequiredEmail = { ...ACCOUNT.email.set, minLength: 3 }
const Code = Type.String({
  pattern: `^\\d{${SIGN_UP_CODE_DIGITS}}$`,
  examples: ['042917'],
  'x-says': say('field.code_digits', { digits: SIGN_UP_CODE_DIGITS }),
})

export const SignUpQuery = Query({
  country: Optional(Text(64)),
  lang: Optional(ACCOUNT.language.set),
})

const SignUpKind = Choice(SIGN_UP_TYPES)

export const SignUpOptionsView = View({
  demo: Flag,
  real: Flag,
  confirm_demo: Flag,
  confirm_real: Flag,
  demo_url: AnyText,
  deposit_url: AnyText,
  withdraw_url: AnyText,
  allocations: Rows(
    View({
      allocation_id: Id,
      kind: SignUpKind,
      description: AnyText,
      countries: Rows(AnyText),
      currency: AnyText,
      default_leverage: Int(1),
      leverages: Rows(Int(1)),
    }),
  ),
  links: Rows(View({ caption: AnyText, caption_type: Int(0), sort: Int(0), url: AnyText })),
})

export const SignUpBody = Body({
  type: SignUpKind,
  name: Text(128, 1),
  email: RequiredEmail,
  phone: Optional(ACCOUNT.phone.set),
  address: Optional(ACCOUNT.address.set),
  city: Optional(ACCOUNT.city.set),
  country: Optional(ACCOUNT.country.set),
  language: Optional(ACCOUNT.language.set),
  code: Optional(Code),
  password: Optional(Text(PASSWORD_MAX, 1)),
  allocation_id: Optional(Id),
  leverage: Optional(Int(1, LEVERAGE_MAX)),
})

export const RegisteredView = View({
  type: SignUpKind,
  status: Choice(['opened', 'received']),
  login: Nullable(Login),
  group: Nullable(AnyText),
  currency: Nullable(AnyText),
  leverage: Nullable(Int(1)),
  deposit: Nullable(AnyText),
})

export const SignUpCodeBody = Body({ email: RequiredEmail })
export const SentCodeView = View({ confirmed: Flag, sent: Flag })
