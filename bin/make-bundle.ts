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
import { build, type OutputFile } from 'esbuild'
import { systemClock } from '../actors/thread/clock.js'
import { isHeldOpen } from './held-open.js'

/**
 * What the build ends with: the command and the program of each of its threads, with all they import of this
 * project in a few files. Hundreds of small ones cost a server half a second of processor at every start.
 * Packages stay where they are.
 *
 *   B1. All lie in one folder, as deep as those they are made of: a thread's program stands beside who starts it, and
 *       `package.json` is where it was.
 *   B2. The folder is named by what is in it and never changes: a server that runs goes on to start the threads of its
 *       own build, whatever is built meanwhile. `bundle` has one line for each program, which names the newest folder.
 *   B3. A folder is there whole or not at all, and so is each line: a build that is cut off leaves what was.
 *   B4. A folder goes at the next build once it is no longer the newest for `KEPT_MS` and nobody runs from it: whoever
 *       does holds a file of it open (bin/openfloor.ts). Starting takes less time than that.
 *   B5. Folders of older builds go into no package.
 */
const COMMAND = 'bin/openfloor.js'
/** The line of the command loads this first. */
const CHECK = 'bin/check-node.js'
const FOLDERS = ['actors', 'storage']
/** The programs of threads. */
const PROGRAM = /\.(worker|task)\.js$/
const clock = systemClock()
const KEPT_MS = 10 * 60_000
/** Those of builds that were cut off have a number at the end. */
const BUNDLE = /^bundle-[0-9a-f]{16}(\.\d+)?$/

/** Made of modules of that commit, below `dist`. Returns the name of the folder. */
export async function makeBundle(modules: string, dist: string, commit: string): Promise<string> {
  const programs = FOLDERS.flatMap((folder) =>
    readdirSync(join(modules, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => PROGRAM.test(name))
      .map((name) => join(folder, name)),
  )
  const entries = [CHECK, COMMAND, ...programs]
  const names = entries.map((name) => basename(name))
  if (new Set(names).size < names.length) throw new Error('two programs of threads have one name')
  const { outputFiles } = await build({
    absWorkingDir: modules,
    entryPoints: entries,
    outdir: join(dist, 'bundle'),
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    define: { OPENFLOOR_COMMIT: JSON.stringify(commit) },
    write: false,
  })
  const folder = placed(dist, outputFiles)
  touchNewest(dist)
  for (const name of names.slice(1)) point(dist, name, folder, outputFiles)
  touchNewest(dist)
  removeOld(dist, folder)
  writeFileSync(join(dist, '.npmignore'), `bundle-*\n!${folder}\n`)
  return folder
}

/** Writes the folder beside the others, and gives it its name when it is whole. */
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
    // Another build may have made the same one meanwhile.
    rmSync(made, { recursive: true })
    if (!isThere(join(dist, folder))) throw error
  }
  return folder
}

/** The line that names the newest folder, under the name at which a program is looked for. */
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
  // An older Node fails while it links the command: it must have ended before.
  if (target.endsWith(`/${basename(COMMAND)}'`)) {
    return `import '../${folder}/${basename(CHECK)}'\nawait import(${target})`
  }
  // A task is what its module exports.
  return target.endsWith(".task.js'") ? `export { default } from ${target}` : `import ${target}`
}

/** The age of a folder is the time since it was the newest. */
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
