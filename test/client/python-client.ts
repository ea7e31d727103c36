import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from './example-project.js'

/** Why tests of the Python client are skipped; false where they run. */
export const NO_PYTHON =
  spawnSync('python3', ['--version']).status === 0 ? false : 'python3 is missing'

type Teardown = { teardown(run: () => unknown): unknown }
type Answer = Readonly<Record<string, unknown>>

/** A Python program that runs one line of JSON after the other, and prints what comes of it. */
export class PythonClient {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>

  constructor(t: Teardown, program: string, args: readonly string[]) {
    const env = { PATH: process.env['PATH'] ?? '', PYTHONPATH: join(ROOT, 'client/python') }
    const stdio = ['pipe', 'pipe', 'inherit'] as const
    const child = spawn('python3', ['-c', program, ...args], { env, stdio: [...stdio] })
    this.#child = child
    this.#lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    t.teardown(() => child.kill('SIGKILL'))
  }

  /** The next line that the program prints. */
  async told(): Promise<Answer> {
    const { value, done } = await this.#lines.next()
    if (done === true) throw new Error('The Python program ended.')
    return JSON.parse(value)
  }

  ask(name: string, args: object = {}): Promise<Answer> {
    this.#child.stdin?.write(`${JSON.stringify([name, args])}\n`)
    return this.told()
  }
}
