import t from 'tap'
import { deskHandlers } from '../../../actors/desk/operations.js'
import { ConfigFront } from '../../given/config-front.js'
import { STAFF } from '../../given/desk.js'

// The desk asks for rights and scope anew: the account may have left them since its route has asked.

t.test('linked accounts are not told of an account that the caller does not reach', (t) => {
  const front = new ConfigFront(t, { demo: true })
  const read = (login: number) =>
    deskHandlers(front.desk)['accounts.clients']({ actor: { ...STAFF, login }, login: 99_999 })
  t.match(read(STAFF.login ?? 0), { ok: false, code: 'not_found' })
  t.match(read(99_998), { ok: false, code: 'forbidden' }, 'no staff user any more')
  t.end()
})
