import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { type FileRun, type FileRunOptions, runFile } from './file-run.js'
import { inOneFile } from './in-place.js'

/**
 * Test files that start nothing, several in one process: to begin a process of its own takes most of them longer than
 * their tests do.
 *
 *   L1. A file is light when neither the modules of tests that it loads nor those of the product that these load directly
 *       use a thread, a process, the network or a database, and when they leave the process as it is.
 *   L2. The files of a group that did not pass run again, each alone, and only that counts: a failure is told as ever.
 */
const FOLDER = 'quick'
/** Enough that beginning is a small part of it, and few enough that the last group keeps nobody waiting. */
const GROUP_MAX = 12
const IMPORT = /(?:\bfrom|^import) ["']([^"'\n]+)["']/gm
const STARTS =
  /^(node:(worker_threads|child_process|net|tls|https?|dgram|cluster)|uWebSockets\.js|lmdb|better-sqlite3|piscina|nodemailer)$/
const TOUCHES =
  /process\.(env|exit|on|once|chdir|kill|argv|emit)\b|\bglobalThis\b|\bimport\(|\bfetch\(|^t\.(setTimeout|beforeEach|afterEach|end|plan)\b/m
/** What drives tests and benches, and is gone through whole. */
const DRIVERS = ['test', 'bench']

export class LightTests {
  /** Those that are not light. */
  readonly others: readonly string[]
  /** The groups that have not begun. */
  readonly waiting: (readonly string[])[] = []
  readonly #root: string
  readonly #dist: string
  #made = 0

  /** `files`: of `dist`, in their order. */
  constructor(root: string, files: readonly string[]) {
    this.#root = root
    this.#dist = resolve(root, 'dist')
    const light = new Set(files.filter((file) => isLight(this.#dist, file)))
    this.others = files.filter((file) => !light.has(file))
    const inOrder = [...light]
    for (let at = 0; at < inOrder.length; at += GROUP_MAX) {
      this.waiting.push(inOrder.slice(at, at + GROUP_MAX))
    }
  }

  /** Runs the files of a group in one process; undefined when they did not pass. */
  async run(
    group: readonly string[],
    options: Omit<FileRunOptions, 'directory'>,
  ): Promise<FileRun | undefined> {
    const program = await this.#make(group)
    const run = await runFile(program, { ...options, directory: this.#root })
    const file = `dist/${group[0]} and ${group.length - 1} more`
    return run.tally.failed > 0 ? undefined : { ...run, file, files: group.length }
  }

  async #make(group: readonly string[]): Promise<string> {
    const program = join(FOLDER, `light-${this.#made++}.js`)
    const contents = group.map((file) => `import ${JSON.stringify(`./${file}`)}`).join('\n')
    const outfile = join(this.#dist, program)
    await build({ ...inOneFile(this.#dist), stdin: { contents, resolveDir: this.#dist }, outfile })
    return join('dist', program)
  }
}

function isLight(dist: string, file: string): boolean {
  const seen = new Set([join(dist, file)])
  for (const path of seen) {
    const text = readFileSync(path, 'utf8')
    const isDriver = DRIVERS.some((folder) => path.startsWith(join(dist, folder, '/')))
    if (isDriver && TOUCHES.test(text)) return false
    for (const [, name = ''] of text.matchAll(IMPORT)) {
      if (STARTS.test(name)) return false
      const next = resolve(dirname(path), name)
      // Texts in tests may look like imports.
      if (isDriver && name.startsWith('.') && existsSync(next)) seen.add(next)
    }
  }
  return true
}
