import t from 'tap'
import { sqlitePath } from '../../../storage/paths.js'
import { openWriter } from '../../../storage/sqlite/open.js'
import { moment } from '../../given/desk.js'
import { AccountFront } from '../../given/fronts/account-front.js'

const LOGIN = '/trader/v1/auth/login'

t.test('a desk that was away: what changed meanwhile is known when it is back', async (t) => {
  const front = await AccountFront.start(t)
  const [one, other] = [await front.open(), await front.open()]
  const signIn = async (login: number): Promise<string> => {
    const body = { login, password: 'Abcd12!x', terminal: 'desktop' }
    const { data } = await front.ask(`POST ${LOGIN}`, 'nobody', body)
    return String(data['access_token'])
  }
  for (const login of [one, one, other]) t.match(await signIn(login), /^[\w-]{43}$/)
  const [revoked, kept] = front.sessions.ofLogin(one)
  const [changed] = front.sessions.ofLogin(other)
  if (revoked === undefined || kept === undefined || changed === undefined) throw new Error('none')

  // Stored and not told, as by a desk that ends between the two.
  const db = openWriter(sqlitePath(front.dataDir))
  db.prepare('DELETE FROM sessions WHERE id = ?').run(revoked.id)
  db.prepare('UPDATE accounts SET must_change_password = 1 WHERE login = ?').run(other)
  db.close()
  const closed = new Promise<string>((resolve) => front.sessions.onClosed(({ id }) => resolve(id)))
  const told = new Promise<void>((resolve) =>
    front.sessions.onChanged(({ id }) => {
      if (id === changed.id) resolve()
    }),
  )
  await front.supervisor.killDesk()
  t.equal(await closed, revoked.id)
  t.equal(revoked.isClosed, true)
  await told
  t.equal(changed.mustChangePassword, true)
  t.equal(kept.isClosed, false)
  t.same(front.sessions.ofLogin(one), [kept])
  t.equal(front.errors.length, 1, 'that it ended, and nothing else')
  t.match(await signIn(one), /^[\w-]{43}$/, 'and it is at work')
  while (front.supervisor.condition.troubles.length > 0) await moment()
})

t.test('settings that were stored and not told are traded by once the desk is back', async (t) => {
  const front = await AccountFront.start(t)
  const login = await front.open()
  const body = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
  const trade = async (): Promise<string> =>
    (await front.ask('POST /trader/v1/trade', login, body)).code
  t.not(await trade(), 'trade.disabled')

  const { supervisor } = front
  const before = supervisor.book.version
  const db = openWriter(sqlitePath(front.dataDir))
  db.exec(`UPDATE settings SET version = version + 1, body = json_set(body, '$.trade_enabled', json('false'))
    WHERE kind = 'groups'`)
  db.exec('UPDATE config_version SET version = version + 1')
  db.close()
  await supervisor.killDesk()
  while (supervisor.book.version === before) await moment()
  t.equal(await trade(), 'trade.disabled')
  while (supervisor.condition.troubles.length > 0) await moment()
})
