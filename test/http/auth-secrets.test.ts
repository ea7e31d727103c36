import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ensureAdministrator } from '../../actors/administrator.js'
import { systemClock } from '../../actors/clock.js'
import { PASSWORD_COST } from '../../actors/jobs/passwords.js'
import { resetPassword } from '../../actors/reset-password.js'
import { HttpServer } from '../../http/server.js'
import { type Answered, cookieHeader, startFront } from '../given/front.js'

const PASSWORD = 'Abcd12!x'
const LOGIN = 'POST /admin/v1/auth/login'

function signIn(login: number, password: string) {
  return { body: { login, password } }
}

function filesUnder(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Everything a client was given or sent that nobody else may learn. */
function secretsOf(answer: Answered): string[] {
  const texts = answer.cookies.map((line) => line.split(';')[0]?.split('=')[1] ?? '')
  const { csrf_token, access_token, refresh_token } = answer.data
  const tokens = [csrf_token, access_token, refresh_token].filter((one) => typeof one === 'string')
  // The two halves of a refresh token are secrets of their own.
  return [...texts, ...tokens]
    .flatMap((text) => [text.slice(0, 43), text.slice(43)])
    .filter(Boolean)
}

t.test('sessions outlive a restart, and no token or password is in any file', async (t) => {
  const first = await startFront(t)
  await ensureAdministrator(first.desk, first.passwords, PASSWORD)
  const trader = await first.openAccount({ master: PASSWORD })
  const opened = await first.ask(LOGIN, signIn(1, PASSWORD))
  const phone = await first.ask('POST /trader/v1/auth/login', {
    body: { login: trader, password: PASSWORD, terminal: 'ios' },
  })
  const headers = {
    cookie: cookieHeader(opened.cookies),
    'x-csrf-token': String(opened.data['csrf_token']),
  }
  const rotated = await first.ask('POST /admin/v1/auth/refresh', { headers })
  t.match(await first.ask(LOGIN, signIn(1, 'Wrong12!x')), { status: 401 })
  const secrets = [...secretsOf(opened), ...secretsOf(phone), ...secretsOf(rotated)]
  t.ok(secrets.length >= 12)
  const search = (): void => {
    for (const file of filesUnder(first.dataDir)) {
      const bytes = readFileSync(file)
      const found = [...secrets, PASSWORD, 'Wrong12!x'].filter((secret) => bytes.includes(secret))
      t.same(found, [], file)
    }
  }
  search()
  await first.stop()
  search()

  const second = await startFront(t, undefined, first.dataDir)
  const mine = { headers: { cookie: cookieHeader(rotated.cookies) } }
  t.match(await second.ask('GET /admin/v1/auth/me', mine), {
    status: 200,
    data: { login: 1, csrf_token: rotated.data['csrf_token'] },
  })
  t.match(await second.ask('POST /admin/v1/auth/refresh', { headers }), {
    code: 'auth.refresh_reused',
  })
  await second.stop()
})

t.test('an unknown login costs what a wrong password costs', async (t) => {
  const front = await startFront(t, PASSWORD_COST)
  const known = await front.openAccount({ master: PASSWORD })
  const path = 'POST /trader/v1/auth/login'
  let hosts = 0
  const timed = async (login: number): Promise<number> => {
    const start = performance.now()
    const address = `192.0.2.${++hosts}`
    const answer = await front.ask(path, { ...signIn(login, 'Wrong12!x'), address })
    t.equal(answer.code, 'auth.invalid_credentials')
    return performance.now() - start
  }
  await timed(known)
  const wrong: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 4; round++) {
    wrong.push(await timed(known))
    unknown.push(await timed(known + 1000))
  }
  const ratio = Math.min(...unknown) / Math.min(...wrong)
  t.comment(`fastest wrong ${Math.min(...wrong)} ms, unknown ${Math.min(...unknown)} ms`)
  t.ok(ratio > 0.5 && ratio < 2, `ratio ${ratio}`)
})

t.test('a forged X-Forwarded-For buys no further guesses', async (t) => {
  const front = await startFront(t)
  const trader = await front.openAccount({ master: PASSWORD })
  const { pipeline } = front
  const server = new HttpServer({ host: '127.0.0.1', port: 0, pipeline, clock: systemClock() })
  const port = await server.listen()
  t.teardown(() => server.stop(1000))
  const guess = async (i: number, password: string): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${port}/trader/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${i}` },
      body: JSON.stringify({ login: trader, password }),
    })
    return answer.status
  }
  const statuses: number[] = []
  for (let i = 1; i <= 7; i++) statuses.push(await guess(i, 'Wrong12!x'))
  t.same(statuses, [401, 401, 401, 401, 401, 429, 429])
  t.equal(await guess(8, PASSWORD), 429)
})

t.test('the first password is checked, or made and told once', async (t) => {
  const front = await startFront(t)
  const weak = await ensureAdministrator(front.desk, front.passwords, 'short')
  t.match(weak, { ok: false, code: 'auth.password_weak', message: /ADMIN_PASSWORD.*8 to 16/ })
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
