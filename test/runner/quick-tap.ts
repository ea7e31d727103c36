import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

/**
 * The test library in one file, where the built tests find it before that of the project: to load its hundreds of
 * modules takes a test file more than most tests do.
 */
export async function makeQuickTap(root: string): Promise<void> {
  const directory = resolve(root, 'dist/node_modules/tap')
  mkdirSync(directory, { recursive: true })
  const manifest = { name: 'tap', type: 'module', exports: './tap.js' }
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest))
  await build({
    stdin: { contents: "export * from 'tap'\nexport { default } from 'tap'", resolveDir: root },
    outfile: join(directory, 'tap.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Parts of it are of the older kind of modules.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'\nconst require = requireOf(import.meta.url)",
    },
    logLevel: 'warning',
  })
}
