import t from 'tap'
import {
  RefusedRequests,
  type RowMarket,
} from '../../../../actors/shard/outcomes/refused-requests.js'
import { emptyAccount } from '../../../../engine/account/state.js'
import type { Book } from '../../../../engine/book/compiled.js'
import { refuse } from '../../../../engine/code.js'

// However many requests an account has refused, its rows are bounded, and the others are counted.

const AT = 1_700_000_000_000
const REFUSAL = refuse('trade.no_money', 'No money.')

function given() {
  const book = { symbolsByName: new Map(), symbolsById: new Map() } as unknown as Book
  const market = { book, now: AT, contextOf: () => ({ prices: { quote: () => undefined } }) }
  const refused = new RefusedRequests()
  const refuseMany = (account: ReturnType<typeof accountOf>, many: number, over = {}) => {
    const seen: RowMarket = { ...market, ...over }
    for (let n = 0; n < many; n++) refused.add(seen, account, { body: { n } }, REFUSAL)
    const rows = refused.takeRows()?.rows.length ?? 0
    const counts = refused.takeCounts()
    return { rows, more: counts?.more.map(({ login, count }) => [login, count]), counts }
  }
  return { refuseMany }
}

function accountOf(login: number, self_opened = false) {
  return emptyAccount({
    login,
    group: 'demo\\standard',
    leverage: 100,
    enabled: true,
    trading_enabled: true,
    self_opened,
  } as Parameters<typeof emptyAccount>[0])
}

t.test('an account has so many rows a day, one that somebody opened for themselves fewer', (t) => {
  const { refuseMany } = given()
  const [one, own] = [accountOf(7), accountOf(8, true)]
  t.match(refuseMany(one, 500), { rows: 500, more: [] })
  t.match(refuseMany(one, 300, { now: AT + 1_000 }), { rows: 300, more: [] })
  t.match(refuseMany(one, 300, { now: AT + 2_000 }), { rows: 200, more: [[7, 100]] })
  t.match(refuseMany(own, 60, { now: AT + 3_000 }), { rows: 50, more: [[8, 10]] })
  t.match(refuseMany(own, 1, { now: AT + 86_400_000 }), { rows: 1, more: [] })
  t.end()
})

t.test('a shard has so many rows a second, and counts all for the metrics', (t) => {
  const { refuseMany } = given()
  t.match(refuseMany(accountOf(7), 501), {
    rows: 500,
    more: [[7, 1]],
    counts: { codes: [['trade.no_money', 501]] },
  })
  t.end()
})
