import { basename, join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import type { FileRun, FileRunOptions } from './file-run.js'
import { runLaneFiles } from './file-run.js'
import type { Imports } from './imports.js'
import { inOneFile } from './in-place.js'
import { driversOf } from './stages.js'

/**
 * Test files that share a process: a process of its own, the modules of the product, and a started server cost most
 * files more than their tests do.
 *
 *   L1. Files of a lane use the same front (`HOUSES`), or none. So the lane loads the front's modules once, and starts
 *       once what files share (`shared` in lane.ts).
 *   L2. A file that changes its process (environment, signals, globals) or measures has a process of its own.
 *   L3. A file that fails in a lane runs again alone. If it passes then, the report names it as unsteady.
 */
const FOLDER = 'quick'
const SOLO = /^test\/(alone|runner|mutation|simulation)\/|tidy\.test/
const TOUCHES =
  /process\.(exit|on|once|chdir|kill|emit)\b|process\.env(\.\w+|\[[^\]]+\]) =[^=]|delete process\.env|\bglobalThis(\.\w+|\[[^\]]+\]) =[^=]|defineProperty\(\s*globalThis|^t\.(plan|end)\(/m
const BROWSER = 'given/browser.js'
/** The fronts that files start, the dearest first, with the number of files in a lane of each. */
const HOUSES: readonly (readonly [module: string, files: number])[] = [
  [BROWSER, 7],
  ['given/fronts/whole-server.js', 8],
  ['given/fronts/account-front.js', 8],
  ['given/fronts/socket-front.js', 12],
  ['given/fronts/config-front.js', 12],
  ['given/fronts/front.js', 12],
  ['given/components/component-desk.js', 16],
  ['given/desk.js', 12],
]
const OTHER = 16

export interface Lane {
  readonly name: string
  readonly hasBrowser: boolean
  readonly files: readonly string[]
}

export class Lanes {
  /** Files that have a process of their own. */
  readonly solo: readonly string[]
  /** The lanes that have not begun, those with a browser first. */
  readonly waiting: Lane[] = []
  readonly #root: string
  readonly #dist: string

  /** `files`: of `dist`, in their order. With `isSeparate`, each file has a lane of its own. */
  constructor(root: string, imports: Imports, files: readonly string[], isSeparate = false) {
    this.#root = root
    this.#dist = resolve(root, 'dist')
    const byHouse = new Map<string, { readonly max: number; readonly files: string[] }>()
    const solo: string[] = []
    for (const file of files) {
      const drivers = driversOf(imports, this.#dist, file)
      if (isSolo(this.#dist, imports, file, drivers)) {
        solo.push(file)
        continue
      }
      const [house, max] = HOUSES.find(([module]) =>
        drivers.has(join(this.#dist, 'test', module)),
      ) ?? ['other', OTHER]
      const given = byHouse.get(house) ?? { max: isSeparate ? 1 : max, files: [] }
      byHouse.set(house, given)
      given.files.push(file)
    }
    this.solo = solo
    for (const [house, { max, files: all }] of byHouse) {
      const lanes = Math.ceil(all.length / max)
      // Neighbours in a folder are alike in length: they are dealt out.
      for (let n = 0; n < lanes; n++) {
        const mine = all.filter((_, place) => place % lanes === n)
        const name = `${basename(house, '.js')}-${n + 1}`
        this.waiting.push({ name, hasBrowser: house === BROWSER, files: mine })
      }
    }
    this.waiting.sort((one, other) => Number(other.hasBrowser) - Number(one.hasBrowser))
  }

  /** Takes the next lane: one with a browser first, if that may run now. */
  next(mayHaveBrowser: boolean): Lane | undefined {
    const at = this.waiting.findIndex(({ hasBrowser }) => mayHaveBrowser || !hasBrowser)
    return at < 0 ? undefined : this.waiting.splice(at, 1)[0]
  }

  /** Runs the files of a lane; tells each run when its file has ended. */
  async run(
    lane: Lane,
    options: Omit<FileRunOptions, 'directory'>,
    onRun: (run: FileRun) => void,
  ): Promise<void> {
    const program = await this.#make(lane)
    await runLaneFiles(program, lane.files, { ...options, directory: this.#root }, onRun)
  }

  async #make({ name, files }: Lane): Promise<string> {
    const loads = files.map(
      (file) => `${JSON.stringify(file)}: () => import(${JSON.stringify(`./${file}`)})`,
    )
    const contents = `import { runLane } from './test/runner/lane.js'\nawait runLane({${loads.join(',\n')}})`
    const one = inOneFile(this.#dist)
    await build({
      ...one,
      plugins: [testOfFile(this.#dist), ...(one.plugins ?? [])],
      stdin: { contents, resolveDir: this.#dist, sourcefile: `${name}.js` },
      outdir: join(this.#dist, FOLDER, name),
      entryNames: 'lane',
      chunkNames: '[name]-[hash]',
      splitting: true,
    })
    return join('dist', FOLDER, name, 'lane.js')
  }
}

function isSolo(
  dist: string,
  imports: Imports,
  file: string,
  drivers: ReadonlySet<string>,
): boolean {
  const lane = join(dist, 'test/runner/lane.js')
  return (
    SOLO.test(file) ||
    [...drivers].some((path) => path !== lane && TOUCHES.test(imports.text(path)))
  )
}

/** `import t from 'tap'` of a test file is the test of that file in its lane. */
function testOfFile(dist: string): Plugin {
  return {
    name: 'test-of-file',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^tap$/ }, ({ importer }) =>
        importer.endsWith('.test.js') ? { path: importer, namespace: 'test-of-file' } : undefined,
      )
      onLoad({ filter: /./, namespace: 'test-of-file' }, () => ({
        contents: `import { fileTest } from './test/runner/lane.js'\nexport default fileTest()`,
        resolveDir: dist,
      }))
    },
  }
}
