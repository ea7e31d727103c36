import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { STAFF } from '../../../given/desk.js'
import { staffFront } from '../../../given/staff.js'

t.test('the line of a new staff user has each field, from nothing', (t) => {
  const front = staffFront(t)
  const profile = { group_scope: ['managers\\*'], mailbox_name: 'Dealer', rights: ['journal'] }
  const ask = deskHandlers(front.desk)['staff.create']
  const made = ask({ actor: STAFF, login: 501, profile: profile as never })
  if (!made.ok) throw new Error(made.message)
  const field = (name: string, to: unknown) => ({ field: name, from: null, to })
  const { ip_allow, logs_months, reports_months } = made.value
  const own = { ip_allow, logs_months, reports_months }
  t.strictSame(
    front.lines.at(-1)?.changes.toSorted((a, b) => (a.field < b.field ? -1 : 1)),
    Object.entries({ ...profile, ...own })
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, to]) => field(name, to)),
  )
  t.end()
})
