import t from 'tap'
import { accountWithDefaults } from '../../../../actors/desk/accounts/accounts.js'
import { refuseMove } from '../../../../actors/desk/identity/group-move.js'
import type { ConfigWorld } from '../../../../engine/config/world.js'
import type { StoredAccount } from '../../../../wire/account/stored-account.js'

const accountIn = (group: string) => accountWithDefaults({ login: 7, group }) as StoredAccount
const account = accountIn('a')
const A = { currency: 'USD', currency_digits: 2, margin_mode: 'hedging' }

/** The refusal of a move from the group `a` to `b`. */
function moved(b: object, isFresh = false) {
  const groups: Record<string, object> = { a: { ...A, leverage: 1 }, b: { ...A, ...b } }
  const world = { named: (_: string, path: string) => groups[path] }
  return refuseMove(world as unknown as ConfigWorld, account, 'b', isFresh)
}

t.test('an account with a record keeps currency, decimals and margin mode, each of them', (t) => {
  const why =
    'The account 7 has a trading history, but the group b has another currency or margin mode.'
  const refusal = {
    ok: false,
    code: 'conflict',
    message: `${why} Choose a group with the same ones.`,
  }
  t.equal(moved({ leverage: 50, enabled: true }), null, 'the rest may change')
  for (const other of [{ currency: 'EUR' }, { currency_digits: 3 }, { margin_mode: 'netting' }]) {
    t.match(moved(other), refusal, JSON.stringify(other))
    t.equal(moved(other, true), null, 'one that has none may change them')
  }
  t.end()
})

t.test(
  'an account with a record keeps its kind, and one without takes the kind of its group',
  (t) => {
    const world = { named: () => A } as unknown as ConfigWorld
    const groups = { demo: 'demo\\a', real: 'real\\a', staff: 'managers\\a' }
    for (const [kind, group] of Object.entries(groups)) {
      for (const [other, path] of Object.entries(groups)) {
        t.equal(refuseMove(world, accountIn(group), path, true), null, `${kind} to ${other}, fresh`)
        const refusal = refuseMove(world, accountIn(group), path, false)
        const of = `is a ${kind} account .* would make it a ${other} account`
        if (other === kind) t.equal(refusal, null, `${kind} to ${other}`)
        else t.match(refusal, { code: 'conflict', message: new RegExp(of) }, `${kind} to ${other}`)
      }
    }
    t.end()
  },
)
