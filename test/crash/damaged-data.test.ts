import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { AccountRecord } from '../../engine/account/event.js'
import { openLmdbLog } from '../../storage/log/lmdb-log.js'
import type { LogReader } from '../../storage/log/log.js'
import { logDirectory, sqlitePath } from '../../storage/paths.js'
import { recordsOf } from '../../storage/projection/merged-records.js'
import { encodeRecord, lastSeqOf, RecordBuffer } from '../../wire/record/record.js'
import { scratch } from '../given/desk.js'
import type { LoadRequest } from './load.js'
import { Rig } from './rig.js'
import { pause, ServerProcess } from './server-process.js'
import type { Terminal } from './terminal.js'

// Behaviour of the server on files that are not as it wrote them.

const SHARD = 0
const TRADES_MIN = 40
const LOOKS_MAX = 100
t.setTimeout(0)

/** Runs and stops a server; `whole` is what it left. */
const base = join(t.testdir(), 'base')
const rig = await Rig.begin({ dataDir: base, seed: 5, accounts: 2 })
await rig.loadFor(100)
// More than are in flight at once: the first and the last were decided in different turns.
while (trades().length < TRADES_MIN) await pause(5)
await rig.load.stop()
await rig.server.terminate()
rig.load.hangUp()

/** Removed once its server has ended: what a test registers last it tears down first. */
function copyOfData(t: Parameters<typeof scratch>[0]): string {
  const dataDir = join(scratch(t), 'data')
  cpSync(base, dataDir, { recursive: true })
  return dataDir
}

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const content = readFileSync(file)
  content.set(bytes, at)
  writeFileSync(file, content)
}

/** Flips one bit of a text wherever the file holds it. */
function flipIn(file: string, text: string): number {
  const content = readFileSync(file)
  let found = 0
  for (let at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + 1)) {
    content[at] = (content[at] as number) ^ 1
    found++
  }
  writeFileSync(file, content)
  return found
}

function logFile(dataDir: string): string {
  return join(logDirectory(dataDir, SHARD), 'data.mdb')
}

function trades(): LoadRequest[] {
  return rig.load.round.filter(({ login, kind, told }) => {
    return login % 2 === SHARD && kind === 'trade' && told?.code === 'ok'
  })
}

function traded(): { first: LoadRequest; last: LoadRequest; terminal: Terminal } {
  const mine = trades()
  const [first, last] = [mine[0] as LoadRequest, mine.at(-1) as LoadRequest]
  const terminal = rig.load.terminals.find(({ login }) => login === first.login) as Terminal
  return { first, last, terminal }
}

/** The log's last entry may be an anchor of the journal. */
function newestRecord(log: LogReader): AccountRecord {
  const record = [...recordsOf(log, 0, Number.POSITIVE_INFINITY)].at(-1)
  if (record === undefined) throw new Error('the log has records')
  return record
}

/** Appends copies of the newest record as a turn that the tables do not know yet. */
async function append(dataDir: string, entries: readonly ((bytes: Buffer) => Uint8Array)[]) {
  const log = openLmdbLog({ directory: logDirectory(dataDir, SHARD) })
  const seq = lastSeqOf(log.last()?.bytes ?? new Uint8Array(0))
  const record = newestRecord(log)
  for (const [index, change] of entries.entries()) {
    const buffer = new RecordBuffer()
    encodeRecord({ ...record, seq: seq + 1000 + index }, buffer)
    log.commit(seq + 1000 + index, change(Buffer.from(buffer.bytes())))
  }
  await log.close()
  return seq + 1000
}

/**
 * The differences between the client and the server's snapshot of one moment: orders may fill and stops fire
 * while it is looked, and an event that comes with the snapshot is behind it already.
 */
async function differencesOf(terminal: Terminal): Promise<string[]> {
  for (let looks = 1; ; looks++) {
    const snapshot = await terminal.snapshot()
    const isOfNow = Number(snapshot['seq']) === terminal.fold.seq
    if (isOfNow || looks === LOOKS_MAX) return terminal.fold.differences(snapshot)
  }
}

const torn = (bytes: Buffer): Uint8Array => bytes.subarray(0, bytes.length - 5)
const flipped = (bytes: Buffer): Uint8Array => {
  bytes[bytes.length - 5] = (bytes[bytes.length - 5] as number) ^ 1
  return bytes
}

t.test('a torn tail is cut, and all before it is there', async (t) => {
  const dataDir = copyOfData(t)
  await append(dataDir, [torn])
  const server = await ServerProcess.start({ dataDir, shards: 2 })
  t.teardown(() => server.kill())
  t.match(server.output, /torn tail cut from the log/)
  const { last, terminal } = traded()
  await terminal.connect(server.port, rig.trader(terminal.login).accessToken)
  t.match(await terminal.ask('trade', last.args), { ...last.told })
  t.same(await differencesOf(terminal), [])
  terminal.hangUp()
})

t.test('a flipped bit before the tail: the start is refused and the record named', async (t) => {
  const dataDir = copyOfData(t)
  const seq = await append(dataDir, [flipped, (bytes) => bytes])
  const { code, output } = await ServerProcess.refused({ dataDir, shards: 2 })
  t.equal(code, 1)
  t.match(output, `${seq}`)
  t.match(output, /^openfloor: .*checksum/m)
})

t.test('a tail that the tables know and the log lost: the start is refused', async (t) => {
  const dataDir = copyOfData(t)
  const log = openLmdbLog({ directory: logDirectory(dataDir, SHARD) })
  const { seq } = newestRecord(log)
  await log.close()
  const { last } = traded()
  rmSync(join(logDirectory(dataDir, SHARD)), { recursive: true })
  const { code, output } = await ServerProcess.refused({ dataDir, shards: 2 })
  t.equal(code, 1)
  t.match(output, new RegExp(`^openfloor: the log of shard 0 ends at record 0.*${seq}`, 'm'))
  // Ended in the middle of that, it aborts the process now and then.
  t.match(
    output,
    /"shard":1,.*"msg":"recovered"/,
    'the other shard was let come to the end of its start',
  )
  t.ok(last.told)
})

t.test('a flipped bit in an old record: its request is refused, not done again', async (t) => {
  const dataDir = copyOfData(t)
  const { first, last, terminal } = traded()
  t.ok(flipIn(logFile(dataDir), String(first.args['client_order_id'])) > 0)
  const server = await ServerProcess.start({ dataDir, shards: 2 })
  t.teardown(() => server.kill())
  await terminal.connect(server.port, rig.trader(terminal.login).accessToken)
  const refused = await terminal.ask('trade', first.args)
  t.match(refused, { code: 'unavailable', message: /cannot read record \d+ of its log/ })
  t.match(await terminal.ask('trade', last.args), { ...last.told }, 'the account trades on')
  t.match(await terminal.ask('resume', { seq: '0' }), { code: 'resume_gone' })
  t.match(server.output, /a record of the log is damaged/)
  t.equal((await server.health()).status, 200)
  terminal.hangUp()
})

for (const [what, at] of [
  ['header', 0],
  ['first page', 100],
  ['later pages', 4096],
] as const) {
  t.test(`a damaged database (${what}): the start is refused and says so`, async (t) => {
    const dataDir = copyOfData(t)
    overwrite(sqlitePath(dataDir), at, new Uint8Array(at === 4096 ? 8192 : 16).fill(0xaa))
    const { code, output } = await ServerProcess.refused({ dataDir, shards: 2 })
    t.equal(code, 1)
    t.match(output, /^openfloor: the database openfloor.sqlite is damaged/m)
    t.notMatch(output, /\[object/)
  })
}
