import { type ProviderDays, providerDays } from '../../calendar/provider-days.js'
import type { GatewayRecord } from '../records/gateway.js'
import { parameterValue } from './connection.js'
import { TRADING_CALENDAR } from './fix-parameters.js'

const known = new WeakMap<object, ProviderDays>()

export function daysOfGateway(gateway: Pick<GatewayRecord, 'params'>): ProviderDays {
  let days = known.get(gateway)
  if (days === undefined) {
    days = providerDays(parameterValue(gateway.params, TRADING_CALENDAR))
    known.set(gateway, days)
  }
  return days
}
