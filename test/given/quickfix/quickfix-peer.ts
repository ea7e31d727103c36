import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FixPeerPair } from '../peers/fix-peer.js'

const SOURCES = resolve(dirname(fileURLToPath(import.meta.url)), '../../../../test/given/quickfix')
const HEADER = '/usr/include/quickfix/Session.h'
const SECURE_HEADER = '/usr/include/quickfix/ThreadedSSLSocketAcceptor.h'
const OPENSSL_HEADER = '/usr/include/openssl/ssl.h'
const WITH_TLS = ['-DHAVE_SSL=1', '-DWITH_TLS', '-lssl', '-lcrypto']
const FLAGS = ['-std=c++14', '-O1', '-w']

/** Why tests with QuickFIX are left out; false where it is there. */
export const noQuickfix: string | false = existsSync(HEADER)
  ? false
  : 'QuickFIX is not installed (apt-get install libquickfix-dev g++)'

/** The same of those in which it speaks TLS. */
export const noSecureQuickfix: string | false =
  noQuickfix !== false || [SECURE_HEADER, OPENSSL_HEADER].every((path) => existsSync(path))
    ? noQuickfix
    : 'the headers of OpenSSL are not installed (apt-get install libssl-dev)'

/** Compiled once for each text of the program. */
function program(source: string, more: readonly string[] = []): string {
  const text = readFileSync(source)
  const flags = [...FLAGS, ...more].join(' ')
  const name = createHash('sha256').update(text).update(flags).digest('hex').slice(0, 16)
  const directory = join(tmpdir(), 'openfloor-quickfix')
  const path = join(directory, name)
  if (existsSync(path)) return path
  mkdirSync(directory, { recursive: true })
  const made = `${path}.${process.pid}`
  const { status, stderr } = spawnSync(
    'g++',
    [...FLAGS, source, '-o', made, '-lquickfix', '-lpthread', ...more],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`the QuickFIX party does not compile: ${stderr}`)
  renameSync(made, path)
  return path
}

function asPattern(text: string | RegExp): RegExp {
  return typeof text === 'string' ? new RegExp(text.replace(/[|.]/g, '\\$&')) : text
}

export interface QuickfixOptions {
  readonly role: 'initiator' | 'acceptor'
  readonly port: number
  readonly directory: string
  readonly resets?: boolean
}

/** For a party that is told where to listen. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A party of QuickFIX in a process of its own, which calls itself LP and us OF. */
export class QuickfixPeer {
  readonly #process: ChildProcess
  readonly #lines: string[] = []
  readonly #waiting = new Set<() => void>()
  readonly #followers: ((line: string) => void)[] = []

  private constructor(process: ChildProcess) {
    this.#process = process
    let rest = ''
    process.stdout?.setEncoding('latin1').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      this.#lines.push(...lines)
      for (const look of this.#waiting) look()
      for (const line of lines) for (const follow of this.#followers) follow(line)
    })
  }

  static async start({ role, port, directory, resets }: QuickfixOptions): Promise<QuickfixPeer> {
    const args = [role, String(port), 'LP', 'OF', directory, resets === true ? 'Y' : 'N']
    const peer = new QuickfixPeer(
      spawn(program(join(SOURCES, 'peer.cpp')), args, { stdio: ['pipe', 'pipe', 'inherit'] }),
    )
    await peer.until('ready')
    return peer
  }

  /** A price provider (market.cpp). */
  static async market(port: number, directory: string): Promise<QuickfixPeer> {
    const args = ['LP', 'OF', directory, String(port)]
    const made = program(join(SOURCES, 'market.cpp'))
    const peer = new QuickfixPeer(spawn(made, args, { stdio: ['pipe', 'pipe', 'inherit'] }))
    await peer.until('ready')
    return peer
  }

  /** One that speaks TLS with that pair; where `clients` is there, with those alone whom that authority has signed. */
  static async secureMarket(
    port: number,
    directory: string,
    { certificate, key }: FixPeerPair,
    clients = '',
  ): Promise<QuickfixPeer> {
    const texts = { certificate, key, ...(clients === '' ? {} : { clients }) }
    const files = Object.entries(texts).map(([name, text]) => {
      const path = join(directory, `${name}.pem`)
      writeFileSync(path, text)
      return path
    })
    const args = ['LP', 'OF', directory, String(port), ...files]
    const made = program(join(SOURCES, 'market.cpp'), WITH_TLS)
    const peer = new QuickfixPeer(spawn(made, args, { stdio: ['pipe', 'pipe', 'inherit'] }))
    await peer.until('ready')
    return peer
  }

  get lines(): readonly string[] {
    return this.#lines
  }

  /** Hears every line from now on. */
  follow(hear: (line: string) => void): void {
    this.#followers.push(hear)
  }

  say(command: string): void {
    this.#process.stdin?.write(`${command}\n`)
  }

  /** The line number `times` that fits, from the start on. */
  async until(text: string | RegExp, times = 1): Promise<string> {
    const fits = (line: string): boolean => line.search(asPattern(text)) >= 0
    for (;;) {
      const line = this.#lines.filter(fits)[times - 1]
      if (line !== undefined) return line
      await new Promise<void>((done) => {
        const look = (): void => {
          this.#waiting.delete(look)
          done()
        }
        this.#waiting.add(look)
      })
    }
  }

  /** Harmless when it has ended. */
  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = new Promise((done) => this.#process.once('exit', done))
    this.say('quit')
    await ended
  }

  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = new Promise((done) => this.#process.once('exit', done))
    this.#process.kill('SIGKILL')
    await ended
  }
}
