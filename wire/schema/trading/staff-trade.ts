import { TradeBody } from '../../trade/trade-request.js'
import { Body, Login } from '../scalars.js'
import { CONFIRMED_BY } from './confirmation.js'

/** A trade request of staff for an account. */
export const StaffTradeBody = Body({ ...TradeBody.properties, ...CONFIRMED_BY })

/** The parameters that staff confirm: the body and the login of the path. */
export const StaffTradeParams = Body({ login: Login, ...TradeBody.properties })
