import t from 'tap'
import { sqlitePath } from '../../../../storage/paths.js'
import { openWriter } from '../../../../storage/sqlite/open.js'
import { moment } from '../../../given/desk.js'
import { AccountFront, DEALER } from '../../../given/fronts/account-front.js'
import { funded, OPEN } from '../../../given/records/trades.js'

const front = await AccountFront.shared()

t.test('a user whose trade is not in the tables yet has traded all the same', async (t) => {
  const euro = await front.quoted('EURUSD')
  front.price(euro.id, 110_000, 110_010)
  const login = await funded(front)
  const dealer = front.signIn(DEALER, {
    audience: 'staff',
    terminal: 'manager',
    groupScope: ['*'],
    rights: new Set(['trades.edit']),
  })
  const { counters } = front.supervisor
  while (counters.projectionSeq < counters.sequence) await moment()
  // The tables stay as they are while somebody else writes.
  const other = openWriter(sqlitePath(front.dataDir))
  other.exec('BEGIN IMMEDIATE')
  const traded = await front.ask(`POST /admin/v1/accounts/${login}/trade`, dealer, OPEN)
  t.match(traded, { status: 200, code: 'ok' })
  const removing = front.ask(`DELETE /admin/v1/staff/${DEALER}`, 'admin')
  await moment()
  t.ok(counters.projectionSeq < counters.sequence, 'the tables are behind')
  other.exec('ROLLBACK')
  other.close()
  t.match(await removing, { status: 409, code: 'conflict' })
})
