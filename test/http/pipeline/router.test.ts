import fc from 'fast-check'
import t from 'tap'
import { RateLimiter } from '../../../http/pipeline/rates/rate.js'
import { pathParameters } from '../../../http/pipeline/route.js'
import { Router } from '../../../http/pipeline/router.js'
import { route } from '../../../http/routes/route.js'
import * as S from '../../../wire/types/scalars.js'

const get = (path: string) => {
  const names = pathParameters(path).map((name) => [name, S.IdText])
  const params = S.Params(Object.fromEntries(names) as Record<string, typeof S.IdText>)
  return route({
    method: 'GET',
    path,
    audience: 'public',
    summary: '',
    ...(names.length > 0 ? { params } : {}),
    handle: () => null,
  })
}

t.test('a name is tried before braces, and braces take one segment that is not empty', (t) => {
  const paths = [
    '/a',
    '/a/{id}',
    '/a/count',
    '/a/{id}/b',
    '/a/{id}/b/{n}',
    '/a/x/c',
    '/{x}/{y}/d',
    '/',
  ]
  const router = new Router(paths.map(get))
  const table: [string, string | null, string[]][] = [
    ['/a', '/a', []],
    ['/a/count', '/a/count', []],
    ['/a/7', '/a/{id}', ['7']],
    ['/a/x', '/a/{id}', ['x']],
    ['/a/x/c', '/a/x/c', []],
    ['/a/x/b', '/a/{id}/b', ['x']],
    ['/a/count/b/%2F', '/a/{id}/b/{n}', ['count', '%2F']],
    ['/a/7/d', '/{x}/{y}/d', ['a', '7']],
    ['/', '/', []],
    ['', null, []],
    ['a', null, []],
    ['/a/', null, []],
    ['/a//b', null, []],
    ['//a', null, []],
    ['/A', null, []],
    ['/a/1/2/3/4', null, []],
    ['/a/{id}', '/a/{id}', ['{id}']],
    [`/a${'/1'.repeat(5000)}`, null, []],
    ['/__proto__', null, []],
    ['x/a/7', null, []],
    ['x/a', null, []],
  ]
  for (const [path, expected, params] of table) {
    const found = router.find(path)
    t.equal(found?.routes.byMethod.get('GET')?.path ?? null, expected, path.slice(0, 40))
    if (found !== null) t.same(found.params, params)
  }
  t.throws(() => new Router([get('/a'), get('/a')]), /once/)
  t.throws(() => new Router([get('/a/{id}'), get('/a/{n}')]), /names/)
  for (const path of ['/a/x{id}', '/a/{id}x']) {
    t.throws(() => new Router([get(path)]), /whole segment/)
  }
  t.end()
})

t.test("a path has up to 16 segments, and one of more is nobody's", (t) => {
  const of = (segments: number) => `/{id}${'/x'.repeat(segments - 1)}`
  const router = new Router([of(15), of(16), of(17), of(18)].map(get))
  const found = [15, 16, 17, 18].map((segments) => router.find(of(segments))?.params ?? null)
  t.same(found, [['{id}'], ['{id}'], null, null])
  t.end()
})

t.test('a bucket gives no more than its burst and rate, and memory is bounded', (t) => {
  const takes = fc.array(fc.tuple(fc.nat(9), fc.nat(40)), { maxLength: 300 })
  const rule = fc.property(takes, (steps) => {
    const limiter = new RateLimiter({ perSecond: 100, burst: 5, keysMax: 64 })
    const passed = new Map<number, number>()
    let now = 0
    for (const [key, wait] of steps) {
      now += wait
      if (limiter.take(String(key), now)) passed.set(key, (passed.get(key) ?? 0) + 1)
    }
    return [...passed.values()].every((count) => count <= 5 + (now * 100) / 1000 + 1e-6)
  })
  fc.assert(rule, { numRuns: 200 })
  const limiter = new RateLimiter({ perSecond: 1, burst: 1, keysMax: 10 })
  for (let i = 0; i < 1000; i++) limiter.take(String(i), 0)
  t.ok(limiter.size <= 20)
  t.notOk(limiter.take('999', 0), 'a key that was just used is remembered')
  t.end()
})
