import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProductionPackage } from './production-packages.js'

/** Builds the control files of a Debian package: control, conffiles, md5sums and copyright. */
export interface AboutPackage {
  readonly version: string
  readonly description: string
  /** The Node version that its native code is built for. */
  readonly node: { readonly major: number; readonly minor: number }
  readonly conffile: string
}

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }
/**
 * The GCC version that each version of the C++ library belongs to, as Debian numbers that library.
 */
const GCC: Readonly<Record<string, string>> = {
  '3.4.30': '12',
  '3.4.31': '13',
  '3.4.32': '13.2',
  '3.4.33': '14',
  '3.4.34': '15',
}
const GCC_MIN = '11'
const LICENCE_FILE = /^(licen[cs]e|copying)/i

export function debianArchitecture(): string {
  const architecture = ARCHITECTURES[process.arch]
  if (architecture === undefined) {
    throw new Error(`there is no package for Debian on ${process.arch}, only on x64 and arm64`)
  }
  return architecture
}

/** Pre-releases such as `1.0.0-rc.1` become `1.0.0~rc.1`, so that they sort before the release. */
export function debianVersion(version: string): string {
  return version.replace('-', '~')
}

/** The files of the folder `DEBIAN` by name. All other files have to be in `tree` already. */
export function controlFiles(tree: string, about: AboutPackage): ReadonlyMap<string, string> {
  const names = readdirSync(tree, { recursive: true, encoding: 'utf8' }).sort()
  const files = names.filter((name) => lstatSync(join(tree, name)).isFile())
  const sums = files
    .filter((name) => name !== about.conffile)
    .map((name) => `${md5(readFileSync(join(tree, name)))}  ${name}\n`)
  // One kibibyte per folder, and files rounded up to kibibytes, as dpkg-gencontrol counts.
  const sizes = files.map((name) => Math.ceil(lstatSync(join(tree, name)).size / 1024))
  const kib = sizes.reduce((sum, one) => sum + one, names.length - files.length)
  return new Map([
    ['control', controlText(tree, files, kib, about)],
    ['conffiles', `/${about.conffile}\n`],
    ['md5sums', sums.join('')],
  ])
}

function controlText(
  tree: string,
  files: readonly string[],
  kib: number,
  { version, description, node }: AboutPackage,
): string {
  const { major, minor } = node
  return `Package: openfloor
Version: ${debianVersion(version)}
Section: net
Priority: optional
Architecture: ${debianArchitecture()}
Maintainer: Openfloor maintainers <maintainers@openfloor.invalid>
Installed-Size: ${kib}
Depends: adduser, ${libraries(tree, files)}
Recommends: nodejs (>= ${major}.${minor}), nodejs (<< ${major + 1}~)
Description: open, self-hosted trading server
${wrapped(description)}
 .
 It runs on Node ${major}, which is only recommended: one that lies beside the
 packages does, named by OPENFLOOR_NODE in /etc/openfloor/openfloor.env.
`
}

/** Wraps a description at 80 characters including the leading space. */
function wrapped(text: string): string {
  return text.replace(/(.{1,78})(?:\s|$)/g, ' $1\n').trimEnd()
}

/** The required C libraries, in the lowest versions with which all native code loads. */
function libraries(tree: string, files: readonly string[]): string {
  const natives = files.filter((name) => name.endsWith('.node'))
  const texts = natives.map((name) => readFileSync(join(tree, name), 'latin1'))
  const c = highest(texts, /\bGLIBC_(2\.\d+)\0/g)
  const cpp = highest(texts, /\bGLIBCXX_(3\.4\.\d+)\0/g)
  return `libc6 (>= ${c}), libgcc-s1, libstdc++6 (>= ${GCC[cpp] ?? GCC_MIN})`
}

function highest(texts: readonly string[], version: RegExp): string {
  const found = texts.flatMap((text) => [...text.matchAll(version)].map(([, one = '']) => one))
  const last = (one: string): number => Number(one.slice(one.lastIndexOf('.') + 1))
  return found.reduce((most, one) => (last(one) > last(most) ? one : most), found[0] ?? '0')
}

function md5(contents: Uint8Array): string {
  return createHash('md5').update(contents).digest('hex')
}

/**
 * The copyright file in Debian's machine-readable format. Licences of packages are installed next
 * to them.
 */
export function copyrightText(
  root: string,
  lib: string,
  packages: readonly ProductionPackage[],
): string {
  const parts = packages.map(({ folder, version, licence }) => {
    const text = readdirSync(join(root, folder)).find((name) => LICENCE_FILE.test(name))
    const where = text === undefined ? 'package.json' : text
    return `
Files: ${lib}/${folder}/*
Copyright: as ${lib}/${folder}/${where} says
License: ${licence}
Comment: version ${version}
`
  })
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: openfloor
Comment: /about of a running server has the licences of what its pages are made of.

Files: *
Copyright: the authors of Openfloor
License: Apache-2.0
${parts.join('')}
License: Apache-2.0
 Its text is /usr/share/common-licenses/Apache-2.0 on Debian.
`
}
