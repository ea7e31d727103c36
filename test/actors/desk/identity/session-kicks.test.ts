import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { sessionsRepo } from '../../../../storage/repos/people/sessions.js'
import { STAFF } from '../../../given/desk.js'
import { sessionUntil } from '../../../given/sessions.js'
import { staffFront } from '../../../given/staff.js'

const TRADER = 601

function given(t: Parameters<typeof staffFront>[0]) {
  const front = staffFront(t)
  const { db } = front.desk
  const ask = deskHandlers(front.desk)
  const sessions = sessionsRepo(db)
  /** A session that can be refreshed until so many milliseconds from now. */
  const open = (id: string, ms: number, login = TRADER) =>
    sessionsRepo(db).insert(sessionUntil(id, front.now + ms, { login }))
  const kick = (id: string) => ask['sessions.kick']({ actor: STAFF, id })
  const kickLogin = (login: number) => ask['sessions.kick_login']({ actor: STAFF, login })
  const endOwn = (session: string, id: string) =>
    ask['sessions.end_own']({ actor: { ...STAFF, login: TRADER }, session, id })
  front.lines.splice(0)
  const told = () => [
    front.access.splice(0),
    front.lines
      .splice(0)
      .map(({ actor, login, kind, text, ip, request_id }) => [
        actor,
        login,
        kind,
        text,
        ip,
        request_id,
      ]),
    sessions.ofLogin(TRADER).map(({ id }) => id),
  ]
  return { open, kick, kickLogin, endOwn, told }
}

t.test('a session is open until the moment at which it cannot be refreshed any more', (t) => {
  const { open, kick, kickLogin, told } = given(t)
  open('over', 0)
  t.same(kick('over'), because('not_found.session'))
  t.same(kickLogin(TRADER), because('not_found.no_session', { login: 601 }))
  t.same(told(), [[], [], ['over']])
  const line = (text: string) => [1, TRADER, 'auth', text, '127.0.0.1', 'r-1']
  const closed = (...ids: string[]) => [{ type: 'sessions_closed', ids }]
  open('one', 1)
  t.same(kick('one'), { ok: true, value: 1 })
  const text = 'The session at terminal web was closed by a kick'
  t.same(told(), [closed('one'), [line(text)], ['over']])
  open('one', 1)
  t.same(kickLogin(TRADER), { ok: true, value: 1 })
  t.same(told(), [closed('one'), [line('1 session was closed by a kick')], ['over']])
  open('one', 1)
  open('two', 2)
  t.same(kickLogin(TRADER), { ok: true, value: 2 })
  t.same(told(), [closed('one', 'two'), [line('2 sessions were closed by a kick')], ['over']])
  t.same(kickLogin(99_999), because('not_found.login', { login: 99999 }))
  t.end()
})

t.test('of their own, too; and one that was ended meanwhile ends no other', (t) => {
  const { open, endOwn, told } = given(t)
  const expired = because('auth.session_expired.over')
  const none = because('not_found.own_session')
  open('over', 0)
  open('other', 1)
  t.same(endOwn('over', 'other'), expired)
  t.same(endOwn('gone', 'other'), expired)
  open('one', 1)
  t.same(endOwn('one', 'over'), none)
  t.same(endOwn('one', 'gone'), none)
  t.same(told(), [[], [], ['one', 'other', 'over']])
  t.same(endOwn('one', 'other'), { ok: true, value: null })
  const text = 'Signed out of terminal web, from terminal web'
  const line = [TRADER, TRADER, 'auth', text, '127.0.0.1', 'r-1']
  t.same(told(), [[{ type: 'sessions_closed', ids: ['other'] }], [line], ['one', 'over']])
  t.end()
})
