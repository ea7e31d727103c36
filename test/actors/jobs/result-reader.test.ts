import { mkdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import t from 'tap'
import { ResultReaders } from '../../../actors/jobs/result-reader.js'
import { FILE_READERS_MAX, FILE_READERS_PER_LOGIN_MAX } from '../../../engine/limits/files.js'
import { filePath } from '../../../storage/paths.js'
import { LOGIN } from '../../given/account.js'
import { scratch } from '../../given/desk.js'

const TEXT = 'a result'
const FILE = { id: 'f7', bytes: TEXT.length }

function given() {
  const directory = scratch(t)
  const path = filePath(directory, FILE.id)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, TEXT)
  const readers = new ResultReaders(directory)
  const opened = async (what: 'file' | 'text') => {
    const source =
      what === 'file' ? await readers.read(LOGIN, FILE) : readers.hold(LOGIN, TEXT, () => undefined)
    if (!source.ok) throw new Error(source.message)
    return source.value
  }
  return { readers, opened, path }
}

for (const what of ['file', 'text'] as const) {
  t.test(`a ${what} that is closed twice leaves its reader's place once`, async (t) => {
    const { readers, opened } = given()
    const [one, other] = [await opened(what), await opened(what)]
    t.equal(readers.open, 2)
    one.close()
    one.close()
    t.equal(readers.open, 1)
    t.equal(await one.next(), null, 'nothing more comes of it')
    t.equal(Buffer.from((await other.next()) ?? []).toString(), TEXT)
    t.equal(await other.next(), null)
    other.close()
    t.equal(readers.open, 0)
  })
}

t.test('so many are read by one login at once, and no more', async (t) => {
  const { readers, opened } = given()
  const all = []
  for (let n = 0; n < FILE_READERS_PER_LOGIN_MAX; n++) {
    all.push(await opened(n % 2 === 0 ? 'file' : 'text'))
  }
  t.match(await readers.read(LOGIN, FILE), { ok: false, code: 'too_many_requests' })
  t.match(
    readers.hold(LOGIN, TEXT, () => undefined),
    { ok: false, code: 'too_many_requests' },
  )
  t.match(
    readers.hold(LOGIN + 1, TEXT, () => undefined),
    { ok: true },
    'others read on',
  )
  for (const source of all) source.close()
  t.equal(readers.open, 1)
})

t.test('so many are read at once by all, and no more', (t) => {
  const { readers } = given()
  const hold = (login: number) => readers.hold(login, TEXT, () => undefined)
  const held = Array.from({ length: FILE_READERS_MAX }, (_, n) => hold(LOGIN + n))
  t.ok(held.every(({ ok }) => ok))
  t.match(hold(LOGIN - 1), { ok: false, code: 'unavailable' })
  const [first] = held
  if (first?.ok === true) first.value.close()
  t.match(hold(LOGIN - 1), { ok: true })
  t.match(hold(LOGIN - 1), { ok: false, code: 'unavailable' })
  t.end()
})

t.test('a file that is closed is open no more, also when it is being read then', async (t) => {
  const { opened, path } = given()
  const handles = async () => {
    const targets = (await readdir('/proc/self/fd')).map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`)
      } catch {
        return ''
      }
    })
    return targets.filter((target) => target === path).length
  }
  const [still, read, over] = [await opened('file'), await opened('file'), await opened('file')]
  t.equal(await handles(), 3)
  still.close()
  await over.next()
  over.close()
  const part = read.next()
  read.close()
  t.equal(Buffer.from((await part) ?? []).toString(), TEXT)
  // A handle is closed on another thread, as the folder is read.
  for (let n = 0; n < 1000 && (await handles()) > 0; n++);
  t.equal(await handles(), 0)
})
