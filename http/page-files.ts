import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A file of the web pages in memory, plain and compressed. */
export interface PageFile {
  readonly media: string
  readonly plain: Uint8Array
  /** The compressed content; null for images, which are compressed already. */
  readonly gzip: Uint8Array | null
  readonly brotli: Uint8Array | null
  /** A hash of the content, the same for all encodings. */
  readonly tag: string
}

/** The directory of the built pages, next to the running modules or bundle. */
export const PAGES_DIRECTORY = fileURLToPath(new URL('../web/', import.meta.url))

const MEDIA: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
}
/** Example programs are served as plain text, so that a browser never runs them. */
const EXAMPLE = /\.(sh|ts|py|mjs|csv)$/

/**
 * Reads the page files into memory at the start, a few hundred KiB; empty if the pages were not
 * built.
 */
export function pageFiles(directory: string = PAGES_DIRECTORY): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>()
  if (!existsSync(directory)) return files
  for (const name of readdirSync(directory)) {
    const media = MEDIA[name.slice(name.lastIndexOf('.') + 1)]
    if (media !== undefined) files.set(name, readPage(directory, name, media))
  }
  return files
}

/** The documentation pages, each read from disk on first use. */
export class DocsFiles {
  readonly #directory: string
  readonly #names: ReadonlySet<string>
  readonly #read = new Map<string, PageFile>()

  constructor(directory: string = `${PAGES_DIRECTORY}docs`) {
    this.#directory = directory
    this.#names = new Set(
      existsSync(directory) ? readdirSync(directory, { recursive: true, encoding: 'utf8' }) : [],
    )
  }

  /** The file with that name; undefined if it does not exist. */
  get(name: string): PageFile | undefined {
    const known = this.#read.get(name)
    if (known !== undefined || !this.#names.has(name)) return known
    const media = EXAMPLE.test(name) ? MEDIA['txt'] : MEDIA[name.slice(name.lastIndexOf('.') + 1)]
    if (media === undefined) return undefined
    const file = readPage(this.#directory, name, media)
    this.#read.set(name, file)
    return file
  }
}

function readPage(directory: string, name: string, media: string): PageFile {
  const path = `${directory}/${name}`
  const plain = readFileSync(path)
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const isPacked = existsSync(`${path}.gz`)
  return {
    media,
    plain,
    gzip: isPacked ? readFileSync(`${path}.gz`) : null,
    brotli: isPacked ? readFileSync(`${path}.br`) : null,
    tag,
  }
}
