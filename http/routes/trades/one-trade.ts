import { JsonText } from '../../../wire/answer/envelope.js'
import {
  JSON_NULL,
  jsonField,
  jsonFields,
  jsonList,
  jsonObject,
} from '../../../wire/answer/json-parts.js'
import { OneTradeParams, OneTradeView } from '../../../wire/schema/trading/one-trade.js'
import { lookedUp } from '../../pipeline/current-tables.js'
import { type Route, route } from '../../pipeline/route.js'
import { tradesReach } from '../../reach/trade-reach.js'
import { withLiveFigures } from './live-positions.js'

export const oneTradeRoute: Route = route({
  method: 'GET',
  path: '/admin/v1/trades/{kind}/{id}',
  audience: 'staff',
  rights: ['trades.view'],
  summary: 'Read one trade with all that belongs to it',
  description:
    'By the number of an order, a deal or a position: its position, open (with live figures) or closed, and the orders and ' +
    'deals of that, oldest first, also a moment after they were made. Each deal has the market of its moment as the ' +
    'account had it, each order the gateway by which it was at a provider, and both when they came, were decided, on disk ' +
    'and told, to the microsecond. Of what lies far back in a long history the ' +
    'oldest are left out: is_complete is false then.',
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
