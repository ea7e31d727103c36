import t from 'tap'
import { openDesk } from '../../../actors/desk/desk.js'
import { deskHandlers } from '../../../actors/desk/operations.js'
import { accept } from '../../../actors/thread/ask.js'
import { randomKey } from '../../../actors/thread/random.js'
import { refuse } from '../../../engine/code.js'
import { IDEMPOTENCY_KEY_MS } from '../../../engine/limits/requests.js'
import { because } from '../../../engine/reasons/reasons.js'
import { rememberedAnswersRepo } from '../../../storage/repos/records/remembered-answers.js'
import { openSeal } from '../../../storage/secrets/seal.js'
import { STAFF } from '../../given/desk.js'
import { ConfigFront } from '../../given/fronts/config-front.js'

// Changes that are made once under a key: what is remembered of them, how long and how much of it.

const BOUNDS = { answers: 1_200, bytes: 4_096 }

function given(test: ConstructorParameters<typeof ConfigFront>[0]) {
  const front = new ConfigFront(test, { demo: false, remembered: BOUNDS })
  const { desk } = front
  const repo = rememberedAnswersRepo(desk.db)
  let made = 0
  /** A change whose answer is its number. */
  const once = (key: string, login = 1, digest = 'd', of = desk) =>
    of.answers.once({ ...STAFF, login }, { key, digest }, () => of.change(() => accept(++made)))
  return { front, desk, repo, once, ask: deskHandlers(desk) }
}

const OTHER = {
  ok: false,
  code: 'conflict',
  message: 'This Idempotency-Key was used for another request. Use a new one.',
}
const FULL = because('too_many_requests.keys')

t.test('a key is its caller’s for a day, with what was asked for first', (t) => {
  const { front, once, ask, repo } = given(t)
  const actor = { ...STAFF, login: 1 }
  const first = (digest = 'd') => ask['once.first']({ actor, once: { key: 'k', digest } })
  t.same(first(), { ok: true, value: null })
  t.same(once('k'), accept(1))
  t.same(once('k'), accept(1))
  t.same(first(), { ok: true, value: { value: 1 } })
  t.match([once('k', 1, 'other'), first('other')], [OTHER, OTHER])
  t.same(once('k', 2, 'other'), accept(2), 'another caller')
  t.equal(repo.get(1, 'k')?.at, front.now)
  front.now += IDEMPOTENCY_KEY_MS - 1
  t.same(once('k'), accept(1))
  front.now += 1
  t.same(first(), { ok: true, value: null })
  t.same(once('k', 1, 'other'), accept(3), 'the day is over')
  t.same(once('k', 1, 'other'), accept(3))
  t.end()
})

t.test('what was refused, and what has no key, is not remembered', (t) => {
  const { desk, once, repo } = given(t)
  const no = refuse('conflict', 'no')
  const asked = { key: 'k', digest: 'd' }
  t.same(
    desk.answers.once(STAFF, asked, () => desk.change(() => no)),
    no,
  )
  t.equal(repo.get(1, 'k'), undefined)
  desk.change(() => accept('another change'))
  t.equal(repo.get(1, 'k'), undefined, 'nor is the change after it')
  t.same(once('k'), accept(1))
  t.same(
    desk.answers.once(STAFF, undefined, () => accept(7)),
    accept(7),
  )
  t.same(repo.sumsOf(1).answers, 1)
  t.end()
})

t.test('an answer that was sealed with a key that is gone is a conflict', (t) => {
  const { desk, once } = given(t)
  once('k')
  const { db, clock, seal } = desk
  const later = openDesk(db, clock, 2, { ...openSeal(randomKey(), randomKey), mark: seal.mark })
  t.same(once('k', 1, 'd', later), {
    ok: false,
    code: 'conflict',
    message:
      'This request was already carried out, but the server can no longer read its answer. Read the data again instead of repeating the request.',
    reason: 'conflict.answer_lost',
    params: {},
  })
  t.end()
})

t.test('a caller has so many keys, and so many bytes, until they are swept', (t) => {
  const { front, desk, once, repo, ask } = given(t)
  const put = (login: number, n: number, answer: string): void => {
    repo.put({ login, request_key: `old ${n}`, digest: 'd', answer, at: front.now })
  }
  desk.db.transaction(() => {
    for (let n = 0; n < BOUNDS.answers - 2; n++) put(1, n, '')
  })()
  put(2, 1, 'x'.repeat(BOUNDS.bytes))
  front.now += IDEMPOTENCY_KEY_MS
  t.same(once('old 1'), accept(1), 'one whose day is over gives its place up')
  t.same([once('a'), once('b'), once('c')], [accept(2), accept(3), FULL])
  t.same(once('a'), accept(2), 'what is remembered is answered all the same')
  t.same(once('a', 2), FULL)
  t.same(ask['once.sweep'](null), { ok: true, value: 1_000 })
  t.same(once('c'), accept(4))
  while ((ask['once.sweep'](null) as { value: number }).value > 0);
  t.same(once('a', 2), accept(5))
  t.same(
    [1, 2].map((login) => repo.sumsOf(login).answers),
    [4, 1],
  )
  t.end()
})

t.test('an answer that takes the place of an older one counts once, in bytes too', (t) => {
  const { front, desk, once, repo } = given(t)
  const long = 'x'.repeat(BOUNDS.bytes - 100)
  repo.put({ login: 1, request_key: 'long', digest: 'd', answer: long, at: front.now })
  front.now += IDEMPOTENCY_KEY_MS
  const answer = 'y'.repeat(200)
  const asked = { key: 'long', digest: 'd' }
  t.same(
    desk.answers.once(STAFF, asked, () => desk.change(() => accept(answer))),
    accept(answer),
  )
  t.same([once('a'), once('b')], [accept(1), accept(2)])
  t.end()
})

t.test('what was counted and then not kept takes no room', (t) => {
  const { desk, once, repo } = given(t)
  const long = 'x'.repeat(BOUNDS.bytes)
  t.throws(
    () =>
      desk.answers.once(STAFF, { key: 'long', digest: 'd' }, () => {
        desk.change(() => accept(long))
        desk.db.exec(`DELETE FROM remembered_answers WHERE request_key = 'long'`)
        throw new Error('the disk is full')
      }),
    /the disk is full/,
  )
  t.same(repo.sumsOf(STAFF.login ?? 0).answers, 0)
  t.same([once('a'), once('b')], [accept(1), accept(2)])
  t.end()
})
