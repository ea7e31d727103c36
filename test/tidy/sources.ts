import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// The source files of the project and their imports, read once for the rules that a machine can check.

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
export const FOLDERS = [
  'client',
  'engine',
  'wire',
  'storage',
  'actors',
  'http',
  'bin',
  'bench',
  'test',
] as const
export type Folder = (typeof FOLDERS)[number]

export interface Source {
  readonly path: string
  readonly folder: Folder | 'web'
  readonly text: string
  readonly imports: readonly string[]
  /** Files that it names, for their types too; a thread that it starts is none of them. */
  readonly names: readonly string[]
  /** The names that are loaded with it: no types, no threads, nothing that waits to be asked for. */
  readonly loads: readonly string[]
}

const IMPORTS = /(?:from|import)\s+'([^']+)'|(?:new URL|import)\(\s*'([^']+\.js)'/g
const NAMES = /(?:from|import)\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'/g
const LOADS =
  /(?:^(?:import|export) (?!type\b)(?:[\w*{][\w\s{},*]*? from )?|^ {2}[?:] await import\()'([^']+)'/gm

export const sources = FOLDERS.flatMap((folder) => read(folder, join(ROOT, folder)))
export const product = sources.filter(({ folder }) => folder !== 'bench' && folder !== 'test')
export const pages = read('web', join(ROOT, 'web'))

function read(folder: Source['folder'], directory: string): Source[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return read(folder, path)
    if (!/\.tsx?$/.test(entry.name) || entry.name.endsWith('.d.ts')) return []
    const text = readFileSync(path, 'utf8')
    const named = (by: RegExp) => [...text.matchAll(by)].map((match) => match[1] ?? match[2] ?? '')
    const [imports, names, loads] = [named(IMPORTS), named(NAMES), named(LOADS)]
    return [{ path: relative(ROOT, path), folder, text, imports, names, loads }]
  })
}

const components = new Set(pages.map(({ path }) => path).filter((path) => path.endsWith('x')))

export function targetOf(source: Pick<Source, 'path'>, name: string): string {
  const path = relative(ROOT, resolve(ROOT, dirname(source.path), name)).replace(/\.js$/, '.ts')
  return components.has(`${path}x`) ? `${path}x` : path
}

export function faults(check: (source: Source) => readonly string[], of = product): string[] {
  return of.flatMap((source) => check(source).map((what) => `${source.path}: ${what}`))
}
