import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { FileRun } from './file-run.js'

/** The seconds that each test file took when it last ran on this machine, kept in `dist`. */
const UNKNOWN_SEC = 2

export class Times {
  readonly #path: string
  readonly #seconds: Record<string, number>

  constructor(path: string) {
    this.#path = path
    this.#seconds = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  }

  of(file: string): number {
    return this.#seconds[`dist/${file}`] ?? UNKNOWN_SEC
  }

  /** As many of the files, in their order, as lanes run within some seconds. */
  within(files: readonly string[], seconds: number, lanes: number): string[] {
    let left = seconds * lanes
    return files.filter((file) => {
      left -= this.of(file)
      return left >= 0
    })
  }

  keep(runs: readonly FileRun[]): void {
    for (const { file, seconds } of runs) this.#seconds[file] = Math.round(seconds * 10) / 10
    writeFileSync(this.#path, JSON.stringify(this.#seconds))
  }
}
