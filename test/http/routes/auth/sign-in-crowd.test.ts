import t from 'tap'
import { ensureAdministrator } from '../../../../actors/desk/start/administrator.js'
import { PASSWORDS_WAITING_MAX } from '../../../../actors/sign-in/passwords.js'
import { ATTEMPTS_PER_ADDRESS, ATTEMPTS_PER_PAIR } from '../../../../engine/access/attempt-rates.js'
import { type FrontAnswer, startFront } from '../../../given/fronts/front.js'

// Real threads, whose hashes take some milliseconds: longer than it takes to ask.

const PASSWORD = 'Abcd12!x'
const COST = { memoryKib: 8 * 1024, passes: 3 }
const CROWD = 300

const front = await startFront(t, COST)
await ensureAdministrator(front.desk, front.passwords, PASSWORD)
const attacker = await front.openAccount({ master: PASSWORD })
const victim = await front.openAccount({ master: PASSWORD })

function signIn(side: 'admin' | 'trader', login: number, address: string, password = PASSWORD) {
  return front.ask(`POST /${side}/v1/auth/login`, { body: { login, password }, address })
}

function codes(answers: readonly FrontAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { code } of answers) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

t.test('the right password of one account keeps nobody else from signing in', async (t) => {
  const crowd = Array.from({ length: CROWD }, () => signIn('trader', attacker, '192.0.2.66'))
  const [trader, staff] = await Promise.all([
    signIn('trader', victim, '192.0.2.1'),
    signIn('admin', 1, '192.0.2.2'),
  ])
  t.match(trader, { status: 200 })
  t.match(staff, { status: 200 })
  const { ok = 0, unavailable = 0, ...rest } = codes(await Promise.all(crowd))
  t.same(rest, { 'auth.too_many_attempts': CROWD - ATTEMPTS_PER_PAIR })
  t.equal(ok + unavailable, ATTEMPTS_PER_PAIR)
})

t.test(
  'a crowd beyond what can be hashed is unavailable, and nobody of it is blocked',
  async (t) => {
    const from = (i: number) => `198.51.${100 + (i >> 8)}.${i & 255}`
    const crowd = Array.from({ length: CROWD }, (_, i) =>
      signIn('trader', 10_000 + i, from(i), 'x'),
    )
    const own = [signIn('trader', victim, '192.0.2.1'), signIn('admin', 1, '192.0.2.2')]
    for (const answer of await Promise.all(own))
      t.match(answer, { status: 200 }, 'known from there')
    const answers = await Promise.all(crowd)
    const { unavailable = 0, ...rest } = codes(answers)
    t.same(Object.keys(rest), ['auth.invalid_credentials'])
    t.ok(CROWD - unavailable <= 2 * PASSWORDS_WAITING_MAX, `${unavailable} were refused`)
    const refused = answers.findIndex(({ code }) => code === 'unavailable')
    t.equal(answers[refused]?.status, 503)
    t.match(await signIn('trader', victim, from(refused)), { status: 200 }, 'it is no failure')
  },
)

t.test('a guesser at the staff door keeps no staff out that is known', async (t) => {
  const from = (i: number) => `203.0.${113 + (i >> 8)}.${i & 255}`
  const crowd = Array.from({ length: CROWD }, (_, i) => signIn('admin', 1, from(i), 'x'))
  t.match(await signIn('admin', 1, '192.0.2.2'), { status: 200 })
  const counts = codes(await Promise.all(crowd))
  t.ok((counts['unavailable'] ?? 0) > 0)
})

t.test('ten tries of a login and sixty of an address a minute, right ones too', async (t) => {
  const address = '192.0.2.77'
  for (let i = 0; i < ATTEMPTS_PER_PAIR; i++) {
    t.match(await signIn('trader', victim, address), { status: 200 })
  }
  const often = { status: 429, code: 'auth.too_many_attempts' }
  t.match(await signIn('trader', victim, address), often)
  t.match(await signIn('trader', attacker, address), { status: 200 }, 'another login')
  t.match(await signIn('trader', victim, '192.0.2.78'), { status: 200 }, 'another address')
  const logins: number[] = []
  for (let i = 0; i < 6; i++) logins.push(await front.openAccount({ master: PASSWORD }))
  let signedIn = ATTEMPTS_PER_PAIR + 1
  for (const login of logins) {
    for (let i = 0; i < ATTEMPTS_PER_PAIR; i++) {
      if ((await signIn('trader', login, address)).status === 200) signedIn++
    }
  }
  t.equal(signedIn, ATTEMPTS_PER_ADDRESS)
  t.match(await signIn('trader', logins[5] ?? 0, address), often)
})

t.test('its own address is known of a login after a start', async (t) => {
  await front.stop()
  const later = await startFront(t, COST, front.dataDir)
  const crowd = Array.from({ length: CROWD }, (_, i) => {
    const body = { login: 1, password: 'x' }
    return later.ask('POST /admin/v1/auth/login', { body, address: `203.0.1${i & 15}.${i >> 4}` })
  })
  const body = { login: 1, password: PASSWORD }
  const staff = await later.ask('POST /admin/v1/auth/login', { body, address: '192.0.2.2' })
  t.match(staff, { status: 200 })
  await Promise.all(crowd)
})
