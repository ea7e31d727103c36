import t from 'tap'
import type { DealEvent } from '../../../../engine/account/event.js'
import type { TradeFields } from '../../../../wire/trade/trade-request.js'
import { LOGIN } from '../../../given/account.js'
import { DOER } from '../../../given/desk.js'
import { checkLedger } from '../../../given/ledger.js'
import { tradingShard } from '../../../given/shard.js'

// Goal: what staff trade for an account is in the journal in words that name what was done.

function given() {
  const shard = tradingShard()
  const trade = (body: TradeFields): Record<string, number> => {
    const order = { login: LOGIN, body, reason: 'dealer', by: DOER } as const
    const told = shard.turn(() => shard.ask(1, { op: 'trade', request: order }))
    const answer = told.find(({ kind }) => kind === 'answer')?.value['text']
    return JSON.parse(String(answer).slice(String(answer).indexOf('{'))) as Record<string, number>
  }
  const deals = () =>
    shard.records(LOGIN).flatMap(({ events }) => events.filter((event) => event.type === 'deal'))
  const line = () => shard.records(LOGIN).at(-1)?.note
  return { shard, trade, deals, line }
}

const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' } as const

t.test('the line of a close by names the deal that has the profit', (t) => {
  const { shard, trade, deals, line } = given()
  const long = trade(BUY)['position_id'] as number
  const short = trade({ ...BUY, side: 'sell', volume: '0.4' })['position_id'] as number
  trade({ kind: 'close_by', position_id: long, by_position_id: short })
  const [with_profit, other] = deals().slice(-2) as [DealEvent, DealEvent]
  t.match([with_profit.entry, other.entry], ['out_by', 'out_by'])
  t.not(with_profit.profit, 0)
  t.equal(other.profit, 0)
  const { orderId, id } = with_profit
  t.match(line(), {
    ...{ actor: DOER.login, kind: 'trade', ip: DOER.ip, requestId: DOER.request_id },
    text: `Account ${LOGIN}: closed position ${long} by sell 0.4 EURUSD at 1.17000, order ${orderId}, deal ${id}`,
  })
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('the line of each kind of trade says what it did', (t) => {
  const { shard, trade, deals, line } = given()
  const id = trade(BUY)['position_id'] as number
  const last = () => (deals().at(-1) as DealEvent).id
  const said = (): string => String(line()?.text).replace(`Account ${LOGIN}: `, '')
  t.equal(said(), `opened position ${id} by buy 1 EURUSD at 1.17010, order ${id}, deal ${last()}`)
  trade({ kind: 'stops', position_id: id, stop_loss: '1.16', take_profit: '1.18' })
  t.equal(said(), `position ${id} of EURUSD has stop loss 1.16000, take profit 1.18000`)
  const closed = trade({ kind: 'close', position_id: id, volume: '0.3' })['order_id']
  t.equal(
    said(),
    `closed position ${id} by sell 0.3 EURUSD at 1.17000, order ${closed}, deal ${last()}`,
  )
  const limit = { kind: 'place', symbol: 'EURUSD', side: 'sell', order_kind: 'stop_limit' } as const
  const terms = { volume: '0.5', price: '1.16500', trigger_price: '1.16000' }
  const order = trade({ ...limit, ...terms })['order_id'] as number
  t.equal(said(), `order ${order}, sell stop limit 0.5 EURUSD at 1.16500, is placed`)
  trade({ kind: 'delete', order_id: order })
  t.equal(said(), `order ${order}, sell stop limit 0.5 EURUSD at 1.16500, is cancelled`)
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})
