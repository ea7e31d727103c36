import t from 'tap'
import { PASSWORD_QUEUE_MAX, Passwords } from '../../actors/jobs/passwords.js'

const CHEAP = { memoryKib: 64, passes: 1 }
const cheap = new Passwords(CHEAP)
t.teardown(() => cheap.close())

async function hashOf(passwords: Passwords, password: string): Promise<string> {
  const hash = await passwords.hash(password)
  if (typeof hash !== 'string') throw new Error(hash.message)
  return hash
}

t.test('a password fits its own hash only, in either Unicode form', async (t) => {
  const master = await hashOf(cheap, 'Caf\u00e9 12!x')
  const investor = await hashOf(cheap, 'Other 34!y')
  t.match(master, /^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
  t.not(master, await hashOf(cheap, 'Caf\u00e9 12!x'), 'salted')
  const both = [master, investor]
  t.same(await cheap.check('Cafe\u0301 12!x', both, 2), { ok: true, fits: 0, rehash: null })
  t.same(await cheap.check('Other 34!y', both, 2), { ok: true, fits: 1, rehash: null })
  t.same(await cheap.check('Caf\u00e9 12!X', both, 2), { ok: true, fits: -1, rehash: null })
  t.same(await cheap.check('anything', [], 2), { ok: true, fits: -1, rehash: null })
})

t.test('a hash of another cost is made anew when its password is shown', async (t) => {
  const dearer = new Passwords({ memoryKib: 128, passes: 2 })
  t.teardown(() => dearer.close())
  const old = await hashOf(cheap, 'Abcd12!x')
  const check = await dearer.check('Abcd12!x', [old], 1)
  t.match(check, { ok: true, fits: 0, rehash: /^\$argon2id\$v=19\$m=128,t=2,p=1\$/ })
  const wrong = await dearer.check('wrong', [old], 1)
  t.match(wrong, { ok: true, fits: -1, rehash: null })
})

t.test('a full queue refuses instead of waiting', async (t) => {
  const asked = Array.from({ length: 3 * PASSWORD_QUEUE_MAX }, () => cheap.check('x', [], 1))
  t.ok(cheap.waiting <= PASSWORD_QUEUE_MAX)
  const answers = await Promise.all(asked)
  const refused = answers.filter((answer) => !answer.ok)
  t.ok(refused.length >= PASSWORD_QUEUE_MAX, `${refused.length} were refused`)
  t.match(refused[0], { code: 'auth.too_many_attempts' })
})
