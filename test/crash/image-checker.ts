import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ImageToCheck } from './image-check.js'

const CHECKER = fileURLToPath(new URL('./image-check.js', import.meta.url))
/** Far more than a check takes: it ends one that hangs. */
const CHECK_MAX_MS = 120_000

/**
 * Opens copies of a log's files that may be damaged, one after the other, in a process of its
 * own, since a bad one may take its process down.
 */
export class ImageChecker {
  readonly #directory: string
  readonly #arguments: string[]
  #process: ChildProcess | undefined

  /** `traded` is the file of what the writer wrote (traded-records.ts). */
  constructor(directory: string, traded?: string) {
    this.#directory = directory
    this.#arguments = traded === undefined ? [] : [traded]
  }

  /** The fault of a log of these files, or nothing. */
  check(files: ReadonlyMap<string, Buffer>, answeredSeq: number): Promise<string> {
    rmSync(this.#directory, { recursive: true, force: true })
    mkdirSync(this.#directory)
    for (const [name, bytes] of files) writeFileSync(join(this.#directory, name), bytes)
    this.#process ??= fork(CHECKER, this.#arguments, {
      // The machine was not started anew, which LMDB would go by.
      env: { ...process.env, LMDB_RESTORE: 'safe' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    return this.#ask(this.#process, { directory: this.#directory, answeredSeq })
  }

  #ask(checker: ChildProcess, image: ImageToCheck): Promise<string> {
    return new Promise((resolve) => {
      const hanging = setTimeout(() => checker.kill('SIGKILL'), CHECK_MAX_MS)
      const finish = (problem: string) => {
        clearTimeout(hanging)
        checker.off('message', answered)
        checker.off('exit', died)
        resolve(problem)
      }
      const answered = (problem: unknown) => finish(String(problem))
      const died = (code: number | null, signal: string | null) => {
        this.#process = undefined
        finish(`corrupt: the process ended with ${signal ?? code}`)
      }
      checker.on('message', answered)
      checker.on('exit', died)
      checker.send(image)
    })
  }

  stop(): void {
    this.#process?.kill()
  }
}
