import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Place } from './places.js'

/**
 * The directories that a copy has of its own; all else of the repository is linked, so that tests find what
 * they read.
 */
const COPIED: ReadonlySet<string> = new Set(['dist', '.git', '.tap', 'data'])

/**
 * A copy of what was built, in which mistakes are planted one at a time. A server that a test starts there runs from
 * its modules, since the bundle is left out.
 */
export class BuiltCopy {
  readonly directory = mkdtempSync(join(tmpdir(), 'openfloor-mutation-'))

  readonly #onExit = (): void => this.remove()

  constructor(root: string) {
    // Also where it is interrupted.
    process.once('exit', this.#onExit)
    cpSync(join(root, 'dist'), join(this.directory, 'dist'), {
      recursive: true,
      filter: (name) => !/(\.map|tsbuildinfo|dist\/(bundle[^/]*|drills|quick))$/.test(name),
    })
    mkdirSync(join(this.directory, '.tap'))
    for (const name of readdirSync(root)) {
      if (!COPIED.has(name)) symlinkSync(join(root, name), join(this.directory, name))
    }
  }

  /** `work` runs while the mistake is there. */
  async with<Done>(file: string, place: Place, work: () => Promise<Done>): Promise<Done> {
    const path = join(this.directory, 'dist', file)
    const whole = readFileSync(path, 'utf8')
    const { start, end, replacement } = place
    writeFileSync(path, `${whole.slice(0, start)}${replacement}${whole.slice(end)}`)
    try {
      return await work()
    } finally {
      writeFileSync(path, whole)
    }
  }

  remove(): void {
    process.off('exit', this.#onExit)
    rmSync(this.directory, { recursive: true, force: true })
  }
}

/** The line in its TypeScript of a place in a built file, as `file:line`. */
export function sourceLine(root: string, file: string, source: string, { start }: Place): string {
  const before = source.slice(0, start).split('\n')
  const map = new SourceMap(JSON.parse(readFileSync(join(root, 'dist', `${file}.map`), 'utf8')))
  const found = map.findEntry(before.length - 1, before.at(-1)?.length ?? 0)
  const line = 'originalLine' in found ? found.originalLine + 1 : 0
  return `${file.replace(/\.js$/, '.ts')}:${line}`
}
