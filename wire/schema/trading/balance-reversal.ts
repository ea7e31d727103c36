import { DEAL_ACTIONS } from '../../../engine/account/event.js'
import {
  AnyText,
  Body,
  Choice,
  Id,
  IdText,
  Login,
  LoginText,
  Params,
  Text,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { CONFIRMED_BY } from '../shared/confirmation.js'
import { REASON_CHARS_MAX } from './position-correction.js'

export const ReversedDealParams = Params({ login: LoginText, id: IdText })

const reason = Text(REASON_CHARS_MAX, 1)

/** The parameters that the confirmation covers: the body, and account and deal in the path. */
export const ReversalParams = Body({ login: Login, id: Id, reason })

export const ReversalBody = Body({ reason, ...CONFIRMED_BY })

/** The deal that reverses a balance operation. */
export const ReversalView = View({
  login: Login,
  reversed_deal_id: Type.Integer(),
  deal_id: Type.Integer(),
  action: Choice(DEAL_ACTIONS),
  amount: AnyText,
  projection_seq: AnyText,
})
