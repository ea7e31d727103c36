import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runFile } from '../runner/file-run.js'
import type { BuiltCopy } from './built-copy.js'

/**
 * Which test files reach a place, the closest first.
 *
 *   R1. A test file that does not load the file, not even in a thread that it starts, does not reach it: that is
 *       known without a run.
 *   R2. Else it is run once as it was built, under V8's coverage; what it covers is kept until one of the files
 *       that it loads is another one.
 *   R3. A test that fails twice as it was built notices nothing.
 */
export interface ReachingTest {
  /** The built test, as a path in what was built. */
  readonly test: string
  readonly seconds: number
}

interface Coverage {
  readonly isGood: boolean
  readonly seconds: number
  /** The ranges of each built file: the innermost of them that holds a place says if it was run. */
  readonly ranges: Readonly<Record<string, readonly Range[]>>
}

type Range = readonly [start: number, end: number, isRun: 0 | 1]

/** These are too slow to run for each mistake (servers, browsers, measurements), or plant mistakes themselves. */
const LEFT_OUT =
  /^test\/(alone|attack|bench|bin|client|crash|e2e|mutation|runner|web)\/|\/planted-|tidy\.test/
const PRODUCT = ['actors', 'bin', 'engine', 'http', 'storage', 'wire'] as const
/** Also the names of threads' modules, which are handed on as texts. */
const LOADS = /['"](\.\.?\/[^'"\n]+\.js)['"]/g
const HANGS_SEC = 120
/** What a test comes to hardly goes by the cases that it draws, so that it is kept for hunts of any seed. */
const SEED = 1

export class Reach {
  readonly #copy: BuiltCopy
  readonly #cache: string
  /** The files that a file, relative to what was built, loads by itself. */
  readonly #loads = new Map<string, readonly string[]>()
  /** The files that a test loads, with the number of steps that each takes. */
  readonly #tests = new Map<string, ReadonlyMap<string, number>>()
  readonly #coverage = new Map<string, Promise<Coverage>>()

  constructor(copy: BuiltCopy, cache: string) {
    this.#copy = copy
    this.#cache = cache
    mkdirSync(cache, { recursive: true })
    const names = readdirSync(join(this.#dist, 'test'), { recursive: true, encoding: 'utf8' })
    for (const name of names.filter((one) => one.endsWith('.test.js')).toSorted()) {
      const test = `test/${name}`
      if (!LEFT_OUT.test(test)) this.#tests.set(test, this.#allLoaded(test))
    }
  }

  get #dist(): string {
    return join(this.#copy.directory, 'dist')
  }

  /** Test files that load it, the closest first: they may or may not come to the place. */
  candidates(file: string): string[] {
    const mirror = `test/${file.replace(/\.js$/, '.test.js')}`
    const room = `test/${dirname(file)}/`
    const far = (test: string, steps: number): number => {
      if (test === mirror) return 0
      // In its room, or beside the folders that its room is one of.
      const beside = `${dirname(test)}/`
      const isNear = test.startsWith(room) || (isDeep(beside) && room.startsWith(beside))
      return steps + (isNear ? 0 : test.split('/')[1] === file.split('/')[0] ? 2 : 6)
    }
    return [...this.#tests]
      .flatMap(([test, loaded]) => {
        const steps = loaded.get(file)
        return steps === undefined ? [] : [{ test, far: far(test, steps) }]
      })
      .toSorted((a, b) => a.far - b.far || (a.test < b.test ? -1 : 1))
      .map(({ test }) => test)
  }

  /** Undefined where the test does not come to the place, or fails as it was built. */
  async reached(test: string, file: string, at: number): Promise<ReachingTest | undefined> {
    const known = this.#coverage.get(test) ?? this.#covered(test)
    this.#coverage.set(test, known)
    const { isGood, seconds, ranges } = await known
    if (!isGood) return undefined
    let innermost: Range | undefined
    for (const range of ranges[file] ?? []) {
      const [start, end] = range
      if (at < start || at >= end) continue
      const length =
        innermost === undefined ? Number.POSITIVE_INFINITY : innermost[1] - innermost[0]
      // The code is reached when any of several processes came there.
      if (end - start < length || (end - start === length && range[2] === 1)) innermost = range
    }
    return innermost?.[2] === 1 ? { test, seconds } : undefined
  }

  async #covered(test: string): Promise<Coverage> {
    const kept = join(this.#cache, `${this.#digestOf(test)}.json`)
    if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Coverage
    let found = await this.#run(test)
    // On a busy machine a test may fail that is as good as the others.
    if (!found.isGood) found = await this.#run(test)
    if (found.isGood) writeFileSync(kept, JSON.stringify(found))
    return found
  }

  async #run(test: string): Promise<Coverage> {
    const directory = mkdtempSync(join(tmpdir(), 'openfloor-coverage-'))
    try {
      const { seconds, tally } = await runFile(`dist/${test}`, {
        directory: this.#copy.directory,
        hangsSec: HANGS_SEC,
        seed: SEED,
        env: { NODE_V8_COVERAGE: directory },
      })
      return { isGood: tally.failed === 0, seconds, ranges: this.#rangesIn(directory) }
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  }

  #rangesIn(directory: string): Coverage['ranges'] {
    const found: Record<string, Map<string, Range>> = {}
    for (const name of readdirSync(directory)) {
      for (const { url, functions } of coverageIn(join(directory, name))) {
        if (!url.startsWith('file:')) continue
        const file = relative(this.#dist, fileURLToPath(url))
        if (!PRODUCT.some((folder) => file.startsWith(`${folder}/`))) continue
        const known = found[file] ?? new Map<string, Range>()
        found[file] = known
        for (const { ranges } of functions) {
          for (const { startOffset, endOffset, count } of ranges) {
            const key = `${startOffset} ${endOffset}`
            const isRun = count > 0 || known.get(key)?.[2] === 1 ? 1 : 0
            known.set(key, [startOffset, endOffset, isRun])
          }
        }
      }
    }
    return Object.fromEntries(
      Object.entries(found).map(([file, known]) => [file, [...known.values()]]),
    )
  }

  /** The digest of the test and all that it loads. */
  #digestOf(test: string): string {
    const hash = createHash('sha256')
    for (const file of [...(this.#tests.get(test) ?? new Map()).keys()].toSorted()) {
      hash.update(`${file}\0`).update(readFileSync(join(this.#dist, file)))
    }
    return hash.digest('hex')
  }

  #allLoaded(test: string): ReadonlyMap<string, number> {
    const steps = new Map([[test, 0]])
    for (const [file, step] of steps) {
      for (const loaded of this.#loadsOf(file)) {
        if (!steps.has(loaded)) steps.set(loaded, step + 1)
      }
    }
    return steps
  }

  #loadsOf(file: string): readonly string[] {
    const known = this.#loads.get(file)
    if (known !== undefined) return known
    const text = readFileSync(join(this.#dist, file), 'utf8')
    const loads = [...text.matchAll(LOADS)]
      .map(([, name = '']) => join(dirname(file), name))
      .filter((name) => existsSync(join(this.#dist, name)))
    this.#loads.set(file, loads)
    return loads
  }
}

/** Further in than a part of the product: `test/http/routes/`. */
function isDeep(folder: string): boolean {
  return folder.split('/').length > 3
}

interface ScriptCoverage {
  readonly url: string
  readonly functions: readonly {
    readonly ranges: readonly {
      readonly startOffset: number
      readonly endOffset: number
      readonly count: number
    }[]
  }[]
}

/** Nothing of a process that was killed while it wrote: what it alone reached counts as not reached. */
function coverageIn(file: string): readonly ScriptCoverage[] {
  try {
    const { result } = JSON.parse(readFileSync(file, 'utf8')) as { result?: ScriptCoverage[] }
    return result ?? []
  } catch {
    return []
  }
}
