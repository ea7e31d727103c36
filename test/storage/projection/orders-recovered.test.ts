import t from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { LOGIN } from '../../given/account.js'
import { HEDGING, NETTING } from '../../given/book.js'
import { accountDigest } from '../../given/records/account-digest.js'
import { commitTurn, seededInts } from '../../given/records/histories.js'
import { replay } from '../../given/records/ledger.js'
import { openBooks, projectAll, projector, recovered } from '../../given/records/projection.js'
import { randomFloor, randomStep } from '../../given/records/random-orders.js'

// Goal: whatever is asked for, the books add up, and the account is the same live, replayed from its
// records, and recovered from the tables that they were projected into.

for (const [seed, group] of [
  [1, HEDGING],
  [2, HEDGING],
  [3, NETTING],
  [4, NETTING],
] as const) {
  t.test(`random requests: live = replayed = recovered (${seed}, ${group})`, async (t) => {
    const { logs, db } = openBooks(t)
    accountsRepo(db).insert(accountWithDefaults({ login: LOGIN, group }), 1)
    const projected = projector(db, logs)
    const floor = randomFloor(group)
    const int = seededInts(seed)
    const came: Record<string, number> = {}
    let logged = 0
    for (let turn = 0; turn < 24; turn++) {
      for (let n = 0; n < 40; n++) {
        const [kind, decision] = randomStep(floor, int) ?? []
        if (decision === undefined) continue
        const what = decision.ok ? `${kind} ok` : decision.code
        came[what] = (came[what] ?? 0) + 1
      }
      floor.settle()
      const [log] = logs
      if (log === undefined) throw new Error('one shard has one log')
      commitTurn(log, floor.records.slice(logged))
      logged = floor.records.length
      projectAll(projected, logged)
      const live = accountDigest(floor.account)
      t.equal(accountDigest(recovered(db).account), live, `recovered after ${logged} records`)
      t.equal(accountDigest(replay(floor.records, LOGIN)), live)
    }
    const kinds = ['open', 'close', 'place', 'change', 'delete', 'stops']
    for (const kind of group === HEDGING ? [...kinds, 'close_by'] : kinds) {
      t.ok((came[`${kind} ok`] ?? 0) > 2, `${kind}: ${came[`${kind} ok`]} were accepted`)
    }
    const entries = floor.records.flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'deal' ? [event.entry] : [])),
    )
    t.equal(entries.includes('inout'), group === NETTING, 'netting accounts reverse')
    for (const code of ['invalid_stops', 'invalid_price', 'invalid_volume', 'order_unknown']) {
      t.ok((came[`trade.${code}`] ?? 0) > 0, code)
    }
  })
}
