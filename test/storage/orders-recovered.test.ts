import t from 'tap'
import { accountWithDefaults } from '../../actors/desk/accounts.js'
import { accountDigest } from '../../engine/account/digest.js'
import { holdPosition } from '../../engine/account/exposure.js'
import { holdOrder } from '../../engine/account/resting.js'
import { type Account, emptyAccount } from '../../engine/account/state.js'
import { recoverShard } from '../../storage/recover.js'
import { accountsRepo } from '../../storage/repos/accounts.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { LOGIN } from '../given/account.js'
import { HEDGING } from '../given/book.js'
import { scratch } from '../given/desk.js'
import { commitTurn, seededInts } from '../given/histories.js'
import { replay } from '../given/ledger.js'
import { openLogs, openTables, projectAll, projector } from '../given/projection.js'
import { randomFloor, randomStep } from '../given/random-orders.js'

// Goal: whatever is asked for, the books add up, and the account is the same live, replayed from its
// records, and recovered from the tables that they were projected into.

function recovered(db: Sqlite): Account {
  let account = emptyAccount(accountProfile())
  recoverShard(db, 0, 1, 0, {
    account: (profile, state) => {
      account = Object.assign(emptyAccount(profile), state)
    },
    position: (_login, position) => holdPosition(account, position),
    order: (_login, order) => holdOrder(account, order),
    requestKey: () => undefined,
  })
  return account
}

const accountProfile = () => ({
  ...{ login: LOGIN, group: HEDGING, leverage: 0, enabled: true, trading_enabled: true },
  ...{ limit_positions: 0, limit_orders: 0, archived: false },
})

for (const seed of [1, 2, 3]) {
  t.test(`random requests: live = replayed = recovered (${seed})`, async (t) => {
    const directory = scratch(t)
    const logs = openLogs(directory, 1)
    const db = openTables(directory)
    accountsRepo(db).insert(accountWithDefaults({ login: LOGIN, group: HEDGING }), 1)
    const projected = projector(db, logs)
    const floor = randomFloor()
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
      t.equal(accountDigest(recovered(db)), live, `recovered after ${logged} records`)
      t.equal(accountDigest(replay(floor.records, LOGIN)), live)
    }
    for (const kind of ['open', 'close', 'close_by', 'place', 'change', 'delete', 'stops']) {
      t.ok((came[`${kind} ok`] ?? 0) > 2, `${kind}: ${came[`${kind} ok`]} were accepted`)
    }
    for (const code of ['invalid_stops', 'invalid_price', 'invalid_volume', 'order_unknown']) {
      t.ok((came[`trade.${code}`] ?? 0) > 0, code)
    }
    db.close()
    await Promise.all(logs.map((log) => log.close()))
  })
}
