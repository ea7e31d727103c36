import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

/**
 * Builds the client package from the compiled modules of `client`: modules, types, `package.json`
 * and texts. `npm pack` makes a tarball of it, and the server's package exposes it as
 * `openfloor/client`.
 *
 * - It has the server's version, because its types are generated from the server's schemas.
 * - It has no dependencies. MessagePack is bundled, because as a dependency it would install native
 *   code that is not needed and runs a script.
 * - The folder is written completely or not at all.
 */
const MSGPACK = 'live/msgpack.js'
const MADE = /\.(?:js|d\.ts)$/
/** Source maps are useless in a package without the sources. */
const SOURCE_MAP = /\n?\/\/# sourceMappingURL=.*\n?$/

/** `root` contains the sources, `dist` the compiled files; `to` is the folder to create. */
export async function makeClient(root: string, dist: string, to: string): Promise<void> {
  const fresh = `${to}.${process.pid}`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  writeFileSync(join(fresh, 'package.json'), packageText(root))
  copyFileSync(join(root, 'client/README.md'), join(fresh, 'README.md'))
  copyFileSync(join(root, 'LICENSE'), join(fresh, 'LICENSE'))
  for (const name of modulesOf(join(dist, 'client'))) {
    const text = readFileSync(join(dist, 'client', name), 'utf8')
    mkdirSync(dirname(join(fresh, name)), { recursive: true })
    writeFileSync(join(fresh, name), text.replace(SOURCE_MAP, '\n'))
  }
  writeFileSync(join(fresh, MSGPACK), await msgpackWhole(root, dist))
  rmSync(to, { recursive: true, force: true })
  renameSync(fresh, to)
}

function packageText(root: string): string {
  const versionIn = (path: string): unknown =>
    JSON.parse(readFileSync(join(root, path), 'utf8')).version
  const [server, client] = [versionIn('package.json'), versionIn('client/package.json')]
  if (server !== client) {
    throw new Error(
      `package.json has version ${server}, client/package.json ${client}: give both the same`,
    )
  }
  return readFileSync(join(root, 'client/package.json'), 'utf8')
}

function modulesOf(compiled: string): readonly string[] {
  if (!existsSync(join(compiled, 'index.d.ts'))) {
    throw new Error('the client has no types yet: npx tsc -p client')
  }
  return readdirSync(compiled, { recursive: true, encoding: 'utf8' }).filter((name) =>
    MADE.test(name),
  )
}

/** The MessagePack module with its library bundled, and the library's licence. */
async function msgpackWhole(root: string, dist: string): Promise<string> {
  const folder = join(root, 'node_modules/msgpackr')
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const licence = readFileSync(join(folder, 'LICENSE'), 'utf8').trim()
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(dist, 'client', MSGPACK)],
    bundle: true,
    minify: true,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    // The library looks for an AMD loader, which does not exist here.
    define: { define: 'undefined' },
    logLevel: 'warning',
    write: false,
    banner: { js: `/*! msgpackr ${version}\n\n${licence}\n*/` },
  })
  return outputFiles[0]?.text ?? ''
}
