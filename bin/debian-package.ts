import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { takesNewerParts } from '../wire/native-parts.js'
import { controlFiles, copyrightText, debianArchitecture, debianVersion } from './debian-control.js'
import { productionPackages } from './production-packages.js'
import { NODES } from './wanted-node.js'

/**
 * Builds the Debian package from the output of the build.
 *
 * - The server and all its npm packages are installed below `/usr/lib/openfloor`. An installation
 *   downloads and compiles nothing.
 * D2. Native code is that of the Node that built the package. The command refuses other major
 *     versions.
 * D3. All files belong to root. Folders and programs have mode 0755, other files 0644.
 * - The package file is created completely or not at all.
 */
export interface DebianPackageOrder {
  /** The folder of the repository, with `node_modules` and `operations`. */
  readonly root: string
  /** The output of the build. */
  readonly dist: string
  /** The folder into which the package file is written. */
  readonly into: string
  /** The compression: `gzip` is faster, `xz` makes smaller files. */
  readonly compression: 'gzip' | 'xz'
}

const LIB = 'usr/lib/openfloor'
const DOC = 'usr/share/doc/openfloor'
const SETTINGS = 'etc/openfloor/openfloor.env'
const COMMAND = 'usr/bin/openfloor'
const SCRIPTS = ['postinst', 'prerm', 'postrm']
/** The line in the units that starts a command installed by npm. */
const INSTALLED_BY_NPM =
  /^ExecStart=\/usr\/bin\/node --v8-pool-size=0 \/opt\/\S+\/dist\/bundle\/openfloor\.js /m
/**
 * Example files for operators. The rest of `operations` is installed elsewhere or not part of this
 * package.
 */
const EXAMPLES = ['caddy', 'grafana', 'nginx', 'prometheus', 'replication']

/** Packages that only another Node version loads (wire/native-parts.ts). */
const FOR_ANOTHER_NODE = takesNewerParts
  ? ['better-sqlite3', 'uWebSockets.js']
  : ['better-sqlite3-13', 'uWebSockets.js-24']
/**
 * Files that npm packages contain for their own developers: tool settings, tests, pages,
 * benchmarks.
 */
const FOR_DEVELOPERS =
  /^node_modules\/(@[^/]+\/)?[^/]+\/(benchmark|docs|examples|spec|test)$|\/\.[^/]+$/

/** Whether this machine can build Debian packages. */
export function hasDpkgDeb(): boolean {
  try {
    execFileSync('dpkg-deb', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Returns the name of the package file. */
export function makeDebianPackage(order: DebianPackageOrder): string {
  const { root, into, compression } = order
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `openfloor_${debianVersion(version)}_${debianArchitecture()}.deb`
  const stage = mkdtempSync(join(tmpdir(), 'openfloor-deb-'))
  try {
    const tree = join(stage, 'tree')
    layServer(order, tree)
    layPackages(root, join(tree, LIB))
    layOperations(root, tree)
    layDocuments(root, tree)
    layControl(root, tree)
    setModes(tree)
    const made = join(into, `${name}.${process.pid}`)
    const args = ['--build', '--root-owner-group', `-Z${compression}`, tree, made]
    execFileSync('dpkg-deb', args, { stdio: ['ignore', 'ignore', 'inherit'] })
    renameSync(made, join(into, name))
    return name
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

function layServer({ root, dist }: DebianPackageOrder, tree: string): void {
  const lib = join(tree, LIB)
  const line = readFileSync(join(dist, 'bundle/openfloor.js'), 'utf8')
  const [folder] = /bundle-[0-9a-f]{16}/.exec(line) ?? []
  if (folder === undefined) throw new Error('there is no bundle yet: npm run build')
  write(join(lib, 'dist/bundle/openfloor.js'), line)
  copy(join(dist, folder), join(lib, 'dist', folder), (name) => !name.endsWith('.map'))
  copy(join(dist, 'web'), join(lib, 'dist/web'))
  copy(join(root, 'package.json'), join(lib, 'package.json'))
}

/**
 * Leaves out files that only another platform, another Node or a compiler needs: nine tenths of all
 * bytes.
 */
function layPackages(root: string, lib: string): void {
  const { arch, platform, versions } = process
  const abi = versions.modules
  const isLeftOut = (path: string): boolean =>
    FOR_ANOTHER_NODE.some((name) => path.startsWith(`node_modules/${name}/`)) ||
    (/\/uws_\w+\.node$/.test(path) && !path.endsWith(`/uws_${platform}_${arch}_${abi}.node`)) ||
    (/\/node\.abi\d+\.\w+\.node$/.test(path) && !path.includes(`/node.abi${abi}.`)) ||
    /\.musl\.node$|\.map$/.test(path) ||
    FOR_DEVELOPERS.test(path) ||
    /^node_modules\/better-sqlite3(-13)?\/(deps|src|binding\.gyp|node_modules)/.test(path) ||
    (/\/prebuilds\/[\w-]+\.node$/.test(path) && !path.endsWith(`/${platform}-${arch}.node`)) ||
    /^node_modules\/better-sqlite3\/build\/(?!Release$|Release\/better_sqlite3\.node$)/.test(
      path,
    ) ||
    /^node_modules\/lmdb\/(src|dependencies|binding\.gyp)/.test(path)
  for (const { folder } of productionPackages(root)) {
    // The packages inside this one have separate entries.
    copy(
      join(root, folder),
      join(lib, folder),
      (name) => name !== 'node_modules' && !isLeftOut(`${folder}/${name}`),
    )
  }
}

function layOperations(root: string, tree: string): void {
  const systemd = join(root, 'operations/systemd')
  const debian = join(root, 'operations/debian')
  for (const name of readdirSync(systemd).filter((one) => /\.(service|timer)$/.test(one))) {
    const text = readFileSync(join(systemd, name), 'utf8')
    const own = text.replace(INSTALLED_BY_NPM, `ExecStart=/${COMMAND} `)
    if (own === text && name.endsWith('.service')) {
      throw new Error(`${name} starts something else than the command`)
    }
    write(join(tree, 'lib/systemd/system', name), own)
  }
  const settings = [join(systemd, 'openfloor.env'), join(debian, 'node.env')]
  write(join(tree, SETTINGS), settings.map((path) => readFileSync(path, 'utf8')).join(''))
  const { major, minor } = nodeWanted()
  const command = readFileSync(join(debian, 'openfloor'), 'utf8')
    .replaceAll('@NODE_MAJOR@', String(major))
    .replaceAll('@NODE_MINOR@', String(minor))
  write(join(tree, COMMAND), command)
}

/** Checks the Node version (D2). */
function nodeWanted(): { readonly major: number; readonly minor: number } {
  const [own = 0] = process.versions.node.split('.').map(Number)
  const [major, minor] = NODES.find(([one]) => one === own) ?? [own, 0]
  return { major, minor }
}

function layDocuments(root: string, tree: string): void {
  const doc = join(tree, DOC)
  copy(join(root, 'docs'), join(doc, 'docs'))
  for (const name of EXAMPLES) {
    copy(join(root, 'operations', name), join(doc, 'operations', name))
  }
  copy(join(root, 'README.md'), join(doc, 'README.md'))
  write(join(doc, 'changelog.gz'), gzipSync(readFileSync(join(root, 'CHANGELOG.md')), { level: 9 }))
  write(join(doc, 'copyright'), copyrightText(root, LIB, productionPackages(root)))
}

function layControl(root: string, tree: string): void {
  const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const about = { version, description, node: nodeWanted(), conffile: SETTINGS }
  for (const [name, text] of controlFiles(tree, about)) write(join(tree, 'DEBIAN', name), text)
  for (const name of SCRIPTS) {
    copy(join(root, 'operations/debian', name), join(tree, 'DEBIAN', name))
  }
}

/** Sets the modes (D3), independent of umask and repository. */
function setModes(tree: string): void {
  const programs = new Set([COMMAND, ...SCRIPTS.map((name) => `DEBIAN/${name}`)])
  chmodSync(tree, 0o755)
  for (const path of readdirSync(tree, { recursive: true, encoding: 'utf8' })) {
    const isOpen = lstatSync(join(tree, path)).isDirectory() || programs.has(path)
    chmodSync(join(tree, path), isOpen ? 0o755 : 0o644)
  }
}

function write(path: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, contents)
}

/** Copies files and folders, following links. `isTaken` gets paths relative to `from`. */
function copy(from: string, to: string, isTaken: (name: string) => boolean = () => true): void {
  const filter = (path: string): boolean => isTaken(relative(from, path))
  cpSync(from, to, { recursive: true, dereference: true, filter })
}
