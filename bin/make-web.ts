import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/**
 * The pages, made of `web` into `dist/web`: scripts and styles with their hash in their names, each file packed
 * beside itself, and an HTML page for each of them that names its scripts.
 *
 *   W1. What a page needs at first has a bound of bytes as they travel; a build beyond it fails.
 *   W2. The folder is there whole or not at all.
 */
const KIB = 1024
/** Packed bytes of scripts that a first load takes. */
const FIRST_LOAD_MAX = 120 * KIB

const LICENCES = ['preact', '@preact/signals', '@preact/signals-core', 'lightweight-charts', 'uqr']

export async function makeWeb(root: string, dist: string): Promise<void> {
  const source = join(root, 'web')
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      terminal: join(source, 'terminal/main.tsx'),
      theme: join(source, 'look/first-theme.ts'),
      look: join(source, 'look/look.css'),
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
  })
  const files = new Map<string, Uint8Array>()
  for (const { path, contents } of outputFiles)
    files.set(path.slice(join(dist, 'web/').length), contents)
  const named = (start: string, end: string): string => {
    const name = [...files.keys()].find((one) => one.startsWith(`${start}-`) && one.endsWith(end))
    if (name === undefined) throw new Error(`the build made no ${start}${end}`)
    return name
  }
  const entry = named('terminal', '.js')
  const first = [entry, ...importsOf(metafile.outputs, entry)]
  const page = pageText(readFileSync(join(source, 'index.html'), 'utf8'), {
    theme: named('theme', '.js'),
    look: named('look', '.css'),
    script: entry,
  })
  files.set('index.html', Buffer.from(page))
  const about = readFileSync(join(source, 'about.html'), 'utf8')
  const licences = licenceText(root)
  const whole = about
    .replace('{{look}}', named('look', '.css'))
    .replace('{{theme}}', named('theme', '.js'))
  files.set('about.html', Buffer.from(whole.replace('{{licences}}', () => htmlText(licences))))
  files.set('icon.svg', readFileSync(join(source, 'icon.svg')))
  const build_ = createHash('sha256')
    .update([...files.keys()].sort().join('\n'))
    .update(page)
  files.set('build.json', Buffer.from(JSON.stringify({ build: build_.digest('hex').slice(0, 16) })))
  write(files, join(dist, 'web'))
  const bytes = first.reduce((sum, name) => sum + gzipSync(files.get(name) ?? '').length, 0)
  if (bytes > FIRST_LOAD_MAX) {
    throw new Error(
      `the terminal loads ${bytes} bytes of scripts at first: at most ${FIRST_LOAD_MAX}`,
    )
  }
}

/** The files that a script loads with itself. */
function importsOf(
  outputs: Readonly<
    Record<
      string,
      { readonly imports: readonly { readonly path: string; readonly kind: string }[] }
    >
  >,
  name: string,
): string[] {
  const found = Object.entries(outputs).find(([path]) => path.endsWith(`/${name}`))
  const own = found?.[1].imports.filter(({ kind }) => kind === 'import-statement') ?? []
  return own.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
}

function pageText(
  template: string,
  names: { readonly theme: string; readonly look: string; readonly script: string },
): string {
  return template
    .replace('{{theme}}', names.theme)
    .replace('{{look}}', names.look)
    .replace('{{script}}', names.script)
}

/** The licences of the packages that the pages are made of, as their authors ask for. */
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

function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function write(files: ReadonlyMap<string, Uint8Array>, directory: string): void {
  const fresh = `${directory}.${process.pid}`
  mkdirSync(fresh, { recursive: true })
  for (const [name, contents] of files) {
    writeFileSync(join(fresh, name), contents)
    writeFileSync(join(fresh, `${name}.gz`), gzipSync(contents, { level: 9 }))
    const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
    writeFileSync(join(fresh, `${name}.br`), brotliCompressSync(contents, brotli))
  }
  rmSync(directory, { recursive: true, force: true })
  renameSync(fresh, directory)
}
