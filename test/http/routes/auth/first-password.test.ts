import t from 'tap'
import { ensureAdministrator } from '../../../../actors/desk/start/administrator.js'
import { resetPassword } from '../../../../actors/desk/start/reset-password.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { cookieHeader, startFront } from '../../../given/fronts/front.js'

const PASSWORD = 'Abcd12!x'
const LOGIN = 'POST /admin/v1/auth/login'

function signIn(login: number, password: string) {
  return { body: { login, password } }
}

t.test('the first password is checked, or made and told once', async (t) => {
  const front = await startFront(t)
  const weak = await ensureAdministrator(front.desk, front.passwords, 'short')
  t.match(weak, { ok: false, code: 'auth.password_weak', message: /ADMIN_PASSWORD.*8 to 16/ })
  const common = await ensureAdministrator(front.desk, front.passwords, 'Welcome2024!')
  t.match(common, { code: 'auth.password_weak', message: /ADMIN_PASSWORD.*too common/ })
  const made = await ensureAdministrator(front.desk, front.passwords, undefined)
  if (!made.ok || made.value === null) return t.fail('a password was made')
  t.match(await front.ask(LOGIN, signIn(1, made.value)), { status: 200 })
  const again = await ensureAdministrator(front.desk, front.passwords, PASSWORD)
  t.match(again, { ok: false, code: 'conflict' })
})

t.test(
  'a reset password works, ends the sessions, and needs the server to be stopped',
  async (t) => {
    const front = await startFront(t)
    await ensureAdministrator(front.desk, front.passwords, PASSWORD)
    const before = await front.ask(LOGIN, signIn(1, PASSWORD))
    const clock = systemClock()
    const { dataDir } = front
    const running = await resetPassword(dataDir, 1, front.passwords, clock)
    t.match(running, { ok: false, code: 'conflict', message: /Stop it first/ })
    await front.stop()
    t.match(await resetPassword(`${dataDir}/none`, 1, front.passwords, clock), {
      code: 'not_found',
    })
    t.match(await resetPassword(dataDir, 77, front.passwords, clock), { code: 'not_found' })
    const reset = await resetPassword(dataDir, 1, front.passwords, clock)
    if (!reset.ok) return t.fail(reset.message)
    const after = await startFront(t, undefined, dataDir)
    const mine = { headers: { cookie: cookieHeader(before.cookies) } }
    t.match(await after.ask('GET /admin/v1/auth/me', mine), { status: 401 })
    t.match(await after.ask(LOGIN, signIn(1, PASSWORD)), { status: 401 })
    t.match(await after.ask(LOGIN, signIn(1, reset.value)), { status: 200 })
    const lines = after.edit((db) => db.prepare('SELECT text FROM journal').pluck().all())
    t.ok(lines.includes('The password of 1 was reset on the server, 1 sessions closed'))
  },
)
