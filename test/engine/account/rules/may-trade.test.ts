import t from 'tap'
import { tradingGroup } from '../../../../engine/account/rules/may-trade.js'
import { type AccountProfile, emptyAccount } from '../../../../engine/account/state.js'
import { givenProfile } from '../../../given/account.js'
import { givenBook, groupIn, HEDGING } from '../../../given/book.js'

t.test(
  'an account trades unless it, its group or either’s trading is off, and the first of them is said',
  (t) => {
    const profile: AccountProfile = givenProfile({ login: 7, leverage: 50 })
    const said = (own: Partial<AccountProfile>, group: object = {}) => {
      const book = givenBook({ groups: { [HEDGING]: group } })
      const found = tradingGroup(book, emptyAccount({ ...profile, ...own }))
      if ('record' in found) return t.equal(found, groupIn(book, HEDGING))
      return t.match(found, { code: 'trade.disabled' }) && found.message
    }
    const off = { enabled: false, trading_enabled: false }
    t.equal(said({}), true)
    t.equal(
      said({ archived: true, ...off }),
      'The account is archived and cannot trade. Ask your broker.',
    )
    t.equal(said({ archived: true }), 'The account is archived and cannot trade. Ask your broker.')
    t.equal(said(off), 'The account is disabled. Ask your broker.')
    t.equal(
      said({ trading_enabled: false }, off),
      'Trading is turned off for this account. Ask your broker.',
    )
    t.equal(said({ group: 'nowhere' }), "The account's group is disabled. Ask your broker.")
    t.equal(said({}, off), "The account's group is disabled. Ask your broker.")
    t.equal(
      said({}, { enabled: true, trade_enabled: false }),
      "Trading is turned off for the account's group. Ask your broker.",
    )
    t.end()
  },
)
