import t from 'tap'
import { SET_ASIDE } from '../../../../actors/shard/log/quarantine.js'
import { answerCorrection, answerDeletion } from '../../../../actors/shard/questions/corrections.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { LOGIN } from '../../../given/account.js'
import { DOER } from '../../../given/desk.js'
import { OUT, ProviderFloor } from '../../../given/floors/provider-floor.js'
import { STOPPED_AT } from '../../../given/floors/shard.js'

// Goal: of positions that staff take out each has its own answer, in the order in which they were named.

const HERE = { ...OUT, comment: '', volume: '0.1' }

function opened(floor: ProviderFloor, more: object = {}): number {
  const { data } = floor.ask({ ...HERE, ...more }) as { data: Record<string, number> }
  return data['position_id'] as number
}

function deleted(floor: ProviderFloor, ids: readonly number[], request_id = '', login = LOGIN) {
  let answer: unknown
  floor.turn(() => {
    const request = { login, ids, request_id, digest: 1, by: DOER }
    answer = answerDeletion(floor.shard.core, request)
  })
  return answer
}

const codes = (...value: readonly string[]) => ({ ok: true, value })

t.test('what can be is taken out in one record, and the others are named with why not', (t) => {
  const floor = new ProviderFloor()
  const [one, two, there] = [opened(floor), opened(floor), opened(floor, { comment: '' })]
  floor.send({ kind: 'close', position_id: there, volume: '0.05', comment: 'out' })
  t.equal(floor.orders().length, 1)
  const records = floor.shard.records(LOGIN).length
  const asked = [7, two, there, one, 8]
  const told = codes('trade.position_unknown', 'ok', 'conflict', 'ok', 'trade.position_unknown')
  t.same(deleted(floor, asked, 'r'), told)
  t.equal(floor.shard.records(LOGIN).length, records + 1)
  const record = floor.shard.records(LOGIN).at(-1)
  t.match(record?.events, [{ id: two }, { id: one }])
  t.equal(
    record?.note?.text,
    `Account ${LOGIN}: position ${two} of EURUSD, position ${one} of EURUSD were deleted, their deals stay`,
  )
  t.same(floor.account.positions.keys(), [there])
  t.same(deleted(floor, asked, 'r'), told, 'a repeat')
  floor.fill(floor.placed, '0.05', '1.17')
  t.same(deleted(floor, asked, 'r'), told, 'nor is it done now that it could be')
  t.same(deleted(floor, [there]), codes('ok'))
  t.equal(
    floor.shard.records(LOGIN).at(-1)?.note?.text,
    `Account ${LOGIN}: position ${there} of EURUSD was deleted, its deals stay`,
  )
  floor.settle()
  t.end()
})

t.test('where nothing can be taken out nothing is written', (t) => {
  const floor = new ProviderFloor()
  const one = opened(floor)
  const records = floor.shard.records().length
  t.same(deleted(floor, [7, 8]), codes('trade.position_unknown', 'trade.position_unknown'))
  floor.shard.core.halt(STOPPED_AT)
  t.same(deleted(floor, [7, one]), codes('unavailable', 'unavailable'))
  floor.shard.core.halt(null)
  floor.shard.profile({ archived: true })
  t.same(deleted(floor, [one, 7]), codes('trade.disabled', 'trade.disabled'))
  t.equal(floor.shard.records().length, records)
  t.same(floor.account.positions.keys(), [one])
  t.end()
})

t.test('an account that is unknown or set aside is not corrected', (t) => {
  const floor = new ProviderFloor()
  const one = opened(floor)
  const correction = {
    positionId: one,
    version: 0,
    comment: 'mended',
    priceOpen: '',
    stopLoss: '',
    takeProfit: '',
  }
  const correct = (login: number) =>
    answerCorrection(floor.shard.core, { login, correction, by: DOER })
  const unknown = because('not_found.account', { login: LOGIN + 1 })
  t.same(deleted(floor, [one], '', LOGIN + 1), unknown)
  t.same(correct(LOGIN + 1), unknown)
  floor.turn(() => void floor.shard.core.quarantine.add(floor.account, new Error('given')))
  t.same(deleted(floor, [one]), SET_ASIDE)
  t.same(correct(LOGIN), SET_ASIDE)
  t.end()
})

t.test(
  'a corrected position is answered as it stands, and the journal says what it was given',
  (t) => {
    const floor = new ProviderFloor()
    const one = opened(floor)
    const terms = { priceOpen: '1.17100', stopLoss: '1.15000', takeProfit: '' }
    const correction = { positionId: one, version: 0, comment: 'mended', ...terms }
    let answer: unknown
    floor.turn(() => {
      answer = answerCorrection(floor.shard.core, { login: LOGIN, correction, by: DOER })
    })
    const { ok, text } = answer as { ok: boolean; text: string }
    t.equal(ok, true)
    t.match(JSON.parse(text), {
      id: one,
      login: LOGIN,
      price_open: '1.17100',
      stop_loss: '1.15000',
      profit: '-10.00',
    })
    const record = floor.shard.records(LOGIN).at(-1)
    t.match(record?.events, [{ type: 'correction', id: one }])
    t.same(record?.note, {
      actor: DOER.login,
      kind: 'trade',
      ip: DOER.ip,
      requestId: DOER.request_id,
      text: `Account ${LOGIN}: position ${one}, buy 0.1 EURUSD, is corrected to open price 1.17100, stop loss 1.15000, take profit 0.00000`,
    })
    floor.settle()
    t.end()
  },
)

t.test('a correction that cannot be made is refused, and nothing is written', (t) => {
  const floor = new ProviderFloor()
  const one = opened(floor)
  const records = floor.shard.records().length
  const corrected = (positionId: number) => {
    let answer: unknown
    floor.turn(() => {
      const correction = { positionId, change: {}, comment: '' } as never
      answer = answerCorrection(floor.shard.core, { login: LOGIN, correction, by: DOER })
    })
    return answer
  }
  t.match(corrected(7), { ok: false, code: 'trade.position_unknown' })
  floor.send({ kind: 'close', position_id: one, comment: 'out' })
  const before = floor.shard.records().length
  t.match(corrected(one), { ok: false, code: 'conflict' }, 'it is at a provider')
  t.equal(floor.shard.records().length, before)
  t.ok(before > records)
  t.end()
})
