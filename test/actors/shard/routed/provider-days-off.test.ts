import t from 'tap'
import { rule } from '../../../given/floors/dealing-floor.js'
import {
  gatewayRecord,
  OUT,
  ProviderFloor,
  TO_PROVIDER,
} from '../../../given/floors/provider-floor.js'

/** The floor's clock begins on Monday, 5 January 2026. */
const DAY_MS = 86_400_000

const resting = (id: number, calendar: string) => {
  const { params } = gatewayRecord()
  const held = params.map((one) =>
    one.name === 'Trading Calendar Holidays' ? { ...one, value: calendar } : one,
  )
  return gatewayRecord({ id, name: `Gate ${id}`, params: held })
}

t.test('on a day off of its provider an order is refused, and goes there the day after', (t) => {
  const floor = new ProviderFloor({ gateway: resting(3, '+05 Jan;;-10 Jan') })
  const refused = floor.ask(OUT)
  t.match(refused, { code: 'trade.no_connection', message: /has a holiday/ })
  t.same(floor.said, [])
  floor.pass(DAY_MS)
  floor.tick('EURUSD', '1.17000', '1.17010')
  const sent = floor.send(OUT)
  floor.fill(floor.placed, '1', '1.17010')
  t.match(floor.reply(sent), { code: 'ok', data: { price: '1.17010' } })
  floor.settle()
  t.end()
})

t.test('the next gateway of the rule takes what one with a day off does not', (t) => {
  const gateways = [resting(3, '+05 Jan'), resting(4, '+06 Jan')]
  const routing = [rule({ ...TO_PROVIDER, dealers: [3, 4] })]
  const floor = new ProviderFloor({ changes: { gateways, routing } })
  const online = [3, 4].map((id) => ({ id, since: 9 }))
  floor.turn(() => floor.shard.core.parking.gateways.setOnline(online))
  floor.send(OUT)
  t.match(floor.said, [{ what: 'place', gateway: 4 }])
  floor.settle()
  t.end()
})
