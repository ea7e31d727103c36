import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { BuiltCopy } from './built-copy.js'
import { hunt } from './hunt.js'
import { drawn, type Place, placesIn } from './places.js'
import { Reach } from './reach.js'

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
t.setTimeout(0)

/** Planted in the test run; `npm run mutate` plants as many as it is told to. */
const MISTAKES = 8

/** The rules whose tests are quick, and see mistakes at once. */
const RULES = [
  'engine/calendar/server-clock.js',
  'engine/costs/',
  'engine/account/day-end/day-end.js',
  'engine/account/money/money.js',
  'engine/account/money/profit.js',
  'engine/account/decide/close.js',
  'engine/account/decide/change.js',
  'engine/triggers/level-queue.js',
  'engine/triggers/trigger.js',
]

const SOURCE = `
import { assert } from './assert.js'
const MOST = 3 < 4
export function charged(account, fee, logger) {
  assert(fee > 0, 'a fee')
  if (account === undefined) return 0
  logger.info('charged')
  if (fee < MOST && account.isOpen) account.balance -= fee
  else throw new Error('no ' + (fee + 1))
  const text = 'a' + fee
  return Math.min(account.balance ?? 0, -fee)
}
`

t.test('mistakes are those that people make, and leave texts and assertions alone', (t) => {
  const places = placesIn(SOURCE)
  t.same(
    places.map(({ change }) => change),
    [
      'if (account === undefined) return 0 → nothing',
      'if (account === undefined) return 0 → return 0',
      'account === undefined → account !== undefined',
      'if (fee < MOST && account.isOpen) account.balance -= fee else throw n… → if (!(fee < MOST && account.isOpen)) account.balance -= fee else thro…',
      'fee < MOST && account.isOpen → fee < MOST',
      'fee < MOST && account.isOpen → account.isOpen',
      'fee < MOST → fee <= MOST',
      'account.balance -= fee → nothing',
      'account.balance -= fee → account.balance += fee',
      'Math.min → Math.max',
      'account.balance ?? 0 → account.balance',
      '-fee → fee',
    ],
  )
  for (const { start, end, replacement, within } of places) {
    const changed = `${SOURCE.slice(0, start)}${replacement}${SOURCE.slice(end)}`
    t.not(changed, SOURCE)
    t.equal(within, 'charged')
  }
  t.end()
})

t.test('what is drawn goes by the seed and the place, and not by what stands elsewhere', (t) => {
  const all = (source: string, file = 'a.js') => placesIn(source).map((place) => ({ file, place }))
  const names = (source: string, seed: number) =>
    drawn(all(source), seed).map(({ place }) => place.change)
  t.equal(names(SOURCE, 1).length, 2, 'two of a function at the most')
  const each = drawn(all(SOURCE), 1, Number.POSITIVE_INFINITY)
  t.same(each.map(({ place }) => place).toSorted(byPlace), placesIn(SOURCE).toSorted(byPlace))
  t.same(names(SOURCE, 1), names(SOURCE, 1))
  t.same(names(`\n\n${SOURCE}`, 1), names(SOURCE, 1), 'lines do not count')
  const seeds = [1, 2, 3, 4, 5, 6].map((seed) => names(SOURCE, seed).join())
  t.ok(new Set(seeds).size > 2)
  const other = SOURCE.replaceAll('charged', 'refunded')
  const both = drawn([...all(SOURCE), ...all(other, 'b.js')], 1)
  t.same(
    both.filter(({ file }) => file === 'a.js').map(({ place }) => place.change),
    names(SOURCE, 1),
  )
  t.end()
})

function byPlace(a: Place, b: Place): number {
  return a.start - b.start || a.end - b.end || (a.replacement < b.replacement ? -1 : 1)
}

/** A repository of one file and one test, which looks at one of its two functions. */
function small(t: Pick<Test, 'testdir'>): string {
  const root = t.testdir({
    'package.json': '{ "type": "module" }',
    engine: { 'rules.ts': '' },
    dist: { engine: {}, test: { engine: {} } },
  })
  const product = [
    'export function seen(a, b) { return a < b }',
    'export function unseen(a, b) { return a > b }',
    'export function endless(a) { return a }',
  ]
  writeFileSync(join(root, 'dist/engine/rules.js'), `${product.join('\n')}\n`)
  const mappings = { version: 3, sources: ['rules.ts'], names: [], mappings: 'AAAA;AACA;AACA' }
  writeFileSync(join(root, 'dist/engine/rules.js.map'), JSON.stringify(mappings))
  const tap = JSON.stringify(import.meta.resolve('tap'))
  const test = `import t from ${tap}
import { endless, seen } from '../../engine/rules.js'
t.equal(seen(1, 1), false)
t.equal(endless(3), 3)
`
  writeFileSync(join(root, 'dist/test/engine/rules.test.js'), test)
  const far = `import t from ${tap}\nimport { seen } from '../engine/rules.js'\nt.ok(seen)\n`
  writeFileSync(join(root, 'dist/test/far.test.js'), far)
  mkdirSync(join(root, 'cache'))
  return root
}

t.test('a hunt tells what is noticed, what survives and what no test reaches', async (t) => {
  const root = small(t)
  const built = join(root, 'dist/engine/rules.js')
  const before = readFileSync(built, 'utf8')
  const asked = { root, folders: ['engine'], seed: 1, most: 20, minutes: 2, jobs: 2, testsMax: 5 }
  for (const blindly of [1, 0]) {
    const found = await hunt({ ...asked, blindly, cache: join(root, 'cache') })
    const told = found.map(({ at, change, outcome, tried }) => [change, at, outcome, tried.length])
    t.same(
      told.toSorted().filter(([change]) => !/n /.test(String(change))),
      [
        ['a < b → a <= b', 'engine/rules.ts:1', 'noticed', 1],
        [
          'a > b → a >= b',
          'engine/rules.ts:2',
          ...(blindly === 1 ? ['survived', 1] : ['reached by none', 0]),
        ],
      ],
    )
  }
  t.equal(readFileSync(built, 'utf8'), before, 'what was built is not touched')
  const cache = join(root, 'cache')
  const inFile = { ...asked, folders: ['engine/rules.ts'], most: 1, blindly: 1, cache }
  t.equal((await hunt(inFile)).length, 1, 'a file goes by the name of its source')
})

t.test(
  'a test is asked that comes to a place in a thread, however its module is named',
  async (t) => {
    const root = small(t)
    const source = `import { parentPort } from 'node:worker_threads'
parentPort.postMessage(parentPort === null)
`
    writeFileSync(join(root, 'dist/engine/thread.js'), source)
    const test = `import { Worker } from 'node:worker_threads'
import t from ${JSON.stringify(import.meta.resolve('tap'))}
const start = (name) => new Worker(new URL(name, import.meta.url))
start('../engine/thread.js').once('message', (is) => t.notOk(is))
`
    writeFileSync(join(root, 'dist/test/thread.test.js'), test)
    const copy = new BuiltCopy(root)
    t.teardown(() => copy.remove())
    const reach = new Reach(copy, join(root, 'cache'))
    const [file, at] = ['engine/thread.js', source.indexOf('===')]
    t.same(reach.candidates(file), ['test/thread.test.js'])
    t.match(await reach.reached('test/thread.test.js', file, at), { test: 'test/thread.test.js' })
    t.equal(await reach.reached('test/engine/rules.test.js', file, at), undefined)
  },
)

t.test('a mistake by which a test never ends is noticed, and its process is ended', async (t) => {
  const root = small(t)
  const only = join(root, 'dist/engine/rules.js')
  writeFileSync(
    only,
    'export const seen = () => false\nexport function endless(a) { let n = 0; while (n < a) { n += 1; } return n }\n',
  )
  const cache = join(root, 'cache')
  const asked = { root, folders: ['engine'], seed: 1, most: 9, jobs: 2, testsMax: 5, blindly: 0 }
  // It would take a quarter of a minute to see that it hangs: the end of the time is before that.
  const found = await hunt({ ...asked, minutes: 0.08, cache })
  t.ok(found.length < 9 && found.every(({ outcome }) => outcome !== 'survived'))
  t.ok(existsSync(only))
})

t.test(
  'of some mistakes in the rules each is noticed by one of the tests next to it',
  async (t) => {
    const found = await hunt({
      root: ROOT,
      folders: RULES,
      seed: 7,
      most: MISTAKES,
      minutes: 2,
      jobs: 2,
      testsMax: 2,
      blindly: 2,
      cache: join(t.testdir(), 'coverage'),
    })
    t.equal(found.length, MISTAKES)
    for (const { outcome, at, change, tried } of found) {
      t.match(outcome, /noticed|out of time/, `${at} ${change}: ${tried.join(' ')}`)
    }
  },
)
