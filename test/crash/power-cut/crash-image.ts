import { lastAnswered } from '../log-check.js'
import type { Operation } from './recorder.js'

/**
 * An image of some files that a power cut may leave. A write is on disk for certain once its file was synced
 * after it; until then any of it may be there, in any order, in units of a sector. A name is certain once
 * the directory was synced. The operation that the cut interrupts counts as not yet certain.
 */
export interface CrashImage {
  /** The operation before which, or in which, the power went. */
  readonly cut: number
  readonly policy: Policy
  /** The files by their paths; one whose name was not on disk yet is not among them. */
  readonly files: ReadonlyMap<string, Buffer>
  /** The last seq that had been answered. */
  readonly answeredSeq: number
}

const POLICIES = ['dropped', 'prefix', 'subset', 'reordered', 'torn'] as const
export type Policy = (typeof POLICIES)[number]

const SECTOR_BYTES = 512
const SPACES_EACH = 64
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

  /** Another file has its inode: the log cuts none of its own. */
  begin(): void {
    this.#bytes.fill(0)
    this.#length = 0
    this.pending = []
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

/** A name of a file: the inode that certainly bears it, and the one that was given it since. */
interface Name {
  certain: bigint | undefined
  given: bigint | undefined
}

/** What is on a disk while operations are carried out on it. */
class Machine {
  readonly #disks = new Map<bigint, Disk>()
  readonly #names: ReadonlyMap<string, Name>
  readonly #files: ReadonlySet<bigint>
  readonly #ignoresSyncs: boolean
  answeredSeq = 0

  constructor(operations: readonly Operation[], paths: readonly string[], ignoresSyncs: boolean) {
    this.#names = new Map(paths.map((path) => [path, { certain: undefined, given: undefined }]))
    this.#files = inodesWritten(operations)
    this.#ignoresSyncs = ignoresSyncs
  }

  carryOut(operation: Operation): void {
    if (operation.kind === 'said') {
      this.answeredSeq = lastAnswered(operation.text) || this.answeredSeq
    } else if (operation.kind === 'rename') {
      const name = this.#names.get(operation.path)
      if (name !== undefined) name.given = operation.inode
    } else if (this.#files.has(operation.inode)) {
      step(this.#disk(operation.inode), operation, this.#ignoresSyncs)
    } else if (operation.kind === 'sync') {
      for (const name of this.#names.values()) {
        name.certain = name.given ?? name.certain
        name.given = undefined
      }
    }
  }

  /** The files as the power cut in that operation leaves them. */
  left(interrupted: Operation | undefined, policy: Policy, draw: Draw): Map<string, Buffer> {
    const files = new Map<string, Buffer>()
    for (const [path, { certain, given }] of this.#names) {
      const inode = given !== undefined && draw() < 0.5 ? given : certain
      if (inode === undefined) continue
      files.set(path, leftOf(this.#disk(inode), interrupted, inode, policy, draw))
    }
    return files
  }

  /** The file when everything reached the disk. */
  whole(path: string): Buffer {
    const { certain, given } = this.#names.get(path) ?? {}
    const inode = given ?? certain
    if (inode === undefined) throw new Error(`the record never names ${path}`)
    const disk = this.#disk(inode)
    disk.sync()
    return disk.file()
  }

  #disk(inode: bigint): Disk {
    const disk = this.#disks.get(inode) ?? new Disk()
    this.#disks.set(inode, disk)
    return disk
  }
}

/**
 * `count` images of the files at `paths`, of cuts all over the record. With `ignoreSyncs` the disk
 * lies: nothing is ever certain, and a checker that is content with the images is no checker.
 */
export function* crashImages(
  operations: readonly Operation[],
  paths: readonly string[],
  count: number,
  draw: Draw,
  ignoreSyncs = false,
): Generator<CrashImage, void, undefined> {
  const places = placesOf(operations)
  const cuts = Array.from({ length: count }, () => places[Math.floor(draw() * places.length)] ?? 0)
  cuts.sort((a, b) => a - b)
  const machine = new Machine(operations, paths, ignoreSyncs)
  let next = 0
  for (const cut of cuts) {
    for (const operation of operations.slice(next, cut)) machine.carryOut(operation)
    next = cut
    const policy = POLICIES[Math.floor(draw() * POLICIES.length)] ?? 'dropped'
    const files = machine.left(operations[cut], policy, draw)
    yield { cut, policy, files, answeredSeq: machine.answeredSeq }
  }
}

/** The places of cuts: few of them between the hundreds of empty pieces of which a ring is made. */
function placesOf(operations: readonly Operation[]): number[] {
  const isSpace = (operation: Operation): boolean =>
    operation.kind === 'write' && operation.bytes.every((byte) => byte === 0)
  return operations.flatMap((operation, at) =>
    at % SPACES_EACH > 0 && isSpace(operation) ? [] : [at],
  )
}

/** A file when every operation reached the disk: what the program itself saw. */
export function wholeFile(operations: readonly Operation[], path: string): Buffer {
  const machine = new Machine(operations, [path], false)
  for (const operation of operations) machine.carryOut(operation)
  return machine.whole(path)
}

/** What is synced besides is a directory. */
function inodesWritten(operations: readonly Operation[]): ReadonlySet<bigint> {
  const inodes = new Set<bigint>()
  for (const operation of operations) {
    const isWrite = operation.kind === 'write' || operation.kind === 'syncedWrite'
    if (isWrite || operation.kind === 'rename') inodes.add(operation.inode)
  }
  return inodes
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
      disk.begin()
      break
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
