import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RECORDER_SOURCE } from './recorder-source.js'

/**
 * Records what a program does to the files below one directory, in the order in which it does it: a
 * library put before the C library, compiled here. What the program says on its standard output is
 * recorded too, so that it is known what it had answered before each write.
 *
 * An operation is 24 bytes (kind u32, path u32, inode u64, offset u32, length u32) and its bytes.
 */
export type Operation =
  | { readonly kind: 'write'; readonly inode: bigint; readonly offset: number; bytes: Buffer }
  /** A write through a file opened with O_DSYNC: on disk when it returns. */
  | { readonly kind: 'syncedWrite'; readonly inode: bigint; readonly offset: number; bytes: Buffer }
  | { readonly kind: 'sync'; readonly inode: bigint }
  | { readonly kind: 'truncate'; readonly inode: bigint; readonly length: number }
  /** `inode` is now called `path`. */
  | { readonly kind: 'rename'; readonly inode: bigint; readonly path: string }
  | { readonly kind: 'said'; readonly text: string }

const HEAD_BYTES = 24

/** Compiles the recorder into `directory`; answers its path. Needs gcc. */
export function buildRecorder(directory: string): string {
  const source = join(directory, 'recorder.c')
  const library = join(directory, 'recorder.so')
  writeFileSync(source, RECORDER_SOURCE)
  const arguments_ = ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread']
  const { status, stderr, error } = spawnSync('gcc', arguments_, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the recorder does not compile: ${error?.message ?? stderr}`)
  return library
}

/** The environment of a program that is to be recorded; one record may hold several programs. */
export function recordingEnvironment(library: string, directory: string, record: string) {
  return { LD_PRELOAD: library, RECORD_DIRECTORY: directory, RECORD_FILE: record }
}

export function readOperations(record: string): Operation[] {
  const bytes = readFileSync(record)
  const operations: Operation[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32LE(at + 20)
    const end = at + HEAD_BYTES + length
    operations.push(operationOf(bytes, at, bytes.subarray(at + HEAD_BYTES, end)))
    at = end
  }
  return operations
}

function operationOf(head: Buffer, at: number, bytes: Buffer): Operation {
  const inode = head.readBigUInt64LE(at + 8)
  const offset = head.readUInt32LE(at + 16)
  const kind = head.readUInt32LE(at)
  switch (kind) {
    case 1:
      return { kind: 'write', inode, offset, bytes }
    case 2:
      return { kind: 'syncedWrite', inode, offset, bytes }
    case 3:
      return { kind: 'sync', inode }
    case 4:
      return { kind: 'truncate', inode, length: offset }
    case 5:
      return { kind: 'rename', inode, path: bytes.toString() }
    case 6:
      return { kind: 'said', text: bytes.toString() }
    default:
      throw new Error(`the record holds an operation ${kind}`)
  }
}
