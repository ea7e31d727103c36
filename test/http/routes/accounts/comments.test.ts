import { randomUUID } from 'node:crypto'
import t from 'tap'
import { BUY, CONFIRM, DealingFloor } from '../../../given/floors/dealing-floor.js'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { funded, OPEN, trade } from '../../../given/records/trades.js'

// Goal: a comment is more than a line wherever one can be written, and reads as it was written.

const LINES = 'first line\r\n\tsecond "line" \\ end'

t.test('of balance operations, trades and corrected positions', async (t) => {
  const front = await AccountFront.start(t)
  const euro = await front.quoted('EURUSD')
  front.price(euro.id, 110_000, 110_010)
  const login = await funded(front)
  const body = { action: 'deposit', amount: '5.00', request_id: randomUUID(), comment: LINES }
  const moved = await front.ask(`POST /admin/v1/accounts/${login}/balance`, 'admin', body)
  t.match(moved, { status: 200 })
  const opened = await trade(front, login, { ...OPEN, comment: LINES })
  const seq = String(opened.data['projection_seq'])
  const deals = `GET /admin/v1/accounts/${login}/deals?min_projection_seq=${seq}`
  let page = await front.ask(deals, 'admin')
  while (page.data['consistency'] !== 'current') page = await front.ask(deals, 'admin')
  const rows = page.data['items'] as { comment: string }[]
  t.same(
    rows.map(({ comment }) => comment),
    [LINES, LINES, null],
  )
  const id = opened.data['position_id']
  const patched = await front.ask(`PATCH /admin/v1/positions/${id}`, 'admin', {
    comment: `${LINES}!`,
  })
  t.match(patched, { status: 200, data: { comment: `${LINES}!` } })
  for (const comment of ['a\u0000b', 'a\u001bb', 'a\u0085b', 'x'.repeat(65)]) {
    t.match(await trade(front, login, { ...OPEN, comment }), { status: 400, fields: ['comment'] })
    const bad = await front.ask(`PATCH /admin/v1/positions/${id}`, 'admin', { comment })
    t.match(bad, { status: 400, fields: ['comment'] })
  }
})

t.test('in frames of both codecs', async (t) => {
  for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
    const floor = await DealingFloor.start(t, [CONFIRM])
    const trader = await floor.trader(protocol)
    await floor.ask(trader, 'trade', { ...BUY, comment: LINES })
    for (const name of ['order', 'deal', 'position']) {
      t.match(await trader.event(name), { data: { comment: LINES } }, `${name} ${protocol}`)
    }
  }
})
