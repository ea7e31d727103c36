import { JsonText } from '../../../wire/answer/envelope.js'
import {
  JSON_NULL,
  jsonField,
  jsonFields,
  jsonList,
  jsonObject,
} from '../../../wire/format/json-parts.js'
import { OneTradeParams, OneTradeView } from '../../../wire/schema/trading/one-trade.js'
import { lookedUp } from '../../pipeline/current-tables.js'
import { tradesReach } from '../../reach/trade-reach.js'
import { type FrontRoute, route } from '../route.js'
import { withLiveFigures } from './live-positions.js'

export const oneTradeRoute: FrontRoute = route({
  method: 'GET',
  path: '/admin/v1/trades/{kind}/{id}',
  audience: 'staff',
  rights: ['trades.view'],
  summary: 'Read a trade with its orders and deals',
  description:
    'Finds a trade by the number of an order, deal or position. The answer has its position, ' +
    'open (with live figures) or closed, and its orders and deals, oldest first. Times are exact ' +
    'to the microsecond. Each deal has the account’s prices at its time; each order has its ' +
    'gateway.\n\n' +
    'In a very long history the oldest orders and deals are missing and `is_complete` is false.',
  params: OneTradeParams,
  data: OneTradeView,
  errors: ['not_found', 'unavailable'],
  example: { params: { kind: 'positions', id: '1' } },
  async handle({ params, session, services }) {
    const { book } = services.settings
    const { groups } = tradesReach(session, book, {})
    const found = await lookedUp(
      services,
      () => services.queries.of(session).run('trades.one', { ...params, groups }),
      // Always looks again: the trade may have changed since the first lookup.
      () => false,
    )
    if (!found.ok) return found
    const { login, group, symbol, positionId, position, closed, orders, deals } = found.value
    const [live] = position === null ? [JSON_NULL] : await withLiveFigures(services, [position])
    const gatewayOf = (id: number) => book.records.gateways.find((one) => one.id === id)?.name
    const ruleOf = (id: number) => book.records.routing.find((one) => one.id === id)?.name
    const rows = orders.map(({ fields, gatewayId, ruleId }) => {
      const gateway = gatewayOf(gatewayId) ?? null
      const rule = ruleOf(ruleId) ?? null
      const by = { gateway_id: gatewayId || null, gateway, rule_id: ruleId || null, rule }
      return jsonObject(fields, jsonFields(by))
    })
    const facts = {
      ...params,
      login,
      group,
      symbol: symbol?.name ?? null,
      symbol_id: symbol?.id ?? null,
      digits: symbol?.digits ?? null,
      position_id: positionId || null,
      is_complete: found.value.isComplete,
    }
    return new JsonText(
      jsonObject(
        jsonFields(facts),
        jsonField('position', live ?? JSON_NULL),
        jsonField('closed', closed ?? JSON_NULL),
        jsonField('orders', jsonList(rows)),
        jsonField('deals', jsonList(deals)),
      ),
    )
  },
})
