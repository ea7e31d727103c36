import t from 'tap'
import { refuse } from '../../../engine/code.js'
import {
  guardAccount,
  guardCsrf,
  guardMedia,
  guardRestriction,
  guardRights,
  guardSize,
} from '../../../http/pipeline/guards.js'
import { type Route, route } from '../../../http/pipeline/route.js'
import { CSRF, request, session } from '../given.js'

function given(over: Partial<Route> = {}): Route {
  const made = route({
    method: 'POST',
    path: '/x',
    audience: 'staff',
    summary: '',
    rights: [],
    handle: () => null,
  })
  return { ...made, ...over }
}

t.test('a body is as large as its route takes, and no larger', (t) => {
  const small = given({ bodyBytesMax: 10 })
  t.equal(guardSize(small, 10), null)
  const why = 'The body is larger than 10 bytes. Send less.'
  t.same(guardSize(small, 11), refuse('too_large', why))
  t.end()
})

t.test('a body is of a media type that its route takes, a text in UTF-8', (t) => {
  const json = 'Send the body as application/json.'
  const files = 'Send the body as text/csv or text/plain.'
  const bytes = given({ bodyMedia: ['text/csv', 'text/plain'] })
  const rows: [Route, media: string | undefined, why: string | null][] = [
    [given(), 'application/json', null],
    [given(), 'Application/JSON ; Charset=UTF-8', null],
    [given(), 'application/json; a=b; charset="utf-8"', null],
    [given(), 'application/json; charset=latin1', json],
    [given(), 'application/json; charset=utf-8x', json],
    [given(), 'text/csv', json],
    [given(), undefined, json],
    [given(), '', json],
    [bytes, 'text/csv; charset=latin1', null],
    [bytes, 'text/plain', null],
    [bytes, 'application/json', files],
  ]
  for (const [of, media, why] of rows) {
    const refusal = why === null ? null : refuse('unsupported_media', why)
    t.same(guardMedia(of, media), refusal, String(media))
  }
  t.end()
})

t.test('a restricted session may do what ends its restriction, the password first', (t) => {
  const password = 'auth.password_change_required'
  const otp = 'auth.otp_enrol_required'
  const rows: [restricted: Route['restricted'], codes: (string | null)[]][] = [
    // Without a restriction, with a password to change, with codes to set up, with both.
    ['refused', [null, password, otp, password]],
    ['open', [null, null, null, null]],
    ['password', [null, null, otp, null]],
    ['otp', [null, password, null, password]],
  ]
  for (const [restricted, codes] of rows) {
    const found = [
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ].map(([mustChangePassword = false, mustEnrolOtp = false]) => {
      const held = session({ mustChangePassword, mustEnrolOtp })
      return guardRestriction(given({ restricted }), held)?.code ?? null
    })
    t.same(found, codes, restricted)
  }
  t.end()
})

t.test('a browser that changes something shows its csrf token, from no foreign page', (t) => {
  const refusal = refuse(
    'auth.csrf_invalid',
    'Send the csrf token of your session in X-CSRF-Token.',
  )
  const of = (headers: Record<string, string>, over: Partial<Route> = {}, browser = true) =>
    guardCsrf(given(over), session({ browser }), request({ headers }))
  const token = { 'x-csrf-token': CSRF }
  t.equal(of(token), null)
  t.equal(of({ ...token, 'sec-fetch-site': 'same-site' }), null)
  t.same(of({ ...token, 'sec-fetch-site': 'cross-site' }), refusal)
  t.same(of({}), refusal)
  t.same(of({ 'x-csrf-token': `${CSRF}x` }), refusal)
  t.equal(of({}, { changesState: false }), null)
  t.equal(of({}, {}, false), null, 'no browser')
  t.end()
})

t.test('the account that is named is the one that is signed in', (t) => {
  const of = (account: string | undefined, accountHeader = true) => {
    const headers: Record<string, string> =
      account === undefined ? {} : { 'x-app-account': account }
    return guardAccount(given({ accountHeader }), session(), request({ headers }))?.code ?? null
  }
  t.same([of('7'), of(undefined), of('8', false)], [null, null, null])
  t.same([of('8'), of('07')], ['auth.account_changed', 'auth.account_changed'])
  t.end()
})

t.test('a route asks for all of its rights, and for one of some', (t) => {
  const of = (over: Partial<Route>, ...rights: string[]) =>
    guardRights(given(over), session({ rights: new Set(rights) }))
  t.equal(of({ rights: ['a', 'b'] }, 'a', 'b'), null)
  t.match(of({ rights: ['a', 'b'] }, 'a'), { code: 'forbidden' })
  const some = { rights: ['a'], anyOf: ['b', 'c'] }
  t.equal(of(some, 'a', 'c'), null)
  t.same(of(some, 'a'), refuse('forbidden', 'This needs one of the rights b, c.'))
  t.match(of(some, 'b', 'c'), { code: 'forbidden' })
  t.equal(of({}), null)
  const reads = (readOnly: boolean, refusesReadOnly: boolean) =>
    guardRights(given({ refusesReadOnly }), session({ readOnly }))?.code ?? null
  t.same(
    [reads(true, true), reads(true, false), reads(false, true)],
    ['trade.read_only', null, null],
  )
  t.end()
})
