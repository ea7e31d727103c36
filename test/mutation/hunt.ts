import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endAll, runFile } from '../runner/file-run.js'
import { BuiltCopy, sourceLine } from './built-copy.js'
import { drawn, type Place, placesIn } from './places.js'
import { Reach } from './reach.js'

/**
 * Plants one mistake after the other in copies of what was built, and says which of them no test notices.
 *
 *   H1. Neither the working tree nor `dist` is touched.
 *   H2. A mistake is noticed when a test file fails or takes many times as long as it did. The test files that
 *       come to its place are tried, the closest first, `testsMax` at the most.
 *   H3. It ends by itself: no mistake is begun after `minutes`, and what runs then is ended. It ends nothing but
 *       what it has started.
 */
export interface HuntOptions {
  readonly root: string
  /** Folders or files of the product, like `engine/account`. */
  readonly folders: readonly string[]
  readonly seed: number
  readonly most: number
  /** So many places of each function at the most; two where it is not said, which spreads a draw. */
  readonly perFunction?: number
  readonly minutes: number
  readonly jobs: number
  readonly testsMax: number
  /**
   * So many of the closest are tried before it is asked what they cover: to run one that fails costs less than to
   * find out whether it comes to the place.
   */
  readonly blindly: number
  readonly cache: string
  readonly onFinding?: (finding: Finding) => void
}

export interface Finding {
  readonly outcome: 'noticed' | 'out of time' | 'survived' | 'reached by none'
  /** `file:line` of the TypeScript. */
  readonly at: string
  readonly change: string
  /** The test files that were tried. */
  readonly tried: readonly string[]
}

interface Candidate {
  readonly file: string
  readonly source: string
  readonly place: Place
}

/** A test hangs by a mistake when it takes so much longer than it did. */
const TIMES = 6
const SPARE_SEC = 15
/** The time of a test that is tried before its time is known. */
const UNKNOWN_SEC = 60

export async function hunt(options: HuntOptions): Promise<Finding[]> {
  const { root, seed, most, minutes, jobs } = options
  const until = performance.now() + minutes * 60_000
  const places = candidatesIn(root, options.folders)
  const waiting = drawn(places, seed, options.perFunction).slice(0, most)
  const findings: Finding[] = []
  const copies: BuiltCopy[] = []
  const late = setTimeout(endAll, minutes * 60_000)
  try {
    const clean = new BuiltCopy(root)
    copies.push(clean)
    const reach = new Reach(clean, options.cache)
    const lane = async (): Promise<void> => {
      const copy = new BuiltCopy(root)
      copies.push(copy)
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const finding = await tried(next, copy, reach, options)
        if (performance.now() > until) return
        findings.push(finding)
        options.onFinding?.(finding)
      }
    }
    await Promise.all(Array.from({ length: jobs }, lane))
    return findings
  } finally {
    clearTimeout(late)
    for (const copy of copies) copy.remove()
  }
}

/** `words` are folders, or files by the names of their source. */
function candidatesIn(root: string, words: readonly string[]): Candidate[] {
  const dist = join(root, 'dist')
  const folders = words.map((word) => word.replace(/\.ts$/, '.js'))
  return (
    readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js') && folders.some((one) => file.startsWith(one)))
      .filter((file) => !/^(test|bench)\//.test(file))
      // What was built once may be there longer than its source.
      .filter((file) => existsSync(join(root, file.replace(/\.js$/, '.ts'))))
      .toSorted()
      .flatMap((file) => {
        const source = readFileSync(join(dist, file), 'utf8')
        return placesIn(source).map((place) => ({ file, source, place }))
      })
  )
}

async function tried(
  { file, source, place }: Candidate,
  copy: BuiltCopy,
  reach: Reach,
  { root, seed, testsMax, blindly }: HuntOptions,
): Promise<Finding> {
  const at = sourceLine(root, file, source, place)
  const { change } = place
  const tests: string[] = []
  const found = (outcome: Finding['outcome']): Finding => {
    return { outcome, at, change, tried: tests }
  }
  for (const test of reach.candidates(file)) {
    if (tests.length === testsMax) break
    const isBlind = tests.length < blindly
    const known = isBlind ? undefined : await reach.reached(test, file, place.start)
    if (known === undefined && !isBlind) continue
    const hangsSec = known === undefined ? UNKNOWN_SEC : known.seconds * TIMES + SPARE_SEC
    const run = () => {
      const env = { TAP_BAIL: '1' }
      return runFile(`dist/${test}`, { directory: copy.directory, hangsSec, seed, env })
    }
    tests.push(test)
    const { tally, seconds } = await copy.with(file, place, run)
    if (tally.failed === 0) continue
    const isLate = seconds > hangsSec
    return found(isLate ? 'out of time' : 'noticed')
  }
  return found(tests.length === 0 ? 'reached by none' : 'survived')
}
