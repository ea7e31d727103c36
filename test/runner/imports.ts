import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The imports of modules, each file read once. */
const IMPORT = /(?:\bfrom|^import) ["']([^"'\n]+)["']/gm
/** Also lazily loaded modules, and the programs of threads, which are handed on by their names. */
const NAMED = /["'](\.\.?\/[^"'\n]+\.(?:js|css))["']/g
/** Of the modules that the build writes, only the types are surely beside the sources. */
const SOURCES = ['.ts', '.tsx', '.d.ts']

interface Found {
  /** Paths of the project's own modules. */
  readonly own: readonly string[]
  /** Names of packages and of Node's modules. */
  readonly packages: readonly string[]
}

export class Imports {
  readonly #found = new Map<string, Found>()
  readonly #texts = new Map<string, string>()
  readonly #isSource: boolean

  /** Of compiled modules; with `sources` of TypeScript, lazily loaded modules and threads included. */
  constructor({ sources = false }: { readonly sources?: boolean } = {}) {
    this.#isSource = sources
  }

  of(path: string): Found {
    let found = this.#found.get(path)
    if (found === undefined) {
      const pattern = this.#isSource ? NAMED : IMPORT
      const names = [...this.text(path).matchAll(pattern)].map(([, name = '']) => name)
      const own = names
        .filter((name) => name.startsWith('.'))
        .map((name) => this.#fileOf(resolve(dirname(path), name)))
        .filter((one) => one !== undefined)
      found = { own, packages: names.filter((name) => !name.startsWith('.')) }
      this.#found.set(path, found)
    }
    return found
  }

  /** Of a file; empty if there is none. */
  text(path: string): string {
    let text = this.#texts.get(path)
    if (text === undefined) {
      text = existsSync(path) ? readFileSync(path, 'utf8') : ''
      this.#texts.set(path, text)
    }
    return text
  }

  /** The file and all modules that it loads, directly or not, while `enters` holds; some `max` of them. */
  closure(
    path: string,
    enters: (path: string) => boolean = () => true,
    max = Infinity,
  ): Set<string> {
    const seen = new Set([path])
    for (const one of seen) {
      for (const next of this.of(one).own) if (enters(next)) seen.add(next)
      if (seen.size >= max) break
    }
    return seen
  }

  /** Undefined if there is no such file: a text in a test may look like an import. */
  #fileOf(path: string): string | undefined {
    const bare = path.replace(/\.js$/, '')
    const files = this.#isSource ? [...SOURCES.map((end) => `${bare}${end}`), path] : [path]
    return files.find((file) => existsSync(file))
  }
}
