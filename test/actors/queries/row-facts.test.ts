import t from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import { rowFactsReader } from '../../../actors/queries/row-facts.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { settingsRepo } from '../../../storage/repos/settings.js'
import { openTables } from '../../given/records/projection.js'

t.test(
  'facts of rows are of the settings as they stand, and are read once for each version',
  (t) => {
    const db = openTables(t.testdir())
    t.teardown(() => db.close())
    const settings = settingsRepo(db)
    const at = { created_at: 1, updated_at: 1 }
    const set = (kind: 'groups' | 'symbols', id: number, name: string, body: object) =>
      settings.insert(kind, { id, name, ...at, body: body as never })
    set('symbols', 7, 'EURUSD', {
      path: 'Forex\\EURUSD',
      digits: 5,
      contract_size: '100000.50000000',
    })
    set('groups', 3, 'real\\yen', { currency_digits: 0 })
    accountsRepo(db).insert(accountWithDefaults({ login: 10, group: 'real\\yen' }), 1)
    accountsRepo(db).insert(accountWithDefaults({ login: 11, group: 'gone' }), 1)
    const read = rowFactsReader(db)
    const seen = () => {
      const { symbol, holder, digitsOfGroup } = read()
      const { name, digits } = symbol(7)
      return {
        name,
        digits,
        unknown: [symbol(8).name, symbol(8).digits],
        held: [10, 11, 12].map((login) => {
          const { group, moneyDigits } = holder(login)
          return [holder(login).login, group, moneyDigits]
        }),
        groups: ['real\\yen', 'gone'].map(digitsOfGroup),
      }
    }
    const first = {
      name: 'EURUSD',
      digits: 5,
      unknown: ['#8', 0],
      groups: [0, 2],
      held: [
        [10, 'real\\yen', 0],
        [11, 'gone', 2],
        [12, '', 2],
      ],
    }
    t.same(seen(), first)
    const facts = read()
    t.equal(facts.symbol(7), facts.symbol(7), 'one for all rows')
    t.equal(facts.holder(10), facts.holder(10))
    t.equal(read().symbol(7), facts.symbol(7), 'also for those of a later snapshot')
    db.exec(
      `UPDATE settings SET body = '{"path":"EURUSD","digits":4,"contract_size":"1"}' WHERE id = 7`,
    )
    db.exec(`UPDATE settings SET body = '{"currency_digits":3}' WHERE id = 3`)
    t.same(seen(), first, 'nobody has said that they changed')
    settings.raiseVersion()
    const second = { ...first, digits: 4, groups: [3, 2] }
    t.same(seen(), { ...second, held: [[10, 'real\\yen', 3], ...first.held.slice(1)] })
    t.same(seen(), { ...second, held: [[10, 'real\\yen', 3], ...first.held.slice(1)] })
    t.equal(read().symbol(7), read().symbol(7), 'of the new version, too')
    t.end()
  },
)
