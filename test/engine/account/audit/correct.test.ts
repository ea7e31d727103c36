import t from 'tap'
import { decideCorrect } from '../../../../engine/account/audit/correct.js'
import { Floor, positionOf } from '../../../given/floor.js'

t.test('a position of an archived account is not corrected until the account is back', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '1000')
  const positionId = positionOf(floor.open('EURUSD', 'buy', '0.10'))
  const [stopLoss, takeProfit] = ['1.16000', '1.18000']
  const asked = { positionId, version: 0, priceOpen: '', stopLoss, takeProfit, comment: 'agreed' }
  const corrected = () => decideCorrect(floor.context(), floor.account, asked)
  floor.profile({ archived: true })
  t.same(corrected(), {
    ok: false,
    code: 'conflict',
    message: 'The account is archived: it is read-only.',
  })
  floor.profile({})
  t.match(corrected(), [
    { type: 'correction', id: positionId, stopLoss: 116_000, takeProfit: 118_000 },
  ])
  floor.settle()
  t.end()
})
