import { TradeBody } from '../../trade/trade-request.js'
import { Body, Login } from '../../types/scalars.js'
import { CONFIRMED_BY } from '../shared/confirmation.js'

/** A trade request that staff make for an account. */
export const StaffTradeBody = Body({ ...TradeBody.properties, ...CONFIRMED_BY })

/** The parameters that the confirmation covers: the body and the login in the path. */
export const StaffTradeParams = Body({ login: Login, ...TradeBody.properties })
