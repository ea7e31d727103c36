import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ensureAdministrator } from '../../../../actors/desk/start/administrator.js'
import { PASSWORD_COST } from '../../../../actors/sign-in/passwords.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { HttpServer } from '../../../../http/server/server.js'
import { cookieHeader, type FrontAnswer, startFront } from '../../../given/fronts/front.js'

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
function secretsOf(answer: FrontAnswer): string[] {
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

const ROUNDS_MAX = 20

t.test('an unknown login costs what a wrong password costs', async (t) => {
  const front = await startFront(t, PASSWORD_COST)
  const known = await front.openAccount({ master: PASSWORD })
  let hosts = 0
  // Processor time of all threads, which is the work done: what else runs here does not count.
  const work = async (login: number): Promise<number> => {
    const before = process.cpuUsage()
    const address = `192.0.2.${++hosts}`
    const answer = await front.ask(LOGIN, { ...signIn(login, 'Wrong12!x'), address })
    t.equal(answer.code, 'auth.invalid_credentials')
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  await work(known)
  let [wrong, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const isAlike = (): boolean => unknown > wrong / 2 && unknown < wrong * 2
  // The least of each is what it costs; a machine that is busy may take more now and then.
  for (let round = 0; round < ROUNDS_MAX && !(round >= 2 && isAlike()); round++) {
    wrong = Math.min(wrong, await work(known))
    unknown = Math.min(unknown, await work(known + 1000))
  }
  t.ok(isAlike(), `wrong ${wrong} ms, unknown ${unknown} ms`)
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
