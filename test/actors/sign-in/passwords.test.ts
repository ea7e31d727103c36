import { hashSync } from '@node-rs/argon2'
import t, { type Test } from 'tap'
import { isMadeHash, madeHash } from '../../../actors/sign-in/made-hash.js'
import work from '../../../actors/sign-in/password.task.js'
import {
  importing,
  OWN_PASSWORDS,
  PARTY_IMPORTED_WAITING_MAX,
  PARTY_PASSWORDS_WAITING_MAX,
  PARTY_SET_BY_STAFF_WAITING_MAX,
  PASSWORDS_WAITING_MAX,
  type PasswordParty,
  Passwords,
  STAFF_PASSWORDS_WAITING_MAX,
  staffSetting,
} from '../../../actors/sign-in/passwords.js'
import { madePassword, randomKey } from '../../../actors/thread/random.js'
import { openSeal } from '../../../storage/secrets/seal.js'
import { moment } from '../../given/desk.js'
import { ManualClock } from '../links/manual-clock.js'

const KEY = new Uint8Array(32).fill(7)
/** Another algorithm of the library, by its number. */
const ARGON2I = 1
const CHEAP = { memoryKib: 64, passes: 1 }
/** Some milliseconds: longer than it takes to hand in what waits. */
const SLOW = { memoryKib: 8 * 1024, passes: 3 }
/** Work that never gets a core. */
const STARVED = new URL('../../given/starved-password.js', import.meta.url).href
const cheap = new Passwords(CHEAP)
t.teardown(() => cheap.close())

const from = (name: string): PasswordParty => ({ lane: 'traders', name })
const KNOWN_STAFF: PasswordParty = { lane: 'known_staff', name: 'desk' }

async function hashOf(passwords: Passwords, password: string): Promise<string> {
  const hash = await passwords.hash(password, OWN_PASSWORDS)
  if (typeof hash !== 'string') throw new Error(hash.message)
  return hash
}

t.test('a password fits its own hash only, in either Unicode form', async (t) => {
  const master = await hashOf(cheap, 'Caf\u00e9 12!x')
  const investor = await hashOf(cheap, 'Other 34!y')
  t.match(master, /^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
  t.not(master, await hashOf(cheap, 'Caf\u00e9 12!x'), 'salted')
  const both = [master, investor]
  const check = (password: string, hashes: string[]) =>
    cheap.check(password, hashes, 2, from('somewhere'))
  t.same(await check('Cafe\u0301 12!x', both), { ok: true, fits: 0, rehash: null })
  t.same(await check('Other 34!y', both), { ok: true, fits: 1, rehash: null })
  t.same(await check('Caf\u00e9 12!X', both), { ok: true, fits: -1, rehash: null })
  t.same(await check('anything', []), { ok: true, fits: -1, rehash: null })
})

t.test('a hash is of today only with each of its settings', async (t) => {
  const password = 'Abcd12!x'
  const today = { memoryCost: CHEAP.memoryKib, timeCost: CHEAP.passes, parallelism: 1 }
  const rehash = (other: object) => {
    const hashes = [hashSync(password, { ...today, ...other })]
    const { fits, hash } = work({
      do: 'check',
      password,
      hashes,
      made: null,
      tries: 1,
      cost: CHEAP,
    })
    t.equal(fits, 0)
    return hash
  }
  t.equal(rehash({}), null)
  for (const other of [
    { algorithm: ARGON2I },
    { memoryCost: 128 },
    { timeCost: 2 },
    { parallelism: 2 },
  ]) {
    t.match(rehash(other), /^\$argon2id\$v=19\$m=64,t=1,p=1\$/, Object.keys(other).join())
  }
})

t.test('a hash with another cost is replaced at the next correct password', async (t) => {
  const dearer = new Passwords({ memoryKib: 128, passes: 2 })
  t.teardown(() => dearer.close())
  const old = await hashOf(cheap, 'Abcd12!x')
  const check = await dearer.check('Abcd12!x', [old], 1, from('somewhere'))
  t.match(check, { ok: true, fits: 0, rehash: /^\$argon2id\$v=19\$m=128,t=2,p=1\$/ })
  const wrong = await dearer.check('wrong', [old], 1, from('somewhere'))
  t.match(wrong, { ok: true, fits: -1, rehash: null })
})

/** The names of those who were answered, in that order; a refusal with its code. */
function inTurn(passwords: Passwords) {
  const told: string[] = []
  const asked: Promise<void>[] = []
  return {
    told,
    ask(party: PasswordParty): void {
      const answered = passwords.check('x', [], 1, party)
      const note = answered.then((one) => {
        told.push(one.ok ? party.name : `${party.name}: ${one.code}`)
      })
      asked.push(note)
    },
    all: () => Promise.all(asked),
  }
}

t.test('one address waits behind itself, and a full place there is no block', async (t) => {
  const passwords = new Passwords(SLOW, { patientThreads: 1 })
  t.teardown(() => passwords.close())
  const { told, ask, all } = inTurn(passwords)
  // One is at work, so many wait.
  for (let i = 0; i < 1 + PARTY_PASSWORDS_WAITING_MAX; i++) ask(from('greedy'))
  t.notOk(passwords.hasRoom(from('greedy')))
  ask(from('greedy'))
  t.ok(passwords.hasRoom(from('victim')))
  ask(from('victim'))
  await all()
  t.equal(told[0], 'greedy: unavailable', 'at once')
  t.same(told.slice(1, 4), ['greedy', 'greedy', 'victim'])
  t.equal(told.length, 3 + PARTY_PASSWORDS_WAITING_MAX)
})

t.test(
  'a crowd from everywhere is refused at its bound; staff and the known are not',
  async (t) => {
    const passwords = new Passwords(SLOW, { patientThreads: 1 })
    t.teardown(() => passwords.close())
    const { told, ask, all } = inTurn(passwords)
    for (let i = 0; i < 1 + PASSWORDS_WAITING_MAX; i++) ask(from(`crowd ${i}`))
    t.equal(passwords.waiting, PASSWORDS_WAITING_MAX)
    ask(from('one more'))
    ask({ lane: 'known_traders', name: 'known' })
    ask({ lane: 'staff', name: 'new staff' })
    await all()
    t.equal(told[0], 'one more: unavailable')
    const place = (name: string): number => told.indexOf(name)
    t.ok(place('new staff') <= 4, `${place('new staff')}: its lane has its turn`)
    t.ok(place('known') <= 5, `${place('known')}: so has this`)
    t.equal(told.length, PASSWORDS_WAITING_MAX + 4)
  },
)

t.test('what one of the staff sets at once waits its turn, up to a bound of theirs', async (t) => {
  const passwords = new Passwords(SLOW, { patientThreads: 1 })
  t.teardown(() => passwords.close())
  const set = (login: number) => passwords.hash('Abcd12!x', staffSetting(login))
  const all = Array.from({ length: 1 + PARTY_SET_BY_STAFF_WAITING_MAX }, () => set(7))
  const full = await set(7)
  t.match(full, { code: 'unavailable', message: /passwords that staff set .*: 128 of one login/ })
  const left = passwords.waiting
  t.match(await set(8), /^\$argon2id/)
  t.ok(left - passwords.waiting <= 4, 'another one has the next turn')
  t.match(await passwords.check('x', [], 1, from('a trader')), { ok: true })
  t.ok(left - passwords.waiting <= 8, 'so has a sign-in')
  for (const hash of await Promise.all(all)) t.match(hash, /^\$argon2id/)
})

t.test('known staff have a thread of their own', async (t) => {
  const passwords = new Passwords(CHEAP, {
    patientModule: STARVED,
    patientThreads: 1,
    stuckMs: 60_000,
  })
  const unanswered = t.rejects(passwords.check('x', [], 1, from('somewhere')), /terminating/i)
  t.match(await passwords.check('x', [], 1, KNOWN_STAFF), { ok: true })
  await passwords.close()
  await unanswered
})

t.test('unknown staff sign-ins have a bound as well', async (t) => {
  const passwords = new Passwords(SLOW, { patientThreads: 1 })
  t.teardown(() => passwords.close())
  const { told, ask, all } = inTurn(passwords)
  const staff = (i: number): PasswordParty => ({ lane: 'staff', name: `guess ${i}` })
  for (let i = 0; i < 1 + STAFF_PASSWORDS_WAITING_MAX; i++) ask(staff(i))
  ask(staff(99))
  ask(KNOWN_STAFF)
  await all()
  t.equal(told[0], 'guess 99: unavailable')
  t.notOk(told.some((name) => name.startsWith('desk:')))
})

t.test('a thread that gets no core delays passwords, and does not stop them', async (t) => {
  for (const party of [(name: string) => from(name), () => importing(7)]) await starved(t, party)
})

async function starved(t: Test, party: (name: string) => PasswordParty): Promise<void> {
  const passwords = new Passwords(CHEAP, {
    patientModule: STARVED,
    patientThreads: 1,
    stuckMs: 20,
  })
  t.teardown(() => passwords.close())
  const { told, ask, all } = inTurn(passwords)
  const asked = ['first', 'second', 'third'].map(party)
  for (const one of asked) ask(one)
  await all()
  t.same(
    told,
    asked.map(({ name }) => name),
  )
}

t.test('work that a thread has had for a second, and no less, is helped', async (t) => {
  const clock = new ManualClock()
  const passwords = new Passwords(CHEAP, {
    clock,
    patientModule: STARVED,
    patientThreads: 2,
  })
  t.teardown(() => passwords.close())
  const { told, ask, all } = inTurn(passwords)
  ask(from('first'))
  clock.advance(1)
  ask(from('second'))
  clock.advance(999)
  // Behind the first, since the thread that helps is at work.
  ask(KNOWN_STAFF)
  let isOver = false
  void all().then(() => {
    isOver = true
  })
  while (told.length === 0) await moment()
  while (!isOver) {
    clock.advance(1000)
    await moment()
  }
  t.same(told, ['first', 'desk', 'second'])
})

t.test('a generated password matches only under its key, and is not hashed again', async (t) => {
  const keyed = new Passwords(CHEAP, { secretKey: KEY })
  const other = new Passwords(CHEAP, { secretKey: new Uint8Array(32).fill(8) })
  t.teardown(() => Promise.all([keyed.close(), other.close()]))
  const { mark } = openSeal(KEY, randomKey)
  const password = madePassword()
  t.match(password, /^[A-Za-z0-9]{20}$/)
  const made = madeHash(mark, password)
  t.ok(isMadeHash(made))
  t.notOk(made.includes(password))
  const typed = await hashOf(cheap, 'Abcd12!x')
  t.notOk(isMadeHash(typed))
  const fits = async (passwords: Passwords, shown: string, hashes = [typed, made]) =>
    passwords.check(shown, hashes, 2, from('somewhere'))
  t.same(await fits(keyed, password), { ok: true, fits: 1, rehash: null })
  t.same(await fits(keyed, password, [made]), { ok: true, fits: 0, rehash: null })
  t.same(await fits(keyed, 'Abcd12!x', [made, typed]), { ok: true, fits: 1, rehash: null })
  for (const wrong of [made, password.toLowerCase(), `${password} `, '']) {
    t.same(await fits(keyed, wrong), { ok: true, fits: -1, rehash: null })
  }
  t.same(await fits(other, password), { ok: true, fits: -1, rehash: null })
  t.same(await fits(cheap, password), { ok: true, fits: -1, rehash: null }, 'nobody has the key')
})

t.test(
  'one that does not fit takes as long as any other, whatever kind of hash there is',
  async (t) => {
    const keyed = new Passwords(SLOW, { secretKey: KEY })
    t.teardown(() => keyed.close())
    const made = madeHash(openSeal(KEY, randomKey).mark, madePassword())
    const typed = await hashOf(keyed, 'Abcd12!x')
    const took = async (hashes: string[]): Promise<number> => {
      const begun = performance.now()
      await keyed.check('Wrong12!x', hashes, 2, from('somewhere'))
      return performance.now() - begun
    }
    // The shortest of several: other work on the machine makes a check longer, never shorter.
    let [usual, ofMade] = [Infinity, Infinity]
    for (let n = 0; n < 9; n++) {
      usual = Math.min(usual, await took([typed]))
      ofMade = Math.min(ofMade, await took([made]))
    }
    t.ok(ofMade > usual / 2, `${ofMade.toFixed(1)} ms for ${usual.toFixed(1)} ms`)
  },
)

t.test(
  'an import has half of the threads, and everybody else goes between its passwords',
  async (t) => {
    for (const [patientThreads, atOnce] of [
      [1, 1],
      [2, 1],
      [4, 2],
    ] as const) {
      const passwords = new Passwords(SLOW, { patientThreads })
      t.teardown(() => passwords.close())
      t.equal(passwords.importsAtOnce, atOnce)
    }
    const passwords = new Passwords(SLOW, { patientThreads: 1 })
    t.teardown(() => passwords.close())
    const told: string[] = []
    const hash = (n: number) =>
      passwords.hash(`Import12!${n}`, importing(7)).then((one) => {
        told.push(typeof one === 'string' ? `import ${n}` : one.code)
      })
    const all = Array.from({ length: 1 + PARTY_IMPORTED_WAITING_MAX }, (_, n) => hash(n))
    await hash(99)
    t.same(told, ['unavailable'], 'one more than may wait')
    const signIn = passwords.check('x', [], 1, from('a trader')).then(() => told.push('sign-in'))
    await Promise.all([...all, signIn])
    t.ok(told.indexOf('sign-in') <= 3, told.join())
    t.equal(told.length, 3 + PARTY_IMPORTED_WAITING_MAX)
  },
)
