import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { refuseWithoutRoom } from '../backup/room.js'
import { syncPath } from '../durable-files.js'
import { metaRepo } from '../repos/meta.js'
import type { Sqlite } from '../sqlite/open.js'
import {
  ArchiveError,
  readHead,
  readSegment,
  type Segment,
  type SegmentHead,
  type SegmentOrigin,
  writeSegment,
} from './segment.js'

/**
 * The archive of one shard's log: a directory of segments (segment.ts), whose names state their
 * content.
 *
 *   R1. A segment gets its name once it is on disk and was read back. Until then it is `.partial`,
 *       which the next written one removes.
 *   - A segment is never changed, and nothing here deletes one.
 *   R3. Each timeline of a server has its own directory: a restored server archives beside, not
 *       over, what was archived after its backup.
 */
export interface ArchivedLog {
  readonly directory: string
  readonly origin: SegmentOrigin
}

const SERVER_NAME = /^logs-[\w-]+$/
const SHARD_NAME = /^shard-(\d+)$/
const SEGMENT_NAME = /^(\d{16})-(\d{16})\.oflog$/
const PARTIAL = '.partial'
const SEQ_DIGITS = 16
/** The space for the head and for the file system's own data. */
const MARGIN_BYTES = 1024 * 1024

/** The archives of the server that owns these tables, one per shard. */
export function archivedLogs(root: string, db: Sqlite, shards: number): ArchivedLog[] {
  const meta = metaRepo(db)
  const [server_id, timeline] = [meta.get('server_id') ?? '', meta.get('log_timeline') ?? '']
  const name = timeline === '' ? `logs-${server_id}` : `logs-${server_id}-${timeline}`
  return Array.from({ length: shards }, (_, shard) => ({
    directory: join(root, name, `shard-${shard}`),
    origin: { server_id, timeline, shard, shards },
  }))
}

/** Directories of archived logs below `root`, of any server. */
export function archiveDirectories(root: string): string[] {
  return historiesIn(root).flatMap((history) =>
    namesIn(history)
      .filter((name) => SHARD_NAME.test(name))
      .map((name) => join(history, name)),
  )
}

/**
 * Finds the archive directories of servers and their timelines. `root` may itself be such a
 * directory.
 */
export function historiesIn(root: string): string[] {
  if (SERVER_NAME.test(basename(resolve(root)))) return [root]
  return namesIn(root)
    .filter((name) => SERVER_NAME.test(name))
    .map((name) => join(root, name))
}

export interface SegmentFile {
  readonly path: string
  readonly firstSeq: number
  readonly lastSeq: number
}

/** The segments in ascending order, by their names. */
export function segmentsIn(directory: string): SegmentFile[] {
  return namesIn(directory).flatMap((name) => {
    const [, first, last] = SEGMENT_NAME.exec(name) ?? []
    if (first === undefined || last === undefined) return []
    return [{ path: join(directory, name), firstSeq: Number(first), lastSeq: Number(last) }]
  })
}

/** Reads the head of a segment and checks that it matches the file's name. */
export function headOf({ path, firstSeq, lastSeq }: SegmentFile): SegmentHead {
  return named(path, readHead(path), firstSeq, lastSeq)
}

export function contentOf({ path, firstSeq, lastSeq }: SegmentFile): Segment {
  const segment = readSegment(path)
  named(path, segment.head, firstSeq, lastSeq)
  return segment
}

/** Adds a segment (R1). `check` throws if the written file differs from the log. */
export function addSegment(
  { directory, origin }: ArchivedLog,
  afterSeq: number,
  records: Buffer,
  reserveBytes: number,
  check: (segment: Segment) => void,
): SegmentHead {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  for (const name of namesIn(directory)) {
    if (name.endsWith(PARTIAL)) rmSync(join(directory, name), { force: true })
  }
  const bytes = records.length + MARGIN_BYTES
  refuseWithoutRoom(directory, 'a part of the archive of the logs', bytes, reserveBytes)
  const partial = join(directory, `new${PARTIAL}`)
  try {
    const head = writeSegment(partial, origin, afterSeq, records)
    check(readSegment(partial))
    renameSync(partial, join(directory, nameOf(head)))
    for (const path of [directory, join(directory, '..'), join(directory, '../..')]) syncPath(path)
    return head
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

export function nameOf({ first_seq, last_seq }: SegmentHead): string {
  const [first, last] = [first_seq, last_seq].map((seq) => String(seq).padStart(SEQ_DIGITS, '0'))
  return `${first}-${last}.oflog`
}

function named(path: string, head: SegmentHead, firstSeq: number, lastSeq: number): SegmentHead {
  if (head.first_seq === firstSeq && head.last_seq === lastSeq) return head
  throw new ArchiveError(`${path} holds records ${head.first_seq} to ${head.last_seq}`)
}

function namesIn(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory).toSorted() : []
}
