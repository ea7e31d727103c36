import type { LogEntry } from './log.js'
import type { EntryRange } from './log-entries.js'

/**
 * Reads a log's entries directly from LMDB's data file (version 2, lmdb 3.5.6): a tree of pages
 * that starts at a meta page. Throws if a page is not what the tree requires.
 */
export const DATA_FILE = 'data.mdb'
export const META_BYTES = 160
const MAGIC = 0xbeefc0de
const VERSION = 2
const HEAD_BYTES = 24
/** The offsets of fields in a meta page, in a page's head, and in a node. */
const META_AT = { magic: 24, version: 28, pageSize: 48, root: 136, txn: 152 } as const
const PAGE_AT = { page: 0, txn: 8, flags: 18, lower: 20, nodes: HEAD_BYTES } as const
const NODE_AT = { low: 0, high: 2, flags: 4, keySize: 6, key: 8 } as const
const PAGE_FLAG = { branch: 1, leaf: 2, overflow: 4 } as const
/** The node's data is the number of the page where its value begins. */
const IS_ELSEWHERE = 1
const NO_PAGE = 0xffff_ffff_ffff_ffffn
const KEY_BYTES = 8
const DEPTH_MAX = 32
const HALF_WORD = 0x1_0000
const WORD = 0x1_0000_0000

export interface Snapshot {
  readonly txn: number
  /** The number of the root page; undefined for an empty log. */
  readonly root: number | undefined
}

/** Reads bytes of the file. Bytes beyond its end are zeros. */
export type ReadBytes = (at: number, length: number) => Buffer

/** Reads the page size; undefined if the file is not a log of this format. */
export function pageSizeOf(meta: Buffer): number | undefined {
  const isOwn = meta.readUInt32LE(META_AT.magic) === MAGIC
  const isKnown = meta.readUInt32LE(META_AT.version) === VERSION
  return isOwn && isKnown ? meta.readUInt32LE(META_AT.pageSize) : undefined
}

export function snapshotOf(meta: Buffer): Snapshot {
  const isEmpty = meta.readBigUInt64LE(META_AT.root) === NO_PAGE
  return {
    txn: numberAt(meta, META_AT.txn),
    root: isEmpty ? undefined : numberAt(meta, META_AT.root),
  }
}

export class PageTree {
  readonly #snapshot: Snapshot
  readonly #pageSize: number
  readonly #read: ReadBytes

  constructor(snapshot: Snapshot, pageSize: number, read: ReadBytes) {
    this.#snapshot = snapshot
    this.#pageSize = pageSize
    this.#read = read
  }

  /** Yields the entries of a range, each read on demand. */
  *entries(range: EntryRange): Generator<LogEntry, void, undefined> {
    const { root } = this.#snapshot
    if (root !== undefined) yield* this.#below(root, range, 0)
  }

  *#below(page: number, range: EntryRange, depth: number): Generator<LogEntry, void, undefined> {
    if (depth > DEPTH_MAX) throw new Error(`page ${page} lies too deep`)
    const bytes = this.#pages(page, 1)
    const flags = bytes.readUInt16LE(PAGE_AT.flags)
    if ((flags & PAGE_FLAG.leaf) !== 0) {
      for (const node of inRange(nodesOf(bytes, true), range)) {
        yield { firstSeq: node.key, bytes: this.#value(bytes, node) }
      }
    } else if ((flags & PAGE_FLAG.branch) !== 0) {
      for (const node of leadingTo(nodesOf(bytes, false), range)) {
        yield* this.#below(childOf(node), range, depth + 1)
      }
    } else throw new Error(`page ${page} has no entries`)
  }

  #value(leaf: Buffer, { low, high, flags, dataAt }: Node): Buffer {
    const length = low + high * HALF_WORD
    if ((flags & IS_ELSEWHERE) === 0) return Buffer.from(leaf.subarray(dataAt, dataAt + length))
    const page = numberAt(leaf, dataAt)
    const bytes = this.#pages(page, Math.ceil((HEAD_BYTES + length) / this.#pageSize))
    if ((bytes.readUInt16LE(PAGE_AT.flags) & PAGE_FLAG.overflow) === 0) {
      throw new Error(`page ${page} has no value`)
    }
    return bytes.subarray(HEAD_BYTES, HEAD_BYTES + length)
  }

  #pages(page: number, count: number): Buffer {
    const bytes = this.#read(page * this.#pageSize, count * this.#pageSize)
    const { txn } = this.#snapshot
    const isOwn = numberAt(bytes, PAGE_AT.page) === page && numberAt(bytes, PAGE_AT.txn) <= txn
    if (!isOwn) throw new Error(`page ${page} is not of transaction ${txn}`)
    return bytes
  }
}

interface Node {
  /**
   * The key; 0 for the first node of a branch, which covers all keys below those of the second
   * node.
   */
  readonly key: number
  readonly low: number
  readonly high: number
  readonly flags: number
  /** The offset of the node's data in the page. */
  readonly dataAt: number
}

function nodesOf(page: Buffer, isLeaf: boolean): Node[] {
  const count = page.readUInt16LE(PAGE_AT.lower) >> 1
  return Array.from({ length: count }, (_, index) => {
    const at = HEAD_BYTES + page.readUInt16LE(PAGE_AT.nodes + 2 * index)
    return nodeAt(page, at, isLeaf || index > 0)
  })
}

function nodeAt(page: Buffer, at: number, hasKey: boolean): Node {
  const keySize = page.readUInt16LE(at + NODE_AT.keySize)
  if (hasKey && keySize !== KEY_BYTES) throw new Error(`a key has ${keySize} bytes`)
  const keyAt = at + NODE_AT.key
  return {
    key: hasKey ? page.readUInt32BE(keyAt) * WORD + page.readUInt32BE(keyAt + 4) : 0,
    low: page.readUInt16LE(at + NODE_AT.low),
    high: page.readUInt16LE(at + NODE_AT.high),
    flags: page.readUInt16LE(at + NODE_AT.flags),
    dataAt: keyAt + keySize,
  }
}

function childOf({ low, high, flags }: Node): number {
  return low + high * HALF_WORD + flags * WORD
}

function inRange(nodes: readonly Node[], { start, reverse = false }: EntryRange): readonly Node[] {
  if (!reverse) return nodes.filter(({ key }) => key >= (start ?? 0))
  return nodes.filter(({ key }) => start === undefined || key <= start).toReversed()
}

/**
 * The nodes that may lead to entries of the range. Keys between two nodes belong to the lower node.
 */
function leadingTo(nodes: readonly Node[], { start, reverse = false }: EntryRange) {
  if (reverse) return nodes.filter(({ key }) => start === undefined || key <= start).toReversed()
  return nodes.filter((_, index) => {
    const next = nodes[index + 1]
    return next === undefined || next.key > (start ?? 0)
  })
}

function numberAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * WORD
}
