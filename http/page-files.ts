import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A file of the pages in memory, in the forms in which browsers take it. */
export interface PageFile {
  readonly media: string
  readonly plain: Uint8Array
  readonly gzip: Uint8Array
  readonly brotli: Uint8Array
  /** A tag of the content, the same for all its forms. */
  readonly tag: string
}

/** The pages as the build left them, beside the modules or the bundle that runs. */
export const PAGES_DIRECTORY = fileURLToPath(new URL('../web/', import.meta.url))

const MEDIA: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
}

/** Reads the pages by their names, some hundred KiB, once at the start; empty where nothing was built. */
export function pageFiles(directory: string = PAGES_DIRECTORY): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>()
  if (!existsSync(directory)) return files
  for (const name of readdirSync(directory)) {
    const media = MEDIA[name.slice(name.lastIndexOf('.') + 1)]
    if (media === undefined) continue
    const path = `${directory}/${name}`
    const plain = readFileSync(path)
    const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
    files.set(name, {
      media,
      plain,
      gzip: readFileSync(`${path}.gz`),
      brotli: readFileSync(`${path}.br`),
      tag,
    })
  }
  return files
}
