import t from 'tap'
import { AccountChangedDesk } from '../../../../actors/desk/accounts/account-changed.js'
import { accountWithDefaults } from '../../../../actors/desk/accounts/accounts.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { staffRepo } from '../../../../storage/repos/people/staff.js'
import type { DeskEvent } from '../../../../wire/thread/messages.js'
import { scratch } from '../../../given/desk.js'
import { openTables } from '../../../given/records/projection.js'

t.test('each change of an account is told once, in the order of its number', (t) => {
  const db = openTables(scratch(t))
  t.teardown(() => db.close())
  const accounts = accountsRepo(db)
  const named = () => ({ enabled: true, otp_required: true })
  const config = { world: { named }, records: { network: [] } } as never
  const open = (login: number) =>
    accountsRepo(db).insert(accountWithDefaults({ login, group: 'demo\\a', name: `n${login}` }), 1)
  let asked = 0
  const beforeNews = () => {
    asked++
  }
  const desk = (accountsSent?: number) =>
    new AccountChangedDesk({ db, config, clock: systemClock() }, { accountsSent, beforeNews })
  const told = (of: AccountChangedDesk) => {
    const events: DeskEvent[] = []
    of.tell((event) => events.push(event))
    return events.map((event) => {
      if (event.type !== 'profile') return event.type
      const { number, version, profile, access } = event
      return [number, version, profile.login, access.login, access.staff !== null]
    })
  }
  open(11)
  open(12)
  const news = desk()
  t.same([told(news), news.told, asked], [[], accounts.newestChange(), 0], 'all is read by then')
  const first = news.told
  staffRepo(db).insert({ login: 12, rights: [], group_scope: ['*'] }, 1)
  accountsRepo(db).update(12, { name: 'x' }, 2)
  open(13)
  accountsRepo(db).update(11, { name: 'y' }, 2)
  const all = [
    [first + 1, 2, 12, 12, true],
    [first + 2, 1, 13, 13, false],
    [first + 3, 2, 11, 11, false],
  ]
  t.same([told(news), news.told, asked], [all, first + 3, 1])
  t.same([told(news), news.told, asked], [[], first + 3, 1], 'nothing is new')
  t.same(told(desk(first)), all, 'one that starts goes on where the one before it came to')
  t.same(told(desk(first + 2)), all.slice(2))
  t.same(told(desk()), [])
  t.end()
})
