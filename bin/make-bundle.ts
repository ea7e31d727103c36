import { createHash } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { type BuildOptions, build, type OutputFile } from 'esbuild'
import { systemClock } from '../actors/thread/clock.js'
import { isHeldOpen } from './held-open.js'

/**
 * The last step of the build: bundles the command and the program of each thread, with their
 * imports from this project, into a few files. Loading hundreds of small files would cost half a
 * second of processor time at every start. npm packages stay outside.
 *
 * - All files are in one folder at the same depth as the originals, so that thread programs are
 *   next to the code that starts them and `package.json` is found.
 * - The folder is named by its content and never changes. A running server keeps starting threads
 *   from its folder, whatever is built meanwhile. `bundle` has a one-line file for each program
 *   that imports from the newest folder.
 * - A folder, and each one-line file, is written completely or not at all. An interrupted build
 *   leaves the old state.
 * B4. A build removes a folder that has not been the newest for `KEPT_MS` and that no process uses.
 *     A running process keeps a file in its folder open (bin/openfloor.ts). Starting takes less
 *     time than that.
 * - Folders of older builds are not packaged.
 */
const COMMAND = 'bin/openfloor.js'
/** The command's one-line file loads this first. */
const CHECK = 'bin/check-node.js'
const FOLDERS = ['actors', 'storage']
const PROGRAM = /\.(worker|task)\.js$/
const clock = systemClock()
const KEPT_MS = 10 * 60_000
/** Folders of interrupted builds end with a number. */
const BUNDLE = /^bundle-[0-9a-f]{16}(\.\d+)?$/

/** Bundles the modules below `dist`, built from this commit. Returns the name of the folder. */
export async function makeBundle(modules: string, dist: string, commit: string): Promise<string> {
  const programs = FOLDERS.flatMap((folder) =>
    readdirSync(join(modules, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => PROGRAM.test(name))
      .map((name) => join(folder, name)),
  )
  const entries = [CHECK, COMMAND, ...programs]
  const names = entries.map((name) => basename(name))
  if (new Set(names).size < names.length) throw new Error('two programs of threads have one name')
  const options: BuildOptions & { write: false } = {
    absWorkingDir: modules,
    outdir: join(dist, 'bundle'),
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    define: { OPENFLOOR_COMMIT: JSON.stringify(commit) },
    write: false,
  }
  const made = await Promise.all([
    build({ ...options, entryPoints: [CHECK, COMMAND], splitting: true }),
    // A thread shares no compiled code with others, so it loads one file faster than shared ones.
    build({ ...options, entryPoints: programs }),
  ])
  const outputFiles = made.flatMap((one) => one.outputFiles)
  const folder = placed(dist, outputFiles)
  touchNewest(dist)
  for (const name of names.slice(1)) point(dist, name, folder, outputFiles)
  touchNewest(dist)
  removeOld(dist, folder)
  writeFileSync(join(dist, '.npmignore'), `bundle-*\n!${folder}\n`)
  return folder
}

/** Writes the folder under a temporary name and renames it when it is complete. */
function placed(dist: string, files: readonly OutputFile[]): string {
  const hash = createHash('sha256')
  for (const { path, hash: content } of files) hash.update(`${basename(path)} ${content}\n`)
  const folder = `bundle-${hash.digest('hex').slice(0, 16)}`
  if (isThere(join(dist, folder))) return folder
  const made = join(dist, `${folder}.${process.pid}`)
  mkdirSync(made, { recursive: true })
  for (const { path, contents } of files) writeFileSync(join(made, basename(path)), contents)
  try {
    renameSync(made, join(dist, folder))
  } catch (error) {
    // Another build may have created the same folder meanwhile.
    rmSync(made, { recursive: true })
    if (!isThere(join(dist, folder))) throw error
  }
  return folder
}

/** Writes the one-line file that imports a program from the newest folder. */
function point(dist: string, name: string, folder: string, files: readonly OutputFile[]): void {
  const text = files.find(({ path }) => basename(path) === name)?.text ?? ''
  const [shebang = ''] = /^#!.*\n/.exec(text) ?? []
  const target = `'../${folder}/${name}'`
  const line = lineTo(target, folder)
  mkdirSync(join(dist, 'bundle'), { recursive: true })
  const path = join(dist, 'bundle', name)
  const mode = shebang === '' ? 0o644 : 0o755
  writeFileSync(`${path}.${process.pid}`, `${shebang}${line}\n`, { mode })
  renameSync(`${path}.${process.pid}`, path)
}

function lineTo(target: string, folder: string): string {
  // An older Node would fail while linking the command, so the check has to run before.
  if (target.endsWith(`/${basename(COMMAND)}'`)) {
    return `import '../${folder}/${basename(CHECK)}'\nawait import(${target})`
  }
  // A task is the default export of its module.
  return target.endsWith(".task.js'") ? `export { default } from ${target}` : `import ${target}`
}

/** A folder's age counts from when it stopped being the newest. */
function touchNewest(dist: string): void {
  const path = join(dist, 'bundle', basename(COMMAND))
  const line = isThere(path) ? readFileSync(path, 'utf8') : ''
  const [folder = ''] = /bundle-[0-9a-f]{16}/.exec(line) ?? []
  const now = clock.now() / 1_000
  if (folder !== '' && isThere(join(dist, folder))) utimesSync(join(dist, folder), now, now)
}

function removeOld(dist: string, newest: string): void {
  for (const name of readdirSync(dist)) {
    const path = join(dist, name)
    if (name === newest || !BUNDLE.test(name)) continue
    const madeAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (madeAt === undefined || clock.now() - madeAt < KEPT_MS || isHeldOpen(path)) continue
    rmSync(path, { recursive: true, force: true })
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
