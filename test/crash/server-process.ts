import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { BUILT_COMMAND, COMMAND_FLAGS } from '../given/built-command.js'
import { drillProgram } from '../given/drill-program.js'
import { serverNow } from './server-clock.js'
import { ADMIN_PASSWORD, ServerRest } from './server-rest.js'

export * from './server-rest.js'

/**
 * The built server as a child process on a port of its own, and what one asks of it over REST.
 *
 *   P1. `start` resolves when `/health` answered 200; it rejects with the child's output when the
 *       child ended before.
 *   P2. Only the child that was spawned here is ever signalled, and it never outlives this process.
 */
export interface ServerOptions {
  readonly dataDir: string
  /** One where it is no matter: each more is two threads to start. */
  readonly shards?: number
  readonly env?: Readonly<Record<string, string>>
  /** The program that is run; by default the command that starts the server. */
  readonly script?: readonly string[] | undefined
  /** A file that its output goes to, in place of this process. */
  readonly outputFile?: string | undefined
  /** False: resolves when it listens and has started, whatever `/health` says. */
  readonly awaitHealth?: boolean
}

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** For drills in which many sign in and what passwords cost is not looked at. */
export const CHEAP_SERVER = [drillProgram(new URL('./cheap-server.js', import.meta.url))]
const START_MAX_MS = 300_000
const OUTPUT_MAX = 64 * 1024

export class ServerProcess extends ServerRest {
  readonly dataDir: string
  readonly exited: Promise<Exit>
  startMs = 0
  readonly #child: ChildProcess
  #port = 0
  #output = ''
  #wake: () => void = () => undefined

  private constructor(options: ServerOptions) {
    super()
    this.dataDir = options.dataDir
    const { script = [BUILT_COMMAND, 'start'] } = options
    const { outputFile } = options
    const output = outputFile === undefined ? 'pipe' : openSync(outputFile, 'a')
    this.#child = spawn(process.execPath, [...COMMAND_FLAGS, ...script], {
      stdio: ['ignore', output, output],
      env: {
        ...process.env,
        OUTBOUND_ALLOW: '127.0.0.0/8',
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: options.dataDir,
        SHARDS: String(options.shards ?? 1),
        ADMIN_PASSWORD,
        CLOCK_START: new Date(serverNow()).toISOString(),
        LOG_LEVEL: 'info',
        DISK_RESERVE_MB: '16',
        RATE_LIMITS: 'off',
        // Prices are all that most tests want of the demo set.
        DEMO_PROVIDER: 'dde',
        ...options.env,
      },
    })
    if (outputFile !== undefined && typeof output === 'number') {
      closeSync(output)
      void this.#readPort(outputFile)
    }
    const end = (): boolean => this.#child.kill('SIGKILL')
    process.once('exit', end)
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (bytes: Buffer) => this.#printed(bytes.toString('utf8')))
    }
    this.exited = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        process.off('exit', end)
        resolve({ code, signal })
        this.#wake()
      })
    })
  }

  static async start(options: ServerOptions): Promise<ServerProcess> {
    const begun = performance.now()
    const server = new ServerProcess(options)
    await server.#listening()
    while (options.awaitHealth !== false && (await server.health()).status !== 200) await pause(10)
    server.startMs = performance.now() - begun
    return server
  }

  /** Starts a server that is to refuse: its exit code and what it said. */
  static async refused(options: ServerOptions): Promise<Exit & { readonly output: string }> {
    const server = new ServerProcess(options)
    const late = setTimeout(() => server.#child.kill('SIGKILL'), START_MAX_MS)
    server.#wake = () => {
      if (server.#port !== 0) server.#child.kill('SIGKILL')
    }
    const exit = await server.exited
    clearTimeout(late)
    return { ...exit, output: server.output }
  }

  /** Resolves when it follows another node, which `/health` says. */
  static async following(options: ServerOptions): Promise<ServerProcess> {
    const server = await ServerProcess.start({ ...options, awaitHealth: false })
    while ((await server.health()).body.status !== 'following') await pause(10)
    return server
  }

  /** The child alone, without waiting for anything. */
  static launch(options: ServerOptions): ServerProcess {
    return new ServerProcess(options)
  }

  /** A child that is killed `afterMs` into its start, unless it has ended before. */
  static async killedWhileStarting(options: ServerOptions, afterMs: number): Promise<void> {
    const server = new ServerProcess(options)
    await Promise.race([server.exited, pause(afterMs)])
    await server.kill()
  }

  get port(): number {
    return this.#port
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** The last of what it printed. */
  get output(): string {
    return this.#output
  }

  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  kill(): Promise<Exit> {
    this.#child.kill('SIGKILL')
    return this.exited
  }

  terminate(): Promise<Exit> {
    this.#child.kill('SIGTERM')
    return this.exited
  }

  async #listening(): Promise<void> {
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      this.#child.kill('SIGKILL')
    }, START_MAX_MS)
    while (this.#port === 0 && !this.hasExited) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    clearTimeout(late)
    if (this.#port !== 0) return
    const { code, signal } = await this.exited
    const why = isLate ? 'was not ready in time' : `ended with ${code ?? signal}`
    throw new Error(`the server ${why}:\n${this.#output}`)
  }

  async #readPort(outputFile: string): Promise<void> {
    while (this.#port === 0 && !this.hasExited) {
      await pause(10)
      this.#printed(readFileSync(outputFile, 'utf8'))
    }
  }

  #printed(text: string): void {
    this.#output = (this.#output + text).slice(-OUTPUT_MAX)
    if (this.#port === 0) {
      const port = /(?:listens on |"url":")http:\/\/127\.0\.0\.1:(\d+)/.exec(this.#output)?.[1]
      this.#port = Number(port ?? 0)
    }
    this.#wake()
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
