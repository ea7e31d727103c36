import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { inOneFile } from './in-place.js'

/**
 * Test files that load many modules, each with all of them in one file.
 *
 *   Q1. A file that loads few runs from them.
 *   Q2. A map is made when a failure is to be told: most of them nobody asks for.
 */
const FOLDER = 'quick'
/** Fewer are loaded faster than they are put together. */
const MANY_MODULES = 100
const IMPORT = /(?:\bfrom|^import) ["'](\.\.?\/[^"'\n]+\.js)["']/gm

export class QuickTests {
  readonly #dist: string
  readonly #chosen: ReadonlySet<string>
  readonly #made: Promise<unknown>
  readonly #imports = new Map<string, readonly string[]>()

  /** `files`: of `dist`. */
  constructor(root: string, files: readonly string[]) {
    this.#dist = resolve(root, 'dist')
    this.#chosen = new Set(files.filter((file) => this.#loadsMany(join(this.#dist, file))))
    rmSync(join(this.#dist, FOLDER), { recursive: true, force: true })
    this.#made = this.#chosen.size === 0 ? Promise.resolve() : this.#make([...this.#chosen])
    // Whoever asks for a program hears of it.
    this.#made.catch(() => undefined)
  }

  /** The program to run for the file, by its path in `dist`, once there is one. */
  async program(file: string): Promise<string> {
    if (!this.#chosen.has(file)) return join('dist', file)
    await this.#made
    return join('dist', FOLDER, file)
  }

  /** Makes the map of a program, so that places in it can be told by what they were made of. */
  async map(file: string): Promise<void> {
    if (this.#chosen.has(file)) await this.#make([file], 'external')
  }

  #make(entryPoints: string[], sourcemap: 'external' | false = false): Promise<unknown> {
    const outdir = join(this.#dist, FOLDER)
    return build({ ...inOneFile(this.#dist), entryPoints, outdir, outbase: this.#dist, sourcemap })
  }

  #loadsMany(path: string): boolean {
    const seen = new Set([path])
    for (const one of seen) {
      for (const next of this.#importsOf(one)) seen.add(next)
      if (seen.size >= MANY_MODULES) return true
    }
    return false
  }

  #importsOf(path: string): readonly string[] {
    let known = this.#imports.get(path)
    if (known === undefined) {
      const found = [...readFileSync(path, 'utf8').matchAll(IMPORT)]
      // Texts in tests may look like imports.
      known = found
        .map(([, name = '']) => resolve(dirname(path), name))
        .filter((one) => existsSync(one))
      this.#imports.set(path, known)
    }
    return known
  }
}
