import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import type { Imports } from './imports.js'
import { inOneFile } from './in-place.js'

/**
 * Test files that run alone and load many modules, each with all of them in one file.
 *
 *   Q1. A file that loads few runs from them.
 *   Q2. A program is made when its file is about to run, its map when a failure is reported.
 */
const FOLDER = 'quick'
/** Fewer are loaded faster than they are put together. */
const MANY_MODULES = 100

export class QuickTests {
  readonly #dist: string
  readonly #imports: Imports

  constructor(root: string, imports: Imports) {
    this.#dist = resolve(root, 'dist')
    this.#imports = imports
    rmSync(join(this.#dist, FOLDER), { recursive: true, force: true })
  }

  /** The program to run for the file, by its path in `dist`. */
  async program(file: string): Promise<string> {
    if (!this.#loadsMany(file)) return join('dist', file)
    await this.#make(file)
    return join('dist', FOLDER, file)
  }

  /** Makes the map of a program, so that places in it can be named by their sources. */
  async map(file: string): Promise<void> {
    if (this.#loadsMany(file)) await this.#make(file, 'external')
  }

  #make(file: string, sourcemap: 'external' | false = false): Promise<unknown> {
    const outdir = join(this.#dist, FOLDER)
    return build({
      ...inOneFile(this.#dist),
      entryPoints: [file],
      outdir,
      outbase: this.#dist,
      sourcemap,
    })
  }

  #loadsMany(file: string): boolean {
    return (
      this.#imports.closure(join(this.#dist, file), undefined, MANY_MODULES).size >= MANY_MODULES
    )
  }
}
