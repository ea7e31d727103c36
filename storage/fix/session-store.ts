import {
  closeSync,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import type { FixNumbers, FixSentMessage } from '../../wire/fix/session/settings.js'
import { syncPath } from '../durable-files.js'

/**
 * The state of a FIX session that must survive its process: the next message number in each
 * direction, and the sent application messages. Each step appends a record to the file, which is
 * rewritten when it grows too large.
 *
 *   - `keep` returns when the record of a sent message, or of a reset, is on disk; the message
 *     leaves after that. The number of a received message is written without waiting, because
 *     losing it only costs a repetition.
 *   - An incomplete record at the end of the file was never acted on and is dropped.
 *   - A bad record before the end is damage: the numbers are not trusted (`isTrusted`), and the
 *     session must begin with both at 1.
 *   - It keeps the newest `SENT_MAX` messages, and is rewritten when it is larger than they need.
 *     Requests for older ones get a gap fill.
 */
export type FixStep =
  | { readonly what: 'sent'; readonly seq: number; readonly message: FixSentMessage | null }
  | { readonly what: 'received'; readonly nextIn: number }
  | { readonly what: 'reset' }

export const SENT_MAX = 10_000
export const SENT_BYTES_MAX = 16_777_216
/** How many bytes a file may be larger than twice its content before it is rewritten. */
const FILE_BYTES_SPARE = 1_048_576
/** The bytes before each record: its length and checksum. */
const HEAD_BYTES = 8

/** A step as it is stored. Names are short, because each message stores one. */
type StoredStep =
  | readonly ['s', number, ...(readonly [] | readonly [string, number, string])]
  | readonly ['r', number]
  | readonly ['0']

export class FixSessionStore {
  readonly #path: string
  /** Called after each step with the numbers of the next messages. */
  onKept: (numbers: FixNumbers) => void = () => undefined
  readonly #sent = new Map<number, FixSentMessage>()
  #sentBytes = 0
  #file: number
  #fileBytes = 0
  #nextIn = 1
  #nextOut = 1
  /** False if the file was damaged, until the session was reset. */
  isTrusted = true
  /** True if another node has used the session since, until this node receives a message. */
  receivedMayBeOld = false

  private constructor(path: string) {
    this.#path = path
    const isNew = !existsSync(path)
    this.#file = openSync(path, 'a+', 0o600)
    if (isNew) syncPath(dirname(path))
  }

  static open(path: string): FixSessionStore {
    const store = new FixSessionStore(path)
    store.#read()
    return store
  }

  get numbers(): FixNumbers {
    return { nextIn: this.#nextIn, nextOut: this.#nextOut }
  }

  get fileBytes(): number {
    return this.#fileBytes
  }

  get kept(): number {
    return this.#sent.size
  }

  sent(seq: number): FixSentMessage | undefined {
    return this.#sent.get(seq)
  }

  keep(steps: readonly FixStep[]): void {
    if (steps.length === 0) return
    for (const step of steps) this.#apply(step)
    if (steps.some(({ what }) => what === 'reset')) this.isTrusted = true
    if (steps.some(({ what }) => what !== 'sent')) this.receivedMayBeOld = false
    const bytes = recordOf(steps)
    if (this.#isTooLarge(bytes.length)) this.#rewriteFile()
    else
      this.#append(
        bytes,
        steps.some(({ what }) => what !== 'received'),
      )
    this.onKept(this.numbers)
  }

  #isTooLarge(more: number): boolean {
    return this.#fileBytes + more > 2 * this.#sentBytes + FILE_BYTES_SPARE
  }

  close(): void {
    closeSync(this.#file)
  }

  #apply(step: FixStep): void {
    if (step.what === 'received') this.#nextIn = step.nextIn
    else if (step.what === 'sent') {
      this.#nextOut = step.seq + 1
      if (step.message !== null) this.#hold(step.seq, step.message)
    } else {
      this.#nextIn = 1
      this.#nextOut = 1
      this.#sent.clear()
      this.#sentBytes = 0
    }
  }

  #hold(seq: number, message: FixSentMessage): void {
    this.#sent.set(seq, message)
    this.#sentBytes += message.body.length
    for (const [oldest, { body }] of this.#sent) {
      if (this.#sent.size <= SENT_MAX && this.#sentBytes <= SENT_BYTES_MAX) break
      this.#sent.delete(oldest)
      this.#sentBytes -= body.length
    }
  }

  #append(bytes: Buffer, isSynced: boolean): void {
    try {
      writeAll(this.#file, bytes)
    } catch (error) {
      // An incomplete record with a good one after it would look like damage.
      ftruncateSync(this.#file, this.#fileBytes)
      throw error
    }
    if (isSynced) fdatasyncSync(this.#file)
    this.#fileBytes += bytes.length
  }

  /** Writes the session to a new file. The old file stays until the new one is complete. */
  #rewriteFile(): void {
    const steps: FixStep[] = [{ what: 'reset' }]
    for (const [seq, message] of this.#sent) steps.push({ what: 'sent', seq, message })
    steps.push({ what: 'sent', seq: this.#nextOut - 1, message: null })
    steps.push({ what: 'received', nextIn: this.#nextIn })
    const path = `${this.#path}.new`
    const bytes = recordOf(steps)
    try {
      writeWhole(path, bytes)
      renameSync(path, this.#path)
    } catch (error) {
      // Removes the incomplete file, because the disk may be full.
      rmSync(path, { force: true })
      throw error
    }
    syncPath(dirname(this.#path))
    closeSync(this.#file)
    this.#file = openSync(this.#path, 'a+', 0o600)
    this.#fileBytes = bytes.length
  }

  #read(): void {
    const bytes = readFileSync(this.#path)
    let at = 0
    for (;;) {
      const end = recordEnd(bytes, at)
      if (end === 0) break
      const stored = JSON.parse(bytes.toString('utf8', at + HEAD_BYTES, end)) as StoredStep[]
      for (const step of stored) this.#apply(stepOf(step))
      at = end
    }
    this.#fileBytes = at
    if (at === bytes.length) return
    this.isTrusted = !isDamaged(bytes, at)
    // The next record syncs the shorter length. Until then, opening the file cuts it again.
    ftruncateSync(this.#file, at)
  }
}

/** Writes and syncs a whole file, and always closes it. */
function writeWhole(path: string, bytes: Buffer): void {
  const file = openSync(path, 'w', 0o600)
  try {
    writeAll(file, bytes)
    fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

function recordOf(steps: readonly FixStep[]): Buffer {
  const payload = Buffer.from(JSON.stringify(steps.map(storedStep)), 'utf8')
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(payload.length, 0)
  head.writeUInt32LE(crc32(payload), 4)
  return Buffer.concat([head, payload])
}

/** The end of the record at an offset; 0 if no valid record begins there. */
function recordEnd(bytes: Buffer, at: number): number {
  if (at + HEAD_BYTES > bytes.length) return 0
  const end = at + HEAD_BYTES + bytes.readUInt32LE(at)
  if (end === at + HEAD_BYTES || end > bytes.length) return 0
  const isRight = crc32(bytes.subarray(at + HEAD_BYTES, end)) === bytes.readUInt32LE(at + 4)
  return isRight ? end : 0
}

/**
 * True if a good record follows a bad one. The bad record was then completely on disk, and the
 * session acted on it.
 */
function isDamaged(bytes: Buffer, from: number): boolean {
  for (let at = from + 1; at + HEAD_BYTES < bytes.length; at++) {
    if (recordEnd(bytes, at) > 0) return true
  }
  return false
}

function storedStep(step: FixStep): StoredStep {
  if (step.what === 'reset') return ['0']
  if (step.what === 'received') return ['r', step.nextIn]
  const { seq, message } = step
  return message === null ? ['s', seq] : ['s', seq, message.type, message.sentAt, message.body]
}

function stepOf(stored: StoredStep): FixStep {
  if (stored[0] === '0') return { what: 'reset' }
  if (stored[0] === 'r') return { what: 'received', nextIn: stored[1] }
  const [, seq, type, sentAt, body] = stored
  if (type === undefined || sentAt === undefined || body === undefined) {
    return { what: 'sent', seq, message: null }
  }
  return { what: 'sent', seq, message: { type, sentAt, body } }
}
