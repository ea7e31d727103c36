import { type ChildProcess, fork } from 'node:child_process'

/**
 * Calls into another process, so that what is measured and what measures it never share a thread.
 * The other side dies with this one.
 */
type Command = (args: never) => unknown
type CommandsOf<T> = Record<keyof T, Command>

interface Call {
  readonly id: number
  readonly name: string
  readonly args: unknown
}

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

/** Answers the calls, in the other process. */
export function answerCalls<T extends CommandsOf<T>>(commands: T): void {
  const send = (answer: Answer): void => {
    process.send?.(answer)
  }
  process.on('message', (call: Call) => {
    const command = commands[call.name as keyof T] as Command as (args: unknown) => unknown
    Promise.resolve()
      .then(() => command(call.args))
      .then((value) => send({ id: call.id, value }))
      .catch((error: unknown) => send({ id: call.id, error: textOf(error) }))
  })
  process.on('disconnect', () => process.exit(0))
}

export class Remote<T extends CommandsOf<T>> {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #nextId = 1
  #gone: string | undefined

  constructor(script: URL, execArgv: string[] = []) {
    this.#child = fork(script, { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    this.#child.on('message', (answer: Answer) => {
      this.#waiting.get(answer.id)?.(answer)
      this.#waiting.delete(answer.id)
    })
    this.#child.on('exit', (code, signal) => {
      this.#gone = `${script.pathname} ended (${signal ?? code})`
      for (const [id, settle] of this.#waiting) settle({ id, error: this.#gone })
      this.#waiting.clear()
    })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  call<K extends keyof T & string>(
    name: K,
    args: Parameters<T[K]>[0],
  ): Promise<Awaited<ReturnType<T[K]>>> {
    return new Promise((resolve, reject) => {
      if (this.#gone !== undefined) return reject(new Error(this.#gone))
      const id = this.#nextId++
      this.#waiting.set(id, (answer) => {
        if (answer.error !== undefined) reject(new Error(`${name}: ${answer.error}`))
        else resolve(answer.value as Awaited<ReturnType<T[K]>>)
      })
      this.#child.send({ id, name, args } satisfies Call)
    })
  }

  async stop(): Promise<void> {
    if (this.#gone !== undefined) return
    await new Promise<void>((resolve) => {
      this.#child.once('exit', () => resolve())
      this.#child.kill('SIGKILL')
    })
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
