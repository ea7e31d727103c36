import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'

/**
 * Places in built files, named by their TypeScript. Node does the same with `--enable-source-maps`, but
 * reads the map of every file that any process loads; here only those are read that a failure names.
 */
const PLACE = /(?:file:\/\/)?([\w./-]+\.js):(\d+):(\d+)/g

/** `text`, with each place in a built file that has a map as the place in what it was built of. */
export function inSources(text: string, directory: string): string {
  return text.replace(PLACE, (place, file: string, line: string, column: string) => {
    const path = resolve(directory, file)
    const map = mapOf(path)
    const entry = map?.findEntry(Number(line) - 1, Number(column) - 1)
    if (entry === undefined || !('originalSource' in entry)) return place
    const source = relative(directory, resolve(dirname(path), entry.originalSource))
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}

function mapOf(path: string): SourceMap | undefined {
  let text: string
  try {
    text = readFileSync(`${path}.map`, 'utf8')
  } catch {
    return undefined
  }
  return new SourceMap(JSON.parse(text))
}
