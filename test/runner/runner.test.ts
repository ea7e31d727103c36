import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { moment } from '../given/desk.js'
import { changedTests } from './changed.js'
import { type FileRun, runFile } from './file-run.js'
import { Imports } from './imports.js'
import { Lanes } from './lanes.js'
import { QuickTests } from './quick-tests.js'
import { lineOf, summaryOf } from './report.js'
import { inSources } from './source-places.js'
import { isSecondStage } from './stages.js'

// The report of a run on files that pass, fail, fall over, hang, or hold nothing.

const TAP = JSON.stringify(import.meta.resolve('tap'))
const test = (body: string): string => `import t from ${TAP}\n${body}\n`
const FILES = {
  'good.mjs': test("t.test('it holds', async (t) => { t.ok(true); t.equal(1, 1) })"),
  'wrong.mjs': test(`
    t.test('outer', async (t) => {
      t.ok(true)
      await t.test('inner', async (t) => { t.same({ a: [1, 2] }, { a: [1] }); t.ok(true) })
    })
    t.test('left out', { skip: 'no such tool' }, async () => {})
    t.test('thrown', async () => { throw new Error('oh dear') })`),
  'dies.mjs': test(`
    t.test('goes well', async (t) => t.ok(true))
    t.test('dies', async () => {
      process.stderr.write('last words\\n')
      process.kill(process.pid, 'SIGKILL')
      await new Promise((resolve) => setTimeout(resolve, 60_000))
    })`),
  'hangs.mjs': test(`
    import { spawn } from 'node:child_process'
    t.test('hangs', async (t) => {
      const { pid } = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 600_000)'])
      t.comment('child ' + pid)
      process.stderr.write('child ' + pid)
      await new Promise((resolve) => setTimeout(resolve, 60_000))
    })`),
  'property.mjs': test(`
    import fc from ${JSON.stringify(import.meta.resolve('fast-check'))} // 'fast-check'
    t.test('draws', async (t) => {
      let drawn = 0
      fc.assert(fc.property(fc.nat(), (n) => { drawn = (drawn * 31 + n) % 1_000_003 }))
      t.fail('drew ' + drawn + ' as ' + process.argv.slice(1).join())
    })`),
  'built.js': `${test("t.test('it fails', async (t) => { t.fail('here') })")}//# sourceMappingURL=built.js.map\n`,
  // The second line comes from the first of a folder beside it.
  'built.js.map': JSON.stringify({
    version: 3,
    file: 'built.js',
    sources: ['written/as.ts'],
    names: [],
    mappings: ';AAAA',
  }),
  'package.json': '{ "type": "module" }',
  'empty.mjs': '',
  'broken.mjs': "import './nowhere.mjs'\n",
}
const directory = t.testdir(FILES)
const OPTIONS = { hangsSec: 100, seed: 7 }
const run = (name: keyof typeof FILES, hangsSec = 100) =>
  runFile(name, { directory, hangsSec, seed: 7 })

t.test('a file that passes is one line, and the totals say so', async (t) => {
  const good = await run('good.mjs')
  t.match(good.tally, { passed: 2, failed: 0, skipped: 0, failures: [] })
  t.match(lineOf(good), /^ok +\d+\.\d s {2}good\.mjs {2}2\n$/)
  t.match(summaryOf([good], 3.4), /^\n1 files, 2 assertions, 0 failed, 0 skipped, 3 s\n$/)
})

t.test('each failed assertion is told whole, with the way to it', async (t) => {
  const wrong = await run('wrong.mjs')
  t.match(wrong.tally, { passed: 2, failed: 2, skipped: 1, failures: { length: 2 } })
  t.match(
    lineOf(wrong),
    /^not ok .*wrong\.mjs {2}2 FAILED of 4, 1 skipped\nwrong\.mjs\n {4}outer\n/,
  )
  t.ok(lineOf(wrong).split('\n').length < summaryOf([wrong], 0).split('\n').length)
  const told = summaryOf([wrong], 0)
  t.match(
    told,
    /\nwrong\.mjs\n {4}outer\n {8}inner\n {12}should be equivalent\n(.*\n)*? {4}\| \+ +2,\n/,
  )
  t.match(told, /\nwrong\.mjs\n {4}thrown\n {8}oh dear\n/)
  t.match(
    told,
    /\nfailed: wrong\.mjs\nNOT CHECKED, no such tool: wrong\.mjs\n1 files, 4 assertions, 2 failed, 1 skipped, 0 s\n$/,
  )
})

t.test('properties draw the same cases again', async (t) => {
  const [one = '', other = ''] = [await run('property.mjs'), await run('property.mjs')].map(
    ({ tally }) => tally.failures.join(),
  )
  t.match(one, /drew \d+ as .*property\.mjs\n/)
  t.equal(one, other)
})

t.test('a file that falls over has failed, and its last words are told', async (t) => {
  const dies = await run('dies.mjs')
  t.ok(dies.tally.failed > 0)
  t.match(summaryOf([dies], 0), /\ndies\.mjs on stderr:\n {4}\| last words\n/)
  const broken = await run('broken.mjs')
  t.match(broken.tally.failures, [/the file ended with exit code 1/])
  t.match(summaryOf([broken], 0), /Cannot find module/)
  t.match((await run('empty.mjs')).tally.failures, [/the file tests nothing/])
})

t.test('a file that hangs is ended, with what it started', async (t) => {
  let pid = 0
  // On a busy machine it may be ended before it has begun to hang.
  for (let sec = 2; pid === 0 && sec < 300; sec *= 2) {
    const hangs = await run('hangs.mjs', sec)
    t.ok(hangs.tally.failed > 0)
    pid = Number(/child (\d+)/.exec(hangs.stderr.join())?.[1] ?? 0)
  }
  t.ok(pid > 0)
  while (isAlive(pid)) await moment()
})

/** One that ended may wait to be buried. */
function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ')
  } catch {
    return false
  }
}

t.test(
  'a failure is told by the line that was written, not by the one that was built',
  async (t) => {
    const built = await run('built.js')
    t.match(summaryOf([built], 0), /\n {4}it fails\n(.*\n)*?.*\| .*written\/as\.ts:1:1/)
    const far = `at file://${join(directory, 'built.js')}:2:9, x (built.js:2:60) unbuilt.js:2:60`
    t.equal(
      inSources(far, directory),
      'at written/as.ts:1:1, x (written/as.ts:1:1) unbuilt.js:2:60',
    )
  },
)

t.test('the dearest are told, and what all took of the processor', async (t) => {
  const { tally } = await run('good.mjs')
  const runs = Array.from({ length: 22 }, (_, n) => ({
    file: `of-${n}.test.ts`,
    seconds: n,
    processor: (n * 7) % 22,
    tally,
    stderr: [],
  }))
  const told = summaryOf(runs, 60, [], 90.4)
  const lines = told.split('\n')
  t.match(lines[lines.indexOf('dearest:') + 1], / 21\.0 s of processor +3\.0 s {2}of-3\.test\.ts$/)
  t.match(lines[lines.indexOf('dearest:') + 2], / 20\.0 s of processor +6\.0 s {2}of-6\.test\.ts$/)
  t.notMatch(told, 'of-0.test')
  t.match(told, / 0 skipped, 60 s, 90 of processor\n$/)
})

t.test('what failed beside others and passed alone is told apart, with its failure', async (t) => {
  const wrong = await run('wrong.mjs')
  const told = summaryOf(
    [
      { ...wrong, isUnsteady: true },
      { ...wrong, file: 'other' },
    ],
    0,
  )
  t.match(told, /\nwrong\.mjs\n {4}outer\n/)
  t.match(
    told,
    /\nfailed: other\nunsteady: wrong\.mjs \(passed alone\)\nNOT CHECKED, .*: wrong\.mjs other\n2 files/,
  )
})

t.test('what is cut off is named', async (t) => {
  const told = summaryOf([await run('good.mjs')], 1, [join('a', 'b.test.ts')])
  t.match(told, /\ncut off: a\/b\.test\.ts\n1 files/)
})

t.test(
  'a file that loads many modules runs from one, and finds what it did from its place',
  async (t) => {
    const modules = Array.from({ length: 100 }, (_, n) => [`m${n}.js`, `export const m = ${n}\n`])
    const imports = modules.map(([name], n) => `import { m as m${n} } from '../${name}'`)
    const many = `${imports.join('\n')}
    import { readFileSync } from 'node:fs'
    t.test('all is there', async (t) => {
      t.equal(m0 + m99, 99)
      t.match(readFileSync(new URL('./few.test.js', import.meta.${'url'}), 'utf8'), 'is alone')
      t.match(new URL('./desk.worker.js', import.meta.${'url'}).href, /dist.bundle.desk.worker.js$/)
      t.match(process.argv[1], /dist.quick.test.many.test.js$/)
      t.fail('here')
    })`
    const root = t.testdir({
      'package.json': '{ "type": "module" }',
      dist: {
        ...Object.fromEntries(modules),
        test: { 'many.test.js': test(many), 'few.test.js': test("t.pass('is alone')") },
      },
    })
    const quick = new QuickTests(root, new Imports())
    t.equal(await quick.program('test/few.test.js'), join('dist', 'test/few.test.js'))
    const program = await quick.program('test/many.test.js')
    t.equal(program, join('dist', 'quick', 'test/many.test.js'))
    const onFailed = () => quick.map('test/many.test.js')
    const options = { directory: root, hangsSec: 100, seed: 7, program, onFailed }
    const ran = await runFile('dist/test/many.test.js', options)
    t.match(ran, { file: 'dist/test/many.test.js', tally: { passed: 4, failed: 1 } })
    t.match(
      summaryOf([ran], 0),
      /\n {4}all is there\n {8}here\n(.*\n)*?.*\| .*dist\/test\/many\.test\.js:\d+:\d+/,
    )
  },
)

const laneTest = (body: string): string => `import t from 'tap'\n${body}\n`
const BUSY_MS = 400
const LANE = {
  'opens.js': "import Database from 'better-sqlite3'\nexport const one = typeof Database\n",
  test: {
    runner: { 'lane.js': readFileSync(new URL('./lane.js', import.meta.url), 'utf8') },
    'given.js': "import { spawn } from 'node:child_process'\nexport const starts = spawn\n",
    'a.test.js': laneTest(`
      import '../opens.js'
      import { shared } from './runner/lane.js'
      const one = await shared('house', async () => ({ files: 0 }))
      t.teardown(() => one.files += 10)
      t.test('one', async (t) => t.equal(one.files++, 0))`),
    'b.test.js': laneTest(`
      import { shared } from './runner/lane.js'
      const one = await shared('house', async () => ({ files: 0 }))
      t.test('two', async (t) => { t.equal(one.files, 11); t.pass() })`),
    'busy.test.js': laneTest(`
      t.test('works', async (t) => {
        for (const end = performance.now() + ${BUSY_MS}; performance.now() < end; );
        t.pass()
      })`),
    'c.test.js': laneTest("t.test('three', async (t) => t.fail('there'))"),
    'dies.test.js': laneTest("t.test('four', async () => process.abort())"),
    'hangs.test.js': laneTest(`
      t.test('waits', async () => new Promise((done) => setTimeout(done, 60_000)))`),
    'last.test.js': laneTest("t.test('five', async (t) => t.pass())"),
    'starts.test.js': laneTest("import './given.js'\nt.pass()"),
    'process.test.js': laneTest("process.env['A'] = 'b'\nt.pass()"),
  },
}

function lanesOf(root: string, names: readonly string[], isSeparate = false): Lanes {
  const files = names.map((name) => `test/${name}.test.js`)
  return new Lanes(root, new Imports(), files, isSeparate)
}

t.test(
  'files share a process and what they start in it, each with an end of its own',
  async (t) => {
    const root = t.testdir({ 'package.json': '{ "type": "module" }', dist: LANE })
    const lanes = lanesOf(root, ['a', 'b', 'process'])
    t.same(lanes.solo, ['test/process.test.js'])
    t.same(
      lanesOf(root, ['a', 'b'], true).waiting.map(({ files }) => files),
      [['test/a.test.js'], ['test/b.test.js']],
    )
    t.same(
      lanes.waiting.map(({ files }) => files),
      [['test/a.test.js', 'test/b.test.js']],
    )
    const runs: FileRun[] = []
    for (const lane of lanes.waiting) await lanes.run(lane, OPTIONS, (run) => runs.push(run))
    t.match(runs, [
      { file: 'dist/test/a.test.js', tally: { passed: 1, failed: 0 } },
      { file: 'dist/test/b.test.js', tally: { passed: 2, failed: 0 } },
    ])
    const dist = join(root, 'dist')
    t.ok(isSecondStage(new Imports(), dist, 'test/starts.test.js'))
    t.notOk(isSecondStage(new Imports(), dist, 'test/a.test.js'))
  },
)

t.test('a file that fails in a lane, or that its process did not reach, is named', async (t) => {
  const root = t.testdir({ 'package.json': '{ "type": "module" }', dist: LANE })
  const lanes = lanesOf(root, ['c', 'dies', 'last'])
  const runs: FileRun[] = []
  for (const lane of lanes.waiting) await lanes.run(lane, OPTIONS, (run) => runs.push(run))
  t.same(
    runs.map(({ file, tally }) => [file, tally.failed > 0]),
    ['c', 'dies', 'last'].map((name) => [`dist/test/${name}.test.js`, true]),
  )
  t.match(runs[0]?.tally.failures, [/three\n +there/])
  t.match(runs[2]?.tally.failures, [/ended with SIG/])
})

t.test('the seconds of a file in a lane are its own, not those of its neighbours', async (t) => {
  const root = t.testdir({ 'package.json': '{ "type": "module" }', dist: LANE })
  const lanes = lanesOf(root, ['last', 'busy', 'starts'])
  const runs: FileRun[] = []
  for (const lane of lanes.waiting) await lanes.run(lane, OPTIONS, (run) => runs.push(run))
  const busy = runs.find(({ file }) => file.endsWith('busy.test.js'))
  t.ok((busy?.seconds ?? 0) * 1000 >= BUSY_MS, `${busy?.seconds} s`)
})

t.test('a file that hangs in a lane fails, and those behind it still run', async (t) => {
  const root = t.testdir({ 'package.json': '{ "type": "module" }', dist: LANE })
  const lanes = lanesOf(root, ['hangs', 'last'])
  const runs: FileRun[] = []
  for (const lane of lanes.waiting) {
    await lanes.run(lane, { ...OPTIONS, hangsSec: 8 }, (run) => runs.push(run))
  }
  t.match(runs[0], { file: 'dist/test/hangs.test.js', tally: { failures: [/timeout/] } })
  t.match(runs[1], { file: 'dist/test/last.test.js', tally: { passed: 1, failed: 0 } })
})

t.test(
  'a change reaches the tests that load it, nearest first, and those that start or name it',
  async (t) => {
    const root = t.testdir({
      engine: { 'far.ts': 'export const far = 1\n', 'near.ts': "import './far.js'\n" },
      bin: { 'openfloor.ts': "import '../engine/near.js'\n" },
      docs: { 'page.md': '# Page\n' },
      wire: {
        text: { fields: { 'deals.en.json': '{}\n' } },
        generated: { 'fields.d.ts': '' },
        'fields.ts': "import './generated/fields.js'\n",
      },
      test: {
        given: { 'built-command.ts': '' },
        'near.test.ts': "import '../engine/near.js'\n",
        'far.test.ts': "import '../engine/far.js'\n",
        'started.test.ts': "import './given/built-command.js'\n",
        'page.test.ts': "read('docs/page.md')\n",
        'words.test.ts': "import '../wire/fields.js'\n",
        'tidy.test.ts': '',
      },
    })
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a', ...args], { cwd: root })
    git('init', '-q', '-b', 'main')
    git('add', '.')
    git('commit', '-q', '-m', 'all')
    const tests = ['near', 'far', 'started', 'page', 'words', 'tidy'].map(
      (name) => `test/${name}.test.ts`,
    )
    const reached = () => changedTests(root, tests, 'main').map((file) => file.slice(5, -8))
    t.same(reached(), [])
    writeFileSync(join(root, 'engine/far.ts'), 'export const far = 2\n')
    t.same(reached(), ['tidy', 'far', 'near', 'started'])
    git('commit', '-q', '-a', '-m', 'far')
    git('checkout', '-q', '-b', 'mine')
    writeFileSync(join(root, 'docs/page.md'), '# Pages\n')
    t.same(reached().toSorted(), ['page', 'tidy'])
    writeFileSync(join(root, 'wire/text/fields/deals.en.json'), '{ "a": "b" }\n')
    t.same(reached().toSorted(), ['page', 'tidy', 'words'])
  },
)
