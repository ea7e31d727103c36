import { existsSync, readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { deskHandlers } from '../../../actors/desk/operations.js'
import { FileKeeper, type FilesDeskAsker } from '../../../actors/files/file-keeper.js'
import { Uploads } from '../../../actors/files/uploads.js'
import { ResultReaders } from '../../../actors/jobs/result-reader.js'
import { type Clock, systemClock } from '../../../actors/thread/clock.js'
import { silentLogger } from '../../../actors/thread/logger.js'
import type { Session } from '../../../http/exchange/session.js'
import type { FrontRoute, FrontServices } from '../../../http/routes/route.js'
import { HttpServer } from '../../../http/server/server.js'
import type { FileStep } from '../../../storage/files/incoming-file.js'
import { fileDirectory } from '../../../storage/paths.js'
import { filesRepo } from '../../../storage/repos/records/files.js'
import type { StoredFile } from '../../../wire/stored/stored-file.js'
import { authenticator, CSRF, pipeline, session } from '../../http/given.js'
import { ConfigFront } from './config-front.js'

/** Routes that take files, behind a real server, over a real desk and a real directory. */
export interface UploadAnswer {
  readonly status: number
  readonly code: string
  readonly message: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly data: any
}

interface GivenUploads {
  readonly clock?: Clock
  readonly sessions?: Readonly<Record<string, Partial<Session>>>
  readonly reserveBytes?: number
  readonly onStep?: (step: FileStep) => void
  /** Waited for before the desk is asked. */
  readonly meanwhile?: (name: string) => unknown
}

type Teardown = { teardown(run: () => unknown): unknown }

export const BOUNDARY = 'xYzZY'

export interface Part {
  readonly name: string
  readonly fileName?: string
  readonly content: string | Buffer
  /** Further header lines. */
  readonly head?: string
}

/** A multipart body as a browser writes it. */
export function multipart(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const written = parts.flatMap(({ name, fileName, content, head = '' }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`
    const disposition = `Content-Disposition: form-data; name="${name}"${file}\r\n`
    return [
      Buffer.from(`--${BOUNDARY}\r\n${disposition}${head}\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]
  })
  return Buffer.concat([...written, Buffer.from(end)])
}

export class UploadFront {
  readonly dataDir: string
  readonly uploads: Uploads
  readonly keeper: FileKeeper
  readonly server: HttpServer
  readonly config: ConfigFront
  readonly failures: unknown[] = []
  port = 0

  private constructor(test: Teardown, routes: readonly FrontRoute[], given: GivenUploads) {
    this.config = new ConfigFront(test, { demo: false })
    this.dataDir = this.config.dataDir
    const handlers = deskHandlers(this.config.desk) as unknown as Record<
      string,
      (asked: unknown) => unknown
    >
    const ask = async (name: string, asked: unknown): Promise<unknown> => {
      await given.meanwhile?.(name)
      return handlers[name]?.(asked)
    }
    const desk = { ask } as unknown as FilesDeskAsker
    const { dataDir } = this
    this.keeper = new FileKeeper({ dataDir, desk, logger: silentLogger })
    const { reserveBytes = 0, onStep } = given
    const onLeftFile = () => this.keeper.removeSoon()
    this.uploads = new Uploads({
      dataDir,
      reserveBytes,
      desk,
      onLeftFile,
      ...(onStep && { onStep }),
    })
    const clock = given.clock ?? systemClock()
    const named = Object.entries(given.sessions ?? { full: {} })
    const sessions = Object.fromEntries(named.map(([name, over]) => [name, session(over)]))
    const results = new ResultReaders(dataDir)
    this.server = new HttpServer({
      host: '127.0.0.1',
      port: 0,
      clock,
      pipeline: pipeline(routes, {
        authenticator: authenticator(sessions),
        services: { clock, uploads: this.uploads, results, desk } as unknown as FrontServices,
        onFailure: (error) => this.failures.push(error),
      }),
    })
    test.teardown(async () => {
      await this.server.stop(0)
      await this.keeper.stop()
    })
  }

  static async start(
    test: Teardown,
    routes: readonly FrontRoute[],
    given: GivenUploads = {},
  ): Promise<UploadFront> {
    const front = new UploadFront(test, routes, given)
    await front.keeper.start()
    front.port = await front.server.listen()
    return front
  }

  async send(
    path: string,
    body: Buffer | readonly Part[],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<UploadAnswer> {
    const answer = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method: 'POST',
      body: new Uint8Array(Buffer.isBuffer(body) ? body : multipart(body as readonly Part[])),
      headers: {
        authorization: 'Bearer full',
        'x-csrf-token': CSRF,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        ...headers,
      },
    })
    return { ...((await answer.json()) as UploadAnswer), status: answer.status }
  }

  /** A connection that has sent the head of an upload, and nothing of its body. */
  async begin(
    path: string,
    bytes: number,
    as = 'full',
    media = `multipart/form-data; boundary=${BOUNDARY}`,
  ): Promise<Socket> {
    const socket = connect({ port: this.port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${as}\r\nX-CSRF-Token: ${CSRF}\r\n` +
        `Content-Type: ${media}\r\nContent-Length: ${bytes}\r\n\r\n`,
    )
    return socket
  }

  /** Names in the directory of contents. */
  contents(): string[] {
    const directory = fileDirectory(this.dataDir)
    return existsSync(directory) ? readdirSync(directory).filter((name) => name !== 'holds') : []
  }

  rows(): StoredFile[] {
    return [...filesRepo(this.config.desk.db).each()]
  }
}
