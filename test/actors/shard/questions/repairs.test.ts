import t from 'tap'
import { exactJson } from '../../../../wire/thread/exact-json.js'
import { LOGIN } from '../../../given/account.js'
import { DOER } from '../../../given/desk.js'
import { checkLedger } from '../../../given/ledger.js'
import { type GivenShard, tradingShard } from '../../../given/shard.js'

// Goal: the line of a repair names some of what was found, and says how many more there were.

/** Nothing is wrong with the account: what was found is what the test says. */
function repaired(shard: GivenShard, count: number): string {
  const { seq, balance, credit, commissionDue, balancePrevDay, balancePrevMonth } = shard.account()
  const money = { balance, credit, commissionDue, balancePrevDay, balancePrevMonth }
  const differences = Array.from({ length: count }, (_, index) => {
    const field = `field ${index + 1}`
    return index % 2 === 0
      ? { field, stored: String(index), computed: null }
      : { field, stored: null, computed: String(index) }
  })
  const repair = exactJson({ seq, money, positions: [], deals: [] })
  const request = { login: LOGIN, repair, differences, request_id: `r-${count}`, by: DOER }
  const told = shard.turn(() => shard.ask(1, { op: 'repair', request }))
  t.match(told.find(({ kind }) => kind === 'answer')?.value, { ok: true })
  return shard.records(LOGIN).at(-1)?.note?.text ?? ''
}

const BEGINS = `Account ${LOGIN} is repaired from its deals: `

t.test('one to five differences are named, of more the first five', (t) => {
  const shard = tradingShard()
  const one = 'field 1 0 is none'
  const five = `${one}, field 2 none is 1, field 3 2 is none, field 4 none is 3, field 5 4 is none`
  t.equal(repaired(shard, 1), `${BEGINS}${one}`)
  t.equal(repaired(shard, 5), `${BEGINS}${five}`)
  t.equal(repaired(shard, 6), `${BEGINS}${five} and 1 more`)
  t.equal(repaired(shard, 47), `${BEGINS}${five} and 42 more`)
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})
