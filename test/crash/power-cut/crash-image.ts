import { lastAnswered } from '../log-check.js'
import type { Operation } from './recorder.js'

/**
 * An image of one file that a power cut may leave. A write is on disk for certain once its file was synced
 * after it; until then any of it may be there, in any order, in units of a sector. The operation
 * that the cut interrupts counts as not yet certain.
 */
export interface CrashImage {
  /** The operation before which, or in which, the power went. */
  readonly cut: number
  readonly policy: Policy
  /** The file, or undefined when its name was not on disk yet. */
  readonly file: Buffer | undefined
  /** The last seq that had been answered. */
  readonly answeredSeq: number
}

const POLICIES = ['dropped', 'prefix', 'subset', 'reordered', 'torn'] as const
export type Policy = (typeof POLICIES)[number]

const SECTOR_BYTES = 512
/** 32-bit xorshift: numbers from 0 up to 1. */
export type Draw = () => number

export function drawFrom(seed: number): Draw {
  let state = Math.imul(seed, 2_654_435_761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 0x1_0000_0000
  }
}

interface Write {
  readonly offset: number
  readonly bytes: Buffer
}

/** The file as the disk has it, and the writes that may not have reached it. */
class Disk {
  #bytes = Buffer.alloc(1024 * 1024)
  #length = 0
  pending: Write[] = []

  apply({ offset, bytes }: Write): void {
    const end = offset + bytes.length
    if (end > this.#bytes.length) {
      const grown = Buffer.alloc(Math.max(end, this.#bytes.length * 2))
      this.#bytes.copy(grown)
      this.#bytes = grown
    }
    bytes.copy(this.#bytes, offset)
    this.#length = Math.max(this.#length, end)
  }

  sync(): void {
    for (const write of this.pending) this.apply(write)
    this.pending = []
  }

  file(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length))
  }

  copy(): Disk {
    const copy = new Disk()
    copy.apply({ offset: 0, bytes: this.file() })
    return copy
  }
}

/**
 * `count` images of the file called `path`, of cuts all over the record. With `ignoreSyncs` the disk
 * lies: nothing is ever certain, and a checker that is content with the images is no checker.
 */
export function* crashImages(
  operations: readonly Operation[],
  path: string,
  count: number,
  draw: Draw,
  ignoreSyncs = false,
): Generator<CrashImage, void, undefined> {
  const inode = inodeOf(operations, path)
  const cuts = Array.from({ length: count }, () => Math.floor(draw() * operations.length))
  cuts.sort((a, b) => a - b)
  const disk = new Disk()
  let named: 'no' | 'perhaps' | 'yes' = 'no'
  let answeredSeq = 0
  let next = 0
  for (const cut of cuts) {
    for (; next < cut; next++) {
      const operation = operations[next]
      if (operation === undefined) break
      if (operation.kind === 'said') answeredSeq = lastAnswered(operation.text) || answeredSeq
      else if (operation.inode === inode) {
        if (operation.kind === 'rename') named = 'perhaps'
        else step(disk, operation, ignoreSyncs)
      } else if (operation.kind === 'sync' && named === 'perhaps') named = 'yes'
    }
    const policy = POLICIES[Math.floor(draw() * POLICIES.length)] ?? 'dropped'
    const isThere = named === 'yes' || (named === 'perhaps' && draw() < 0.5)
    const left = isThere ? leftOf(disk, operations[cut], inode, policy, draw) : undefined
    yield { cut, policy, file: left, answeredSeq }
  }
}

/** The file when every operation reached the disk: what the program itself saw. */
export function wholeFile(operations: readonly Operation[], path: string): Buffer {
  const inode = inodeOf(operations, path)
  const disk = new Disk()
  for (const operation of operations) {
    if (operation.kind !== 'said' && operation.inode === inode) step(disk, operation, false)
  }
  disk.sync()
  return disk.file()
}

function inodeOf(operations: readonly Operation[], path: string): bigint {
  for (const operation of operations) {
    if (operation.kind === 'rename' && operation.path === path) return operation.inode
  }
  throw new Error(`the record never names ${path}`)
}

function step(disk: Disk, operation: Operation, ignoreSyncs: boolean): void {
  switch (operation.kind) {
    case 'write':
      disk.pending.push(operation)
      break
    case 'syncedWrite':
      if (ignoreSyncs) disk.pending.push(operation)
      else disk.apply(operation)
      break
    case 'sync':
      if (!ignoreSyncs) disk.sync()
      break
    case 'truncate':
      throw new Error('the log never cuts its file')
    case 'rename':
    case 'said':
      break
  }
}

function leftOf(
  disk: Disk,
  interrupted: Operation | undefined,
  inode: bigint,
  policy: Policy,
  draw: Draw,
): Buffer {
  const left = disk.copy()
  const uncertain = [...disk.pending]
  if (interrupted?.kind === 'write' || interrupted?.kind === 'syncedWrite') {
    if (interrupted.inode === inode) uncertain.push(interrupted)
  }
  for (const write of arrived(uncertain, policy, draw)) left.apply(write)
  return left.file()
}

/** The uncertain writes that reached the disk, in the order in which they did. */
function arrived(writes: readonly Write[], policy: Policy, draw: Draw): Write[] {
  switch (policy) {
    case 'dropped':
      return []
    case 'prefix':
      return writes.slice(0, Math.floor(draw() * (writes.length + 1)))
    case 'subset':
      return writes.filter(() => draw() < 0.5)
    case 'reordered':
      return shuffled(
        writes.filter(() => draw() < 0.7),
        draw,
      )
    case 'torn':
      return shuffled(
        writes.flatMap(sectorsOf).filter(() => draw() < 0.5),
        draw,
      )
  }
}

function sectorsOf({ offset, bytes }: Write): Write[] {
  const sectors: Write[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + SECTOR_BYTES - ((offset + at) % SECTOR_BYTES))
    sectors.push({ offset: offset + at, bytes: bytes.subarray(at, end) })
    at = end
  }
  return sectors
}

function shuffled(writes: readonly Write[], draw: Draw): Write[] {
  const mixed = [...writes]
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(draw() * (last + 1))
    const [a, b] = [mixed[last], mixed[other]]
    if (a !== undefined && b !== undefined) {
      mixed[last] = b
      mixed[other] = a
    }
  }
  return mixed
}
