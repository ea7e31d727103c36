import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { removeAtExit, removeNow } from './at-exit.js'
import { type FigureLine, figureLine, figureText, type Measure } from './figure.js'
import type { Better } from './stats.js'

/** One case of the bench; it may measure several figures. */
export interface BenchCase {
  /** The name in `npm run bench -- NAME`. */
  readonly name: string
  /** The numbers of the goals it speaks to; they select it too. */
  readonly goals: readonly string[]
  run(bench: Bench): Promise<void>
}

export interface BenchOptions {
  readonly smoke: boolean
  /** The product's entry script, for the cases that run against it. */
  readonly product: string
  /** The directory that keeps large data between runs. Without it, each run creates the data. */
  readonly data?: string | undefined
  readonly print: (line: FigureLine) => void
  readonly say: (text: string) => void
}

const ROUNDS = 5

/** The means of a case: sizes, rounds, a place for files, and a place where figures go. */
export class Bench {
  readonly #options: BenchOptions
  readonly #undo: Array<() => unknown> = []

  constructor(options: BenchOptions) {
    this.#options = options
  }

  get smoke(): boolean {
    return this.#options.smoke
  }

  get product(): string {
    return this.#options.product
  }

  size(full: number, smoke: number): number {
    return this.smoke ? smoke : full
  }

  get rounds(): number {
    return this.size(ROUNDS, 1)
  }

  /** Runs when the case ends, however it ends; the last one first. */
  defer(undo: () => unknown): void {
    this.#undo.push(undo)
  }

  /** A directory that is deleted with the case. The same disk for the product and its limits. */
  directory(name: string): string {
    const path = mkdtempSync(join(tmpdir(), `openfloor-bench-${name}-`))
    removeAtExit(path)
    this.defer(() => removeNow(path))
    return path
  }

  /** A directory with data that takes long to make; nothing of a case changes it. */
  async kept(name: string, make: (directory: string) => Promise<void>): Promise<string> {
    const { data } = this.#options
    if (data === undefined) {
      const made = join(this.directory(name), 'data')
      await make(made)
      return made
    }
    const path = join(data, name)
    if (existsSync(path)) return path
    mkdirSync(data, { recursive: true })
    const unfinished = mkdtempSync(`${path}-`)
    await make(unfinished)
    renameSync(unfinished, path)
    return path
  }

  say(text: string): void {
    this.#options.say(text)
  }

  report(measured: Measure): FigureLine {
    const line = figureLine(measured, this.smoke)
    this.#options.print(line)
    this.say(figureText(line))
    return line
  }

  /**
   * One warm-up and then the rounds; in each round every part is measured once, in turn, so that
   * what is compared was taken within seconds of each other.
   */
  async interleave<K extends string>(
    parts: Readonly<Record<K, () => Promise<number> | number>>,
    warmUp = true,
  ): Promise<Record<K, number[]>> {
    const names = Object.keys(parts) as K[]
    const values = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
      K,
      number[]
    >
    if (warmUp && !this.smoke) for (const name of names) await parts[name]()
    for (let round = 0; round < this.rounds; round++) {
      for (const name of names) {
        collectGarbage()
        values[name].push(await parts[name]())
      }
    }
    return values
  }

  async finish(): Promise<void> {
    for (const undo of this.#undo.splice(0).reverse()) await undo()
  }
}

export async function runCase(benchCase: BenchCase, options: BenchOptions): Promise<void> {
  const bench = new Bench(options)
  try {
    await benchCase.run(bench)
  } finally {
    await bench.finish()
  }
}

/** A case on one thread of this process: handed a count, it returns what it did. */
export interface OperationsSpec {
  readonly name: string
  readonly goals: readonly string[]
  readonly figure: string
  readonly unit: string
  readonly smoke: number
  readonly full: number
  readonly better?: Better
  readonly judged?: 'value' | 'ratio'
  readonly floor?: number
  readonly goal?: number
  readonly mix?: string
  readonly durability?: string
  readonly limit?: { readonly name: string } & Operations
  /** Prepares each round, untimed. */
  setup(operations: number): void
  run(operations: number): CaseResult
}

interface Operations {
  setup(operations: number): void
  run(operations: number): CaseResult
}

/** `digest` is of the result: a faster run with another digest is a bug, and fails the case. */
export interface CaseResult {
  readonly done: number
  readonly digest: string | number
}

export function bench(spec: OperationsSpec): BenchCase {
  return {
    name: spec.name,
    goals: spec.goals,
    async run(run) {
      const operations = run.size(spec.full, spec.smoke)
      const limit = spec.limit
      const ours = repeatable(spec, operations)
      const values = limit
        ? await run.interleave({ limit: repeatable(limit, operations), ours })
        : { ours: (await run.interleave({ ours })).ours, limit: [] }
      run.report({
        name: spec.figure,
        unit: spec.unit,
        better: spec.better ?? 'higher',
        values: values.ours,
        limits: limit && [{ name: limit.name, values: values.limit }],
        judged: spec.judged,
        floor: spec.floor,
        goal: spec.goal,
        mix: spec.mix,
        durability: spec.durability,
      })
    },
  }
}

/** Operations per second of one round, checked against the first round's digest. */
function repeatable(spec: Operations, operations: number): () => number {
  let first: CaseResult | undefined
  return () => {
    spec.setup(operations)
    const start = performance.now()
    const result = spec.run(operations)
    const seconds = (performance.now() - start) / 1000
    first ??= result
    if (result.digest !== first.digest) {
      throw new Error(`two rounds differ: ${first.digest} and then ${result.digest}`)
    }
    return result.done / seconds
  }
}

let collect: (() => void) | undefined

/** Collects garbage, so that one round does not pay for that of another. */
function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
