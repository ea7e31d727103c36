import t from 'tap'
import { idempotencyKey, keyedRequest } from '../../../http/pipeline/idempotency-key.js'
import type { TSchema } from '../../../wire/types/scalars.js'
import { request } from '../given.js'

// The key of a request, and the digest by which a repeat is known.

const KEY = '0F8FAD5B-d9cb-469f-a165-70867728950e'
const asked = (over: object = {}, key = KEY) =>
  request({ method: 'POST', path: '/a', headers: { 'idempotency-key': key }, ...over })
const RULE = { idempotent: true, besidesKey: [] }
const BODY = { a: 1, b: { c: [2, 1], d: null } }

t.test('a key is a UUID in small letters, none, or refused', async (t) => {
  t.equal(idempotencyKey(asked()), KEY.toLowerCase())
  t.equal(idempotencyKey(request()), '')
  const says = 'Idempotency-Key: must be a UUID'
  for (const key of ['', 'x', `${KEY}0`]) {
    t.match(idempotencyKey(asked({}, key)), { ok: false, code: 'invalid_input', message: says })
    t.match(keyedRequest(RULE, asked({}, key), BODY), { ok: false, message: says })
    t.same(keyedRequest({ ...RULE, idempotent: false }, asked({}, key), BODY), {})
  }
})

t.test('only a request with a key, to a route that takes one, is a keyed one', async (t) => {
  t.same(keyedRequest({ ...RULE, idempotent: false }, asked(), BODY), {})
  t.same(keyedRequest(RULE, request(), BODY), {})
  t.match(keyedRequest(RULE, asked(), BODY), {
    once: { key: KEY.toLowerCase(), digest: /^.{20,}$/ },
  })
})

t.test('a repeat is known by what it asks for, however it is written', async (t) => {
  const digest = (body: unknown, over: object = {}, besidesKey: string[] = [], file?: string) => {
    const keyed = keyedRequest({ idempotent: true, besidesKey }, asked(over), body, file)
    return 'once' in keyed ? keyed.once?.digest : null
  }
  const first = digest(BODY)
  t.equal(digest({ b: { d: null, c: [2, 1] }, a: 1 }), first)
  t.equal(digest({ ...BODY, e: 3 }, {}, ['e']), first)
  t.equal(digest({ ...BODY, e: 4, f: 5 }, {}, ['e', 'f']), first)
  const usual = { default: 3 }
  const body = { properties: { e: usual } } as unknown as TSchema
  const defaulted = (more: object) => {
    const keyed = keyedRequest({ ...RULE, body }, asked(), { ...BODY, ...more })
    return 'once' in keyed ? keyed.once?.digest : null
  }
  t.same([defaulted({}), defaulted({ e: 3 })], [first, first], 'a default, said or left out')
  t.not(defaulted({ e: 4 }), first)
  const others = [
    digest({ ...BODY, e: 3 }),
    digest({ ...BODY, e: 3 }, {}, ['a']),
    digest({ ...BODY, b: { c: [1, 2], d: null } }),
    digest({ ...BODY, a: 2 }),
    digest(null),
    digest(BODY, { method: 'PUT' }),
    digest(BODY, { path: '/b' }),
    digest(BODY, {}, [], 'file'),
    digest(BODY, {}, [], 'another'),
  ]
  t.equal(new Set([first, ...others]).size, 1 + others.length)
})
