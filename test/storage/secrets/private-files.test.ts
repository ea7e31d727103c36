import fs, {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import t from 'tap'
import { makePrivate } from '../../../storage/secrets/private-files.js'
import { scratch } from '../../given/desk.js'

const OWN = [
  'archive/tables-1.sqlite',
  'clock-confirmed',
  'files/0123456789abcdef0123456789abcdef',
  'files/holds/backup-a/mark',
  'fix/7-1',
  'log/shard-0/data.mdb',
  'openfloor.sqlite',
  'openfloor.sqlite-journal',
  'openfloor.sqlite-shm',
  'openfloor.sqlite-wal',
  'prices.sqlite',
  'results/1',
  'secret.key',
  'secret.key.new',
]

/** A directory that everybody may read, and all in it. */
function opened(t: { teardown(run: () => void): unknown }, files: readonly string[]): string {
  const directory = scratch(t)
  for (const name of files) {
    const path = join(directory, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'a')
  }
  const open = (path: string): void => {
    const isDirectory = statSync(path).isDirectory()
    chmodSync(path, isDirectory ? 0o755 : 0o644)
    if (isDirectory) for (const name of readdirSync(path)) open(join(path, name))
  }
  open(directory)
  return directory
}

/** The rights of whatever is in a directory, and its own. */
function rightsIn(directory: string): Record<string, string> {
  const rights: Record<string, string> = {}
  const look = (path: string, name: string): void => {
    const found = lstatSync(path)
    rights[name] = (found.mode & 0o777).toString(8)
    if (!found.isDirectory()) return
    for (const one of readdirSync(path))
      look(join(path, one), name === '.' ? one : `${name}/${one}`)
  }
  look(directory, '.')
  return rights
}

t.test('a directory with nothing but the server’s files becomes private, whole', (t) => {
  const directory = opened(t, [...OWN, 'lost+found/of nobody'])
  makePrivate(directory)
  t.same(rightsIn(directory), {
    '.': '700',
    archive: '700',
    'archive/tables-1.sqlite': '600',
    'clock-confirmed': '600',
    files: '700',
    'files/0123456789abcdef0123456789abcdef': '600',
    'files/holds': '700',
    'files/holds/backup-a': '700',
    // So deep nothing of a server's lies.
    'files/holds/backup-a/mark': '644',
    fix: '700',
    'fix/7-1': '600',
    log: '700',
    'log/shard-0': '700',
    'log/shard-0/data.mdb': '600',
    'lost+found': '755',
    'lost+found/of nobody': '644',
    'openfloor.sqlite': '600',
    'openfloor.sqlite-journal': '600',
    'openfloor.sqlite-shm': '600',
    'openfloor.sqlite-wal': '600',
    'prices.sqlite': '600',
    results: '700',
    'results/1': '600',
    'secret.key': '600',
    'secret.key.new': '600',
  })
  t.end()
})

t.test('a directory that others may read is refused with what is not the server’s', (t) => {
  const names = ['openfloor.sqlite.old', 'my-prices.sqlite', 'secret.key.new2', 'logs', 'blog']
  for (const name of names) {
    const directory = opened(t, ['openfloor.sqlite', `log/shard-0/data.mdb`, name])
    const before = rightsIn(directory)
    t.throws(() => makePrivate(directory), {
      name: 'NotPrivateError',
      message:
        `others may read DATA_DIR ${directory}, and it holds '${name}', which is not the server's: ` +
        "set DATA_DIR to a directory of its own, or take the others' rights away (chmod 700)",
    })
    t.same(rightsIn(directory), before, name)
  }
  t.end()
})

t.test('what is somebody else’s in a private directory is left alone', (t) => {
  const directory = opened(t, ['letter', 'letters/first', 'secret.key'])
  // More than the owner's own rights are nobody's, even to write alone.
  for (const mode of [0o710, 0o702]) {
    chmodSync(directory, mode)
    t.throws(() => makePrivate(directory), { name: 'NotPrivateError' })
  }
  chmodSync(directory, 0o500)
  chmodSync(join(directory, 'secret.key'), 0o400)
  symlinkSync(join(directory, 'gone'), join(directory, 'prices.sqlite'))
  makePrivate(directory)
  t.same(rightsIn(directory), {
    '.': '500',
    letter: '644',
    letters: '755',
    'letters/first': '644',
    'prices.sqlite': '777',
    'secret.key': '400',
  })
  chmodSync(directory, 0o700)
  t.end()
})

t.test('a directory whose rights cannot be changed is refused with what to do', (t) => {
  const directory = opened(t, ['secret.key'])
  const { chmodSync } = fs
  const cause = new Error('not the owner')
  fs.chmodSync = () => {
    throw cause
  }
  syncBuiltinESMExports()
  t.teardown(() => {
    fs.chmodSync = chmodSync
    syncBuiltinESMExports()
  })
  t.throws(() => makePrivate(directory), {
    name: 'NotPrivateError',
    message:
      `others may read DATA_DIR ${directory}, and its rights cannot be changed: give it to the user ` +
      'that the server runs as, or set DATA_DIR to a new directory below it',
    cause,
  })
  t.end()
})
