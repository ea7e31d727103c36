import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { htmlText } from '../wire/format/html-text.js'
import { docsFiles } from './make-docs.js'
import { ENGLISH } from './texts/files.js'
import { groupModules, laterParts, loadedWith, type WebOptions } from './web-chunks.js'

/**
 * Builds the web pages from `web` into `dist/web`: scripts and styles with a hash in their names,
 * compressed copies of each file, and an HTML file for each page.
 *
 * - The compressed size of a page's first load in English, the number of its scripts and the number
 *   of scripts of each later part have limits. A build that exceeds one fails. Texts of another
 *   language may be longer.
 * - The folder is written completely or not at all.
 */
const KIB = 1024
const FIRST_SCRIPTS_MAX = 12
/** The limit for one panel or dialog when it opens. */
const LATER_SCRIPTS_MAX = 20

/** A page: the entry script, and the largest compressed size of its first load. */
interface Page {
  readonly html: string
  readonly entry: string
  readonly firstLoadMax: number
}

const PAGES: readonly Page[] = [
  { html: 'index.html', entry: 'terminal', firstLoadMax: 120 * KIB },
  { html: 'desk.html', entry: 'desk', firstLoadMax: 53 * KIB },
]

const LICENCES = ['preact', '@preact/signals', '@preact/signals-core', 'lightweight-charts', 'uqr']

export async function makeWeb(root: string, dist: string): Promise<void> {
  const source = join(root, 'web')
  const options: WebOptions = {
    absWorkingDir: root,
    entryPoints: {
      terminal: join(source, 'terminal/main.tsx'),
      desk: join(source, 'desk/main.tsx'),
      docs: join(source, 'docs/main.ts'),
      theme: join(source, 'look/first-theme.ts'),
      base: join(source, 'look/base.css'),
      'terminal-look': join(source, 'terminal/terminal.css'),
      'desk-look': join(source, 'desk/desk.css'),
      'docs-look': join(source, 'docs/docs.css'),
    },
    outdir: join(dist, 'web'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: ['es2022', 'chrome120', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    write: false,
    metafile: true,
  }
  const plugins = [await groupModules(root, options)]
  const { outputFiles, metafile } = await build({ ...options, plugins })
  const files = new Map<string, Uint8Array>()
  for (const { path, contents } of outputFiles)
    files.set(path.slice(join(dist, 'web/').length), contents)
  const named = (start: string, end: string): string => {
    const made = new RegExp(`^${start}-[0-9A-Z]{8}\\${end}$`)
    const name = [...files.keys()].find((one) => made.test(one))
    if (name === undefined) throw new Error(`the build made no ${start}${end}`)
    return name
  }
  const pages = PAGES.map(({ html, entry, firstLoadMax }) => {
    const script = named(entry, '.js')
    const main = relative(root, join(dist, 'web', script))
    const loaded = loadedWith(metafile.outputs, main)
    const first = [...loaded].map((path) => basename(path))
    if (first.length > FIRST_SCRIPTS_MAX) {
      throw new Error(
        `${html} loads ${first.length} scripts at first: at most ${FIRST_SCRIPTS_MAX}`,
      )
    }
    for (const part of laterParts(metafile.outputs, main)) {
      const own = [...loadedWith(metafile.outputs, part)].filter((path) => !loaded.has(path))
      if (own.length > LATER_SCRIPTS_MAX) {
        throw new Error(`${part} loads ${own.length} scripts: at most ${LATER_SCRIPTS_MAX}`)
      }
    }
    const bytesOf = (names: readonly string[]): number =>
      names.reduce((sum, name) => sum + gzipSync(files.get(name) ?? '').length, 0)
    const texts = textsOf(metafile.outputs, first)
    const bytes = bytesOf(first) + bytesOf(texts.get(ENGLISH) ?? [])
    if (bytes > firstLoadMax) {
      throw new Error(`${html} loads ${bytes} bytes of scripts at first: at most ${firstLoadMax}`)
    }
    const look = named(`${entry}-look`, '.css')
    const template = readFileSync(join(source, html), 'utf8')
    return [
      html,
      pageText(template, { theme: named('theme', '.js'), look, script, texts }),
    ] as const
  })
  for (const [html, text] of pages) files.set(html, Buffer.from(text))
  const about = readFileSync(join(source, 'about.html'), 'utf8')
  const licences = licenceText(root)
  const whole = about
    .replace('{{look}}', named('base', '.css'))
    .replace('{{theme}}', named('theme', '.js'))
  files.set('about.html', Buffer.from(whole.replace('{{licences}}', () => htmlText(licences))))
  files.set('icon.svg', readFileSync(join(source, 'icon.svg')))
  const build_ = createHash('sha256')
    .update([...files.keys()].sort().join('\n'))
    .update(pages.map(([, text]) => text).join('\n'))
  files.set('build.json', Buffer.from(JSON.stringify({ build: build_.digest('hex').slice(0, 16) })))
  const docs = docsFiles(root, {
    theme: named('theme', '.js'),
    look: named('docs-look', '.css'),
    script: named('docs', '.js'),
  })
  for (const [name, contents] of docs) files.set(`docs/${name}`, contents)
  write(files, join(dist, 'web'))
}

interface Output {
  readonly entryPoint?: string
  readonly imports: readonly { readonly path: string; readonly kind: string }[]
}
type Outputs = Readonly<Record<string, Output>>

/** The files with the texts that these scripts need, by language. */
function textsOf(outputs: Outputs, scripts: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { path } of scripts.flatMap((name) => outputOf(outputs, name)?.imports ?? [])) {
    const entry = outputOf(outputs, basename(path))?.entryPoint ?? ''
    const [, language] = /^web\/generated\/[a-z-]+\.([\w-]+)\.js$/.exec(entry) ?? []
    if (language === undefined) continue
    found.set(language, [...(found.get(language) ?? []), basename(path)])
  }
  return found
}

function outputOf(outputs: Outputs, name: string): Output | undefined {
  return Object.entries(outputs).find(([path]) => path.endsWith(`/${name}`))?.[1]
}

function pageText(
  template: string,
  names: {
    readonly theme: string
    readonly look: string
    readonly script: string
    readonly texts: ReadonlyMap<string, readonly string[]>
  },
): string {
  return template
    .replace('{{theme}}', names.theme)
    .replace('{{texts}}', htmlText(JSON.stringify(Object.fromEntries(names.texts))))
    .replace('{{look}}', names.look)
    .replace('{{script}}', names.script)
}

/** The licences of the bundled packages, as their authors require. */
function licenceText(root: string): string {
  return LICENCES.map((name) => {
    const folder = join(root, 'node_modules', name)
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      version: string
    }
    const texts = ['LICENSE', 'NOTICE'].map((file) => textOf(join(folder, file)))
    return `${name} ${version}\n\n${texts.filter((text) => text !== '').join('\n\n')}`
  }).join('\n\n\n')
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

/** Writes each file and its compressed copies. Images are already compressed. */
function write(files: ReadonlyMap<string, Uint8Array>, directory: string): void {
  const fresh = `${directory}.${process.pid}`
  for (const [name, contents] of files) {
    mkdirSync(dirname(join(fresh, name)), { recursive: true })
    writeFileSync(join(fresh, name), contents)
    if (name.endsWith('.png')) continue
    writeFileSync(join(fresh, `${name}.gz`), gzipSync(contents, { level: 9 }))
    const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
    writeFileSync(join(fresh, `${name}.br`), brotliCompressSync(contents, brotli))
  }
  rmSync(directory, { recursive: true, force: true })
  renameSync(fresh, directory)
}
