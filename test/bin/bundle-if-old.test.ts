import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const SOURCES = ['actors', 'bin', 'client', 'docs', 'engine', 'http', 'storage', 'web', 'wire']

t.test('npm start bundles only if a source has changed', async (t) => {
  const root = t.testdir()
  for (const folder of [...SOURCES, 'dist']) mkdirSync(join(root, folder))
  copyFileSync('bin/bundle-if-old.mjs', join(root, 'bin/bundle-if-old.mjs'))
  const source = join(root, 'engine/rule.ts')
  writeFileSync(source, '')
  const bundleBy = (script: string) => {
    const path = join(root, 'package.json')
    writeFileSync(path, JSON.stringify({ scripts: { bundle: script } }))
    utimesSync(path, 0, 0)
  }
  const start = () => spawnSync(process.execPath, [join(root, 'bin/bundle-if-old.mjs')])
  const isBundling = () => start().stdout.length > 0

  bundleBy('exit 3')
  t.equal(start().status, 3, 'a bundle that fails ends the start')
  bundleBy('true')
  t.equal(isBundling(), true, 'and is made again')
  t.equal(isBundling(), false, 'nothing changed')
  utimesSync(source, new Date(), new Date())
  t.equal(isBundling(), true, 'a file changed')
  rmSync(source)
  t.equal(isBundling(), true, 'a file is deleted')
})
