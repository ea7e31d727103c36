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
 * The client as a package of its own, made of what is compiled of `client`: its modules with their types, its
 * `package.json` and its words. It is what `npm pack` makes a tarball of, and what the server's package shows as
 * `openfloor/client`.
 *
 *   C1. It has the server's version, since its types are of the server's schemas.
 *   C2. It names no package. MessagePack is inside of it: installed by its name it would bring a native part along,
 *       which no program needs and which runs a script at each install.
 *   C3. The folder is there whole or not at all.
 */
const MSGPACK = 'live/msgpack.js'
const MADE = /\.(?:js|d\.ts)$/
/** What was compiled has no place in a package that does not have the sources. */
const SOURCE_MAP = /\n?\/\/# sourceMappingURL=.*\n?$/

/** `root` has the sources, `dist` what is compiled of them; `to` is the folder. */
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

/** The module with the package that it takes, and the licence that goes with every copy of it. */
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
    // The package looks for a loader of modules of other days; there is none.
    define: { define: 'undefined' },
    logLevel: 'warning',
    write: false,
    banner: { js: `/*! msgpackr ${version}\n\n${licence}\n*/` },
  })
  return outputFiles[0]?.text ?? ''
}
