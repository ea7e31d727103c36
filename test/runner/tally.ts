import { inspect, stripVTControlCharacters } from 'node:util'
import { type FinalResults, Parser, type TapError } from 'tap-parser'

/**
 * The assertions below one TAP parser: how many there were, and those that failed, whole.
 *
 *   T1. A test is not counted, only the assertions in it are; one that failed by what is in it is no
 *       failure of its own.
 */
export class Tally {
  passed = 0
  failed = 0
  /** Why each assertion was skipped; its name where no reason is given. */
  readonly skips: string[] = []
  readonly failures: string[] = []
  readonly #within = new Map<string, Tally>()

  constructor(parser: Parser, path: readonly string[]) {
    parser.on('child', (child: Parser) => {
      const tally = new Tally(child, [...path, child.name])
      this.#within.set(child.name, tally)
      child.on('complete', () => this.#add(tally))
    })
    parser.on('assert', ({ ok, skip, name }: TestPoint) => {
      if (skip !== false) this.skips.push(typeof skip === 'string' && skip !== '' ? skip : name)
      else if (ok && !this.#within.has(name)) this.passed += 1
    })
    parser.on('complete', ({ failures }: FinalResults) => {
      for (const failure of failures) {
        const isTold = (this.#within.get(nameOf(failure))?.failures.length ?? 0) > 0
        if (!isTold) this.fail([...path, nameOf(failure)], diagnosticsOf(failure))
      }
    })
  }

  /** The tally of the TAP that is written to the parser; `file` begins the way to each failure. */
  static of(file: string): { readonly tally: Tally; readonly parser: Parser } {
    const parser = new Parser()
    return { tally: new Tally(parser, [file]), parser }
  }

  get skipped(): number {
    return this.skips.length
  }

  get count(): number {
    return this.passed + this.failed
  }

  fail(path: readonly string[], diagnostics: readonly string[]): void {
    this.failed += 1
    const way = path.map((name, depth) => `${INDENT.repeat(depth)}${name}`)
    const lines = [...way, ...diagnostics.map((line) => `${INDENT}| ${line}`)]
    this.failures.push(stripVTControlCharacters(lines.join('\n')))
  }

  #add(inner: Tally): void {
    this.passed += inner.passed
    this.failed += inner.failed
    this.skips.push(...inner.skips)
    this.failures.push(...inner.failures)
  }
}

interface TestPoint {
  readonly ok: boolean
  readonly skip: string | boolean
  readonly name: string
}

const INDENT = '    '
/** The fields that come with a failed assertion and tell its reader nothing. */
const NEEDLESS: ReadonlySet<string> = new Set(['at', 'compare', 'source', 'test'])
const DIAGNOSTIC_LINES_MAX = 80

function nameOf(failure: TapError): string {
  return String(failure['name'] ?? '') || String(failure.tapError ?? 'failed')
}

function diagnosticsOf(failure: TapError): string[] {
  const told = Object.entries({ ...failure['diag'] })
    .filter(([key, value]) => !NEEDLESS.has(key) && value !== null && value !== undefined)
    .flatMap(([key, value]) => {
      const text = typeof value === 'string' ? value.trimEnd() : inspect(value, { depth: 8 })
      return text.includes('\n') ? [`${key}:`, ...text.split('\n')] : [`${key}: ${text}`]
    })
  const shown = told.slice(0, DIAGNOSTIC_LINES_MAX)
  if (shown.length < told.length) shown.push(`and ${told.length - shown.length} lines more`)
  return shown
}
