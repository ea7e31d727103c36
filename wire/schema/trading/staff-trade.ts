import { TradeBody } from '../../trade/trade-request.js'
import { Body, Login } from '../scalars.js'
import { CONFIRMED_BY } from './confirmation.js'

/** A trade request of staff for an account. */
export const StaffTradeBody = Body({ ...TradeBody.properties, ...CONFIRMED_BY })

/** What is confirmed of it: its body with the login of its path. */
export const StaffTradeParams = Body({ login: Login, ...TradeBody.properties })
