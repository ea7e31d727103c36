import { EventEmitter, once } from 'node:events'
import t from 'tap'
import { refuse } from '../../../../engine/code.js'
import { Admission } from '../../../../http/pipeline/context.js'
import type { PlaceRule, RoutePlace } from '../../../../http/pipeline/rates/places.js'
import { route } from '../../../../http/routes/route.js'
import { Body, Text } from '../../../../wire/types/scalars.js'
import { settled } from '../../../given/timed-clock.js'
import { authenticator, bytes, pipeline, read, request, session } from '../../given.js'

// Requests of which so many are under way at a time: the place is taken before the body is read.

const RULE: PlaceRule = {
  perCaller: 2,
  all: 3,
  yours: refuse('too_many_requests', 'Wait for yours.'),
  others: refuse('unavailable', 'Wait for others.'),
}

function given() {
  const gate = new EventEmitter()
  const kept = new EventEmitter()
  const own = {
    method: 'POST',
    audience: 'staff',
    rights: [],
    summary: '',
    places: RULE,
    body: Body({ say: Text(100) }),
  } as const
  const routes = [
    route({
      ...own,
      path: '/waits',
      async handle() {
        await once(gate, 'opened')
        return null
      },
    }),
    route({
      ...own,
      path: '/goes-on',
      handle({ place }) {
        ;(place as RoutePlace).keepUntil(once(kept, 'ended'))
        return null
      },
    }),
  ]
  const of = (login: number) => session({ id: `of ${login}`, login, browser: false })
  const front = pipeline(routes, {
    rate: null,
    authenticator: authenticator({ ann: of(1), bob: of(2), eve: of(3) }),
  })
  /** As a socket brings it: the head, whose body has not come. */
  const begin = (who: string, path = '/waits') => {
    const headers = { authorization: `Bearer ${who}`, 'content-type': 'application/json' }
    const begun = front.begin(request({ method: 'POST', path, headers }), 20)
    return begun instanceof Admission ? begun : read(begun).code
  }
  return { front, gate, kept, begin }
}

const BODY = bytes({ say: 'x' })

t.test('one request too many is refused with its head, of a caller and of all', async (t) => {
  const { begin } = given()
  t.ok(begin('ann') instanceof Admission)
  t.ok(begin('ann', '/goes-on') instanceof Admission, 'routes of one rule share its places')
  t.equal(begin('ann'), 'too_many_requests')
  t.ok(begin('bob') instanceof Admission)
  t.equal(begin('eve'), 'unavailable')
})

t.test('a place is free once its request is answered, refused, or gone', async (t) => {
  const { front, gate, begin } = given()
  const [first, second] = [begin('ann') as Admission, begin('ann') as Admission]
  const answer = front.finish(first, BODY)
  t.equal(begin('ann'), 'too_many_requests', 'while it is worked on')
  gate.emit('opened')
  t.equal((await answer).status, 200)
  await settled()
  const third = begin('ann') as Admission
  t.equal(begin('ann'), 'too_many_requests')
  t.equal((await front.finish(second, bytes('no JSON'))).status, 400)
  front.tooLarge(third)
  front.gone(begin('ann') as Admission)
  front.gone(third)
  t.ok(begin('ann') instanceof Admission)
  t.ok(begin('ann') instanceof Admission)
  t.equal(begin('ann'), 'too_many_requests', 'and each is free once')
})

t.test('a place is taken until all that its request began has ended', async (t) => {
  const { front, kept, begin } = given()
  begin('ann')
  const answered = await front.finish(begin('ann', '/goes-on') as Admission, BODY)
  t.equal(answered.status, 200)
  t.equal(begin('ann'), 'too_many_requests')
  kept.emit('ended')
  await settled()
  t.ok(begin('ann') instanceof Admission)
})
