import { closeSync, openSync, readSync } from 'node:fs'
import { assert } from '../../engine/assert.js'
import { type RowPlaces, spanOfRows } from '../../engine/reports/row-places.js'
import { filePath } from '../paths.js'

/**
 * Returns rows of a JSON file by index, as texts. The file has one row per line. Null if it was
 * deleted.
 */
export function fileRows(
  dataDir: string,
  file: string,
  places: RowPlaces,
  offset: number,
  limit: number,
): string[] | null {
  const span = spanOfRows(places, offset, limit)
  if (span === null) return []
  const text = textOf(filePath(dataDir, file), span.from, span.to)
  if (text === null) return null
  const begin = offset - span.first
  const lines = text.split('\n').slice(begin, begin + limit)
  assert(lines.length === limit, 'a file has as many rows as its places say')
  return lines.map((line) => (line.endsWith(',') ? line.slice(0, -1) : line))
}

function textOf(path: string, from: number, to: number): string | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    const bytes = Buffer.allocUnsafe(to - from)
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(file, bytes, at, bytes.length - at, from + at)
      assert(read > 0, 'a file is as long as its places say')
      at += read
    }
    return bytes.toString('utf8')
  } finally {
    closeSync(file)
  }
}
