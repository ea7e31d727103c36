import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { refuse } from '../../../../engine/code.js'
import {
  LARGE_BODIES_MAX,
  LARGE_BODIES_PER_CALLER_MAX,
  LARGE_BODY_BYTES,
} from '../../../../engine/limits/front.js'
import { readBody } from '../../../../http/pipeline/input.js'
import type { Route } from '../../../../http/pipeline/route.js'
import { isLargeBody, LargeBodies } from '../../../../http/pipeline/uploads/large-bodies.js'
import { route } from '../../../../http/routes/route.js'
import { JSON_DEPTH_MAX, parseJson, parseJsonInSteps } from '../../../../wire/format/parse-json.js'
import * as S from '../../../../wire/types/scalars.js'
import { pipeline, read, request } from '../../given.js'

const bytes = (text: string): Uint8Array => Buffer.from(text)
const json = { 'content-type': 'application/json' }
const Texts = S.Body({ texts: S.List(S.Text(4096), 10_000) })
const write = route({
  method: 'POST',
  path: '/write',
  audience: 'public',
  summary: '',
  bodyBytesMax: 4 * 1024 * 1024,
  body: Texts,
  data: S.Int(0),
  handle: ({ body }) => body.texts.length,
})
const large = (texts = 200): Uint8Array =>
  bytes(JSON.stringify({ texts: Array.from({ length: texts }, () => 'x'.repeat(4000)) }))

function inSteps(given: Uint8Array, marksBadBytes: boolean) {
  const steps = parseJsonInSteps(given, marksBadBytes)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

t.test('a value is the same in steps as in one go, wherever its bytes are cut', (t) => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  const ends = ['1', '[', '\\', '"', nested(JSON_DEPTH_MAX - 1), nested(JSON_DEPTH_MAX)]
  // Longer than a step, with quotes, backslashes and brackets: the shift says which of them lies at its end.
  const unit = 'a\\"[{é'
  const filler = unit.repeat(160_000)
  const unitBytes = Buffer.byteLength(JSON.stringify(unit)) - 2
  for (let shift = 0; shift < unitBytes; shift++) {
    for (const [at, end] of ends.entries()) {
      const text = `{"a":${JSON.stringify('x'.repeat(shift) + filler)},"b":${end}}`
      const bad = at === 0 && shift < 2 ? [0xff, 0xc3].slice(shift) : []
      const given = Buffer.concat([bytes(text), Uint8Array.from(bad)])
      const isMarked = shift % 2 === 0
      const [whole, steps] = [parseJson(given, isMarked), inSteps(given, isMarked)]
      t.ok(isDeepStrictEqual(steps, whole), `shift ${shift}, end ${end.slice(0, 3)}`)
    }
  }
  t.end()
})

t.test('a large body is answered as a small one is, a bad one too', async (t) => {
  const front = pipeline([write])
  const ask = async (body: Uint8Array) =>
    read(await front.inject(request({ method: 'POST', path: '/write', headers: json }), body))
  t.match(await ask(large()), { code: 'ok', data: 200 })
  t.match(await ask(large(9)), { code: 'ok', data: 9 }, 'one that is not large')
  for (const bad of ['x', '"', ']', '\xff', '}{']) {
    const given = Buffer.concat([large(), Buffer.from(bad, 'latin1')])
    const { code, message, data } = await ask(given)
    const direct = readBody(write, given)
    t.same({ ok: false, code, message, ...(data as object) }, direct, bad)
  }
  const wrong = bytes(`{"texts":["${'x'.repeat(LARGE_BODY_BYTES)}"]}`)
  t.match(await ask(wrong), { code: 'invalid_input', data: { fields: [{ path: 'texts[0]' }] } })
})

t.test('others are served while a large body is read', async (t) => {
  let served = 0
  const small = route({
    method: 'GET',
    path: '/small',
    audience: 'public',
    summary: '',
    data: S.Int(0),
    handle: () => ++served,
  })
  const front = pipeline([write, small])
  let isRead = false
  const post = request({ method: 'POST', path: '/write', headers: json })
  const reading = front.inject(post, large(900)).then(() => {
    isRead = true
  })
  while (!isRead) {
    await front.inject(request({ path: '/small' }))
    await new Promise((resolve) => setImmediate(resolve))
  }
  await reading
  t.ok(served >= 6, `${served} meanwhile: at each step one`)
})

t.test('callers take turns, and nobody has more than their places', async (t) => {
  const bodies = new LargeBodies()
  const told: string[] = []
  const ask = async (name: string, login: number | null = null, address = name) => {
    const reading = await bodies.read(write, large(70), { login, address })
    told.push(reading.ok ? name : `${name} ${reading.code}`)
  }
  // The first is taken at once and waits no more.
  const all = Array.from({ length: LARGE_BODIES_PER_CALLER_MAX + 2 }, () => ask('a'))
  all.push(ask('b'))
  await Promise.all(all)
  t.same(told, [
    'a unavailable',
    'a',
    'a',
    'b',
    ...Array(LARGE_BODIES_PER_CALLER_MAX - 1).fill('a'),
  ])
  told.length = 0
  const many = Array.from({ length: LARGE_BODIES_MAX + 2 }, (_, n) => ask(`caller ${n}`))
  await Promise.all(many)
  t.equal(told.filter((one) => one.endsWith('unavailable')).length, 1)
  told.length = 0
  const crowd = Array.from({ length: LARGE_BODIES_MAX + 1 }, (_, n) =>
    ask('stranger', null, `${n}`),
  )
  await Promise.all([...crowd, ask('signed in', 7)])
  t.ok(told.indexOf('signed in') <= 2, 'whoever is signed in does not wait for strangers')
  told.length = 0
  const block = Array.from({ length: LARGE_BODIES_PER_CALLER_MAX + 2 }, (_, n) =>
    ask('block', null, `2001:db8::${n}`),
  )
  await Promise.all(block)
  t.equal(told[0], 'block unavailable', 'addresses of one /64 are one caller')
})

t.test('a refusal and a failure of the handler are answered', async (t) => {
  const more = { method: 'POST', audience: 'public', summary: '', body: Texts } as const
  const bodyBytesMax = 4 * 1024 * 1024
  const failing = route({
    ...more,
    path: '/fail',
    bodyBytesMax,
    handle: () => {
      throw new Error('it fails')
    },
  })
  const refusing = route({
    ...more,
    path: '/refuse',
    bodyBytesMax,
    handle: () => refuse('conflict', 'no'),
  })
  const front = pipeline([failing, refusing], { onFailure: () => undefined })
  const post = (path: string) => request({ method: 'POST', path, headers: json })
  t.match(read(await front.inject(post('/refuse'), large())), { code: 'conflict' })
  t.match(read(await front.inject(post('/fail'), large())), { code: 'internal' })
})

t.test('a body is large from its bound on, where it is read as JSON', (t) => {
  const [most, more] = [new Uint8Array(LARGE_BODY_BYTES), new Uint8Array(LARGE_BODY_BYTES + 1)]
  t.same([isLargeBody(write, null), isLargeBody(write, most)], [false, false])
  t.equal(isLargeBody(write, more), true)
  t.equal(isLargeBody({ ...write, method: 'GET' }, more), false)
  t.equal(isLargeBody({ ...write, bodyMedia: ['image/png'] }, more), false)
  t.end()
})

t.test('one that cannot be read fails for who sent it, and the next one is read', async (t) => {
  const bodies = new LargeBodies()
  const broken = Object.defineProperty({ ...write }, 'marksBadBytes', {
    get: () => {
      throw new Error('it fails')
    },
  }) as Route
  const caller = { login: 7, address: '10.0.0.1' }
  const failing = bodies.read(broken, large(9), caller)
  const next = bodies.read(write, large(9), caller)
  await t.rejects(failing, { message: 'it fails' })
  t.match(await next, { ok: true })
})
