import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A Markdown file of the project that the server shows under `/docs`. */
export interface DocsSource {
  /** Path of the page in the project, for example `docs/glossary.md`. */
  readonly path: string
  /** Address of the page below `/docs`, for example `glossary`; empty for the index. */
  readonly address: string
  readonly text: string
}

/** A file that pages link to and that is served unchanged: an example program or an image. */
export interface DocsAsset {
  readonly path: string
  readonly address: string
  readonly contents: Uint8Array
}

/** Files in the project's root that belong to the documentation. */
const ROOT_PAGES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
]
const ASSET = /\.(png|svg|sh|ts|py|mjs|json|csv|txt)$/
/** The routes accept at most this many path segments below `/docs`. */
const DEPTH_MAX = 2
const PICTURE_BYTES_MAX = 150 * 1024
const PICTURES_BYTES_MAX = 10 * 1024 * 1024

export function docsSources(root: string): readonly DocsSource[] {
  const paths = [...ROOT_PAGES, ...filesBelow(root, 'docs').filter((path) => path.endsWith('.md'))]
  return paths.map((path) => ({
    path,
    address: addressOf(path),
    text: readFileSync(join(root, path), 'utf8'),
  }))
}

export function docsAssets(root: string): readonly DocsAsset[] {
  const assets = filesBelow(root, 'docs')
    .filter((path) => ASSET.test(path))
    .map((path) => ({
      path,
      address: path.slice('docs/'.length),
      contents: readFileSync(join(root, path)),
    }))
  const pictures = assets.filter(({ path }) => path.endsWith('.png'))
  const large = pictures.find(({ contents }) => contents.length > PICTURE_BYTES_MAX)
  if (large !== undefined) throw new Error(`${large.path} is larger than 150 KiB`)
  const all = pictures.reduce((sum, { contents }) => sum + contents.length, 0)
  if (all > PICTURES_BYTES_MAX) throw new Error(`pictures of docs are larger than 10 MiB: ${all}`)
  return assets
}

/**
 * The address of a Markdown file: a README becomes its folder, and files in the root are below
 * `project`.
 */
function addressOf(path: string): string {
  if (!path.startsWith('docs/')) {
    return `project/${path.slice(0, -'.md'.length).toLowerCase().replaceAll('_', '-')}`
  }
  const address = path.slice('docs/'.length, -'.md'.length).replace(/(^|\/)README$/, '')
  if (address.split('/').length > DEPTH_MAX || address === 'api') {
    throw new Error(`${path} cannot be shown: /docs/${address} is not a page's address`)
  }
  return address
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(root, path) : [path]
    })
}
