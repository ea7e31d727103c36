import { Transform, type TransformCallback } from 'node:stream'
import { inspect, stripVTControlCharacters } from 'node:util'
import { type FinalResults, Parser, type TapError } from 'tap-parser'

// What a test run prints: one line per file when it ends, and at the very end every failure whole and
// then the totals, because of a long log often only the tail is seen. All that each file printed is in
// .tap/test-results.

/** What comes with a failed assertion and tells its reader nothing. */
const NEEDLESS: ReadonlySet<string> = new Set([
  'args',
  'at',
  'command',
  'compare',
  'cwd',
  'externalID',
  'jobId',
  'source',
  'stdio',
])
const DIAGNOSTIC_LINES_MAX = 80
const INDENT = '    '

/** The assertions below one parser: how many there were, and those that failed, whole. */
class Tally {
  passed = 0
  failed = 0
  skipped = 0
  readonly failures: string[] = []
  /** The tests in it, by their names. */
  readonly within = new Map<string, Tally>()

  constructor(parser: Parser, path: readonly string[]) {
    parser.on('child', (child: Parser) => {
      const tally = new Tally(child, [...path, child.name])
      this.within.set(child.name, tally)
      child.on('complete', () => this.#add(tally))
    })
    parser.on('assert', ({ ok, skip, name }: TestPoint) => {
      if (skip !== false) this.skipped += 1
      else if (ok && !this.within.has(name)) this.passed += 1
    })
    parser.on('complete', ({ failures }: FinalResults) => {
      for (const failure of failures) {
        // A test that failed by what is in it has been told; one that was ended says by what.
        const told = (this.within.get(nameOf(failure))?.failures.length ?? 0) > 0
        if (!told || typeof failure['diag']?.signal === 'string') this.#fail(failure, path)
      }
    })
  }

  #add(inner: Tally): void {
    this.passed += inner.passed
    this.failed += inner.failed
    this.skipped += inner.skipped
    this.failures.push(...inner.failures)
  }

  #fail(failure: TapError, path: readonly string[]): void {
    this.failed += 1
    const way = [...path, nameOf(failure)]
    const title = way.map((name, depth) => `${INDENT.repeat(depth)}${name}`).join('\n')
    this.failures.push(`${title}\n${diagnosticsOf(failure).join('\n')}`)
  }
}

function nameOf(failure: TapError): string {
  return String(failure['name'] ?? '') || String(failure.tapError ?? 'failed')
}

function diagnosticsOf(failure: TapError): string[] {
  const told = Object.entries({ tapError: failure.tapError, ...failure['diag'] })
    .filter(([key, value]) => !NEEDLESS.has(key) && value !== null && value !== undefined)
    .flatMap(([key, value]) => {
      const text = typeof value === 'string' ? value.trimEnd() : inspect(value, { depth: 8 })
      return text.includes('\n') ? [`${key}:`, ...text.split('\n')] : [`${key}: ${text}`]
    })
  const shown = told.slice(0, DIAGNOSTIC_LINES_MAX)
  if (shown.length < told.length) shown.push(`and ${told.length - shown.length} lines more`)
  return shown.map((line) => `${INDENT}| ${line}`)
}

interface TestPoint {
  readonly ok: boolean
  readonly skip: string | boolean
  readonly name: string
  readonly time: number | null
}

export default class Report extends Transform {
  readonly #parser = new Parser()
  readonly #all = new Tally(this.#parser, [])
  readonly #failedFiles: string[] = []
  readonly #startedMs = performance.now()
  #files = 0

  constructor() {
    super({ decodeStrings: false })
    this.#parser.on('assert', (end: TestPoint) => this.#endFile(end))
  }

  override _transform(chunk: string | Buffer, _encoding: string, done: TransformCallback): void {
    this.#parser.write(String(chunk))
    done()
  }

  override _flush(done: TransformCallback): void {
    this.#parser.on('complete', () => {
      this.push(this.#summary())
      done()
    })
    this.#parser.end()
  }

  #endFile({ ok, skip, name, time }: TestPoint): void {
    const { passed = 0, failed = 0 } = this.#all.within.get(name) ?? {}
    this.#files += 1
    if (!ok) this.#failedFiles.push(name)
    const seconds = `${((time ?? 0) / 1000).toFixed(1)} s`.padStart(8)
    const count = ok ? `${passed}` : `${failed} FAILED of ${passed + failed}`
    const note = skip === false ? '' : ` skipped: ${String(skip)}`
    this.push(`${ok ? 'ok    ' : 'not ok'}${seconds}  ${name} ${count}${note}\n`)
  }

  #summary(): string {
    const { passed, failed, skipped, failures } = this.#all
    const seconds = Math.round((performance.now() - this.#startedMs) / 1000)
    const lines = failures.map((failure, i) => `\nFailure ${i + 1} of ${failed}: ${failure}`)
    if (this.#failedFiles.length > 0) lines.push('', 'Files with failures:')
    lines.push(...this.#failedFiles.map((name) => `${INDENT}${name}`), '')
    lines.push(
      `${this.#files} files, ${passed + failed} assertions: ${passed} passed, ${failed} failed, ` +
        `${skipped} skipped, in ${seconds} s`,
    )
    if (failed > 0 || !(this.#parser.results?.ok ?? false)) lines.push('FAILED')
    return stripVTControlCharacters(`${lines.join('\n')}\n`)
  }
}
