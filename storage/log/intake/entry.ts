import { crc32 } from 'node:zlib'
import { scanRecords } from '../../../wire/record/record.js'
import type { LogEntry } from '../log.js'

/**
 * An entry of the ring as bytes: a head and the records of one turn, little-endian.
 *
 *     0  8 bytes  the mark: bytes that no text contains, so no client can put it into a record
 *     8  u32      length of the records            24  f64  first seq of the entry before it, 0 with none
 *    16  f64      seq of the first record          32  u32  CRC-32 of all before it
 *
 *   - Entries begin at page boundaries, so that no write touches a page with answered records.
 *   - Records have their own checksums; the head's checksum covers only the head.
 */
const MARK = Uint8Array.of(0xff, 0x4f, 0xfe, 0x46, 0xff, 0x49, 0xfe, 0x4e)
const LENGTH_AT = 8
const FIRST_SEQ_AT = 16
const PREVIOUS_AT = 24
const CRC_AT = 32
export const HEAD_BYTES = 36
export const PAGE_BYTES = 4096

export interface EntryHead {
  readonly length: number
  readonly firstSeq: number
  readonly previousSeq: number
}

/** The bytes of the pages for an entry with this many bytes of records. */
export function entryBytes(length: number): number {
  return Math.ceil((HEAD_BYTES + length) / PAGE_BYTES) * PAGE_BYTES
}

/** Writes a head into the first `HEAD_BYTES` of `into`. */
export function writeHead(into: Uint8Array, { length, firstSeq, previousSeq }: EntryHead): void {
  const view = new DataView(into.buffer, into.byteOffset, HEAD_BYTES)
  into.set(MARK)
  view.setUint32(LENGTH_AT, length, true)
  view.setUint32(LENGTH_AT + 4, 0, true)
  view.setFloat64(FIRST_SEQ_AT, firstSeq, true)
  view.setFloat64(PREVIOUS_AT, previousSeq, true)
  view.setUint32(CRC_AT, crc32(into.slice(0, CRC_AT)), true)
}

/** Reads the head at the start of `bytes`; undefined if none is there. */
export function headAt(bytes: Uint8Array): EntryHead | undefined {
  if (bytes.length < HEAD_BYTES || MARK.some((byte, at) => bytes[at] !== byte)) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEAD_BYTES)
  if (view.getUint32(CRC_AT, true) !== crc32(bytes.subarray(0, CRC_AT))) return undefined
  return {
    length: view.getUint32(LENGTH_AT, true),
    firstSeq: view.getFloat64(FIRST_SEQ_AT, true),
    previousSeq: view.getFloat64(PREVIOUS_AT, true),
  }
}

/**
 * Describes the fault of an entry's records, such as an interrupted write or a corrupt disk; empty
 * if they are valid.
 */
export function faultOf({ firstSeq, bytes }: LogEntry, length: number): string {
  if (bytes.length < length) return 'it ends with the file'
  const { problem, records, firstSeq: found } = scanRecords(bytes)
  if (problem !== undefined) return problem.why
  if (records === 0) return 'it is empty'
  return found === firstSeq ? '' : `its first record has seq ${found}`
}
