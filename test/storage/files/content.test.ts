import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import t from 'tap'
import {
  addToFile,
  DamagedFileError,
  hasContents,
  makeFileDirectory,
  partPath,
  removeContent,
} from '../../../storage/files/content.js'
import {
  type FileStep,
  IncomingFile,
  NoRoomForFileError,
} from '../../../storage/files/incoming-file.js'
import { fileDirectory, filePath, resultDirectory } from '../../../storage/paths.js'
import { scratch } from '../../given/desk.js'
import { onDisk } from '../../given/free-bytes.js'
import { syncedContents, syncedPaths } from '../../given/synced-paths.js'

// Goal: a content is whole, its owner's alone, and of what is there nothing is overlooked or left behind.

const ID = 'a'.repeat(32)
const OTHER = 'b'.repeat(32)
const MIB = 1024 * 1024
const modeOf = (path: string): number => statSync(path).mode & 0o777

t.test('the directory of contents is its owner’s alone, and made once', (t) => {
  const directory = scratch(t)
  const make = (): void => makeFileDirectory(directory)
  t.same(syncedPaths(make), [directory])
  t.equal(modeOf(fileDirectory(directory)), 0o700)
  chmodSync(fileDirectory(directory), 0o750)
  t.same(syncedPaths(make), [])
  t.equal(modeOf(fileDirectory(directory)), 0o750, 'as it is')
  t.end()
})

t.test('there are contents where one is kept, or a server of before left its results', (t) => {
  const directory = scratch(t)
  t.equal(hasContents(directory), false)
  writeFileSync(filePath(directory, ID), '')
  t.equal(hasContents(directory), true)
  removeContent(directory, ID)
  removeContent(directory, ID)
  t.equal(existsSync(filePath(directory, ID)), false)
  t.equal(hasContents(directory), false)
  mkdirSync(resultDirectory(directory), { recursive: true })
  t.equal(hasContents(directory), true)
  t.end()
})

t.test(
  'a file grows behind the bytes that count: what a crash left behind them is cut off',
  (t) => {
    const directory = scratch(t)
    const path = filePath(directory, ID)
    const add = (bytes: number, text: string): number =>
      addToFile(directory, ID, bytes, Buffer.from(text))
    t.throws(() => add(1, 'x'), new DamagedFileError(`the file ${ID} is gone`))
    t.equal(existsSync(path), false)
    const mask = process.umask(0o277)
    try {
      t.equal(add(0, 'first'), 5)
    } finally {
      process.umask(mask)
    }
    t.equal(modeOf(path), 0o600, 'whatever the process leaves out')
    t.equal(add(5, ' second'), 12)
    t.equal(readFileSync(path, 'utf8'), 'first second')
    t.equal(add(5, '.'), 6)
    t.equal(readFileSync(path, 'utf8'), 'first.')
    t.equal(add(6, ''), 6, 'all of it counts')
    t.throws(() => add(7, 'x'), new DamagedFileError(`the file ${ID} is shorter than 7 bytes`))
    t.equal(readFileSync(path, 'utf8'), 'first.')
    chmodSync(path, 0o640)
    t.equal(add(0, 'new'), 3)
    t.equal(readFileSync(path, 'utf8'), 'new')
    t.equal(modeOf(path), 0o640, 'an old one stays as it is')
    t.end()
  },
)

t.test('what is added is on disk, and so is the name of a new file', (t) => {
  const directory = scratch(t)
  makeFileDirectory(directory)
  const add = (): unknown => addToFile(directory, ID, 0, Buffer.from('x'))
  t.same(syncedPaths(add), [fileDirectory(directory)])
  t.same(syncedPaths(add), [])
  t.same(syncedContents(add), [filePath(directory, ID)])
  t.end()
})

t.test('an upload has its name once it is whole, and is its owner’s alone', async (t) => {
  const dataDir = scratch(t)
  const steps: string[] = []
  const onStep = (step: FileStep): void => {
    steps.push(`${step}: ${readdirSync(fileDirectory(dataDir)).join()}`)
  }
  const mask = process.umask(0o277)
  const file = await IncomingFile.begin({
    dataDir,
    use: 'traders',
    id: ID,
    reserveBytes: 0,
    onStep,
  }).finally(() => process.umask(mask))
  t.equal(modeOf(partPath(dataDir, ID)), 0o600)
  t.equal(file.bytes, 0)
  await file.write(Buffer.from('ab'))
  await file.write(new Uint8Array())
  await file.write(Buffer.from('c'))
  t.equal(file.bytes, 3)
  t.same(await file.settle(), {
    bytes: 3,
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  })
  t.equal(readFileSync(filePath(dataDir, ID), 'utf8'), 'abc')
  const [part, whole] = [`${ID}.part`, ID]
  t.same(steps, [
    `made: ${part}`,
    `written: ${part}`,
    `written: ${part}`,
    `written: ${part}`,
    `synced: ${part}`,
    `named: ${whole}`,
    `settled: ${whole}`,
  ])
  await file.abandon()
  t.same(readdirSync(fileDirectory(dataDir)), [], 'nothing refers to it')
})

t.test(
  'an upload that is given up leaves nothing, and another of the name begins anew',
  async (t) => {
    const dataDir = scratch(t)
    const options = { dataDir, id: ID, use: 'traders', reserveBytes: 0 } as const
    const file = await IncomingFile.begin(options)
    await file.write(Buffer.from('ab'))
    await t.rejects(IncomingFile.begin(options), { code: 'EEXIST' })
    await file.abandon()
    t.same(readdirSync(fileDirectory(dataDir)), [])
    await t.rejects(file.write(Buffer.from('c')), 'it is closed')
    await (await IncomingFile.begin(options)).abandon()
  },
)

t.test('an upload begins, and goes on, where that leaves the reserve free', async (t) => {
  const dataDir = scratch(t)
  const full = IncomingFile.begin({ dataDir, use: 'traders', id: ID, reserveBytes: 2 ** 60 })
  await t.rejects(full, new NoRoomForFileError('the disk is nearly full'))
  t.same(readdirSync(fileDirectory(dataDir)), [])
  // The disk is looked at again after each 16 MiB: where it is gone that fails.
  const file = await IncomingFile.begin({ dataDir, use: 'traders', id: OTHER, reserveBytes: 0 })
  const part = new Uint8Array(8 * 1024 * 1024)
  await file.write(part)
  rmSync(dataDir, { recursive: true })
  await file.write(part.subarray(1))
  await t.rejects(file.write(part.subarray(0, 1)), { code: 'ENOENT' })
  for (const size of [part, part.subarray(1)]) await file.write(size)
  await t.rejects(file.write(part.subarray(0, 1)), { code: 'ENOENT' })
  await file.abandon()
})

t.test('room is told to the byte for the next 16 MiB of an upload', async (t) => {
  const dataDir = scratch(t)
  const disk = { freeBytes: 32 * MIB }
  await onDisk(disk, async () => {
    const begin = (reserveBytes: number) =>
      IncomingFile.begin({ dataDir, use: 'traders', id: ID, reserveBytes })
    await t.rejects(begin(16 * MIB + 1), NoRoomForFileError)
    const file = await begin(16 * MIB)
    await file.write(new Uint8Array(16 * MIB))
    disk.freeBytes -= 1
    await file.write(new Uint8Array(16 * MIB - 1))
    await t.rejects(file.write(new Uint8Array(1)), NoRoomForFileError)
    await file.abandon()
  })
})
