import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { openLmdbLog } from '../../../storage/log/lmdb-log.js'
import type { Log } from '../../../storage/log/log.js'
import { LogRoom } from '../../../storage/log/log-room.js'
import { decodeRecords } from '../../../wire/record/record.js'
import { turnOf } from '../../wire/record/sample-records.js'

const TURN = 64
const noRest = async (): Promise<void> => {}
const MIB = 1024 ** 2

class LogInFolder {
  readonly directory = mkdtempSync(join(tmpdir(), 'openfloor-room-'))
  log = this.open()
  #next = 1

  open(): Log {
    return openLmdbLog({ directory: this.directory })
  }

  /** Turns of about 16 KB. */
  commit(turns: number): void {
    for (let i = 0; i < turns; i++) {
      this.log.commit(this.#next, turnOf(this.#next, TURN))
      this.#next += TURN
    }
  }

  get fileBytes(): number {
    return statSync(join(this.directory, 'data.mdb')).size
  }

  /** Its records, as opening it anew finds them. */
  async readAgain(): Promise<number[]> {
    await this.log.close()
    this.log = this.open()
    const seqs: number[] = []
    for (const { bytes } of this.log.read(1)) {
      for (const { seq } of decodeRecords(bytes)) seqs.push(seq)
    }
    return seqs
  }

  async end(): Promise<void> {
    await this.log.close()
    rmSync(this.directory, { recursive: true })
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

t.test('a log that grows gets space ahead, and commits go on into it', async (t) => {
  const held = new LogInFolder()
  held.log.prepare()
  held.commit(40)
  const before = held.fileBytes
  held.log.prepare()
  // Commits while the space is made: neither writes over the other.
  while (held.fileBytes < before + 3 * MIB) {
    held.commit(1)
    await new Promise((resolve) => setImmediate(resolve))
  }
  held.commit(40)
  const seqs = await held.readAgain()
  t.ok(seqs.length >= 80 * TURN)
  t.ok(seqs.every((seq, index) => seq === index + 1))
  t.ok(held.fileBytes >= before + 3 * MIB, 'the space stays')
  await held.end()
})

t.test('it rests between chunks, and a chunk is small', async (t) => {
  const held = new LogInFolder()
  const sizes: number[] = []
  const room = new LogRoom(join(held.directory, 'data.mdb'), async () => {
    sizes.push(held.fileBytes)
  })
  room.look(held.fileBytes)
  room.look(held.fileBytes + MIB)
  await until(() => sizes.length >= 4)
  await room.close()
  const [first = 0, second = 0] = sizes
  t.equal(second - first, MIB / 4)
  await held.end()
})

t.test('space is made once at a time, and a room that is closed writes no more', async (t) => {
  const held = new LogInFolder()
  const path = join(held.directory, 'data.mdb')
  const asked: number[] = []
  const rests: (() => void)[] = []
  const rest = () => new Promise<void>((resolve) => rests.push(resolve))
  const room = new LogRoom(path, rest, async () => {
    asked.push(held.fileBytes)
    return Number.MAX_SAFE_INTEGER
  })
  room.look(0)
  room.look(MIB / 4 - 1)
  t.equal(asked.length, 0, 'that is a quiet second')
  room.look(MIB / 2 - 1)
  t.equal(asked.length, 1)
  await until(() => rests.length === 1)
  room.look(MIB)
  t.equal(asked.length, 1)
  const written = held.fileBytes
  let isClosed = false
  const closed = room.close().then(() => {
    isClosed = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  t.notOk(isClosed, 'it is in the middle of it')
  rests[0]?.()
  await closed
  t.equal(held.fileBytes, written)
  t.same([asked.length, rests.length], [1, 1])
  await held.end()
})

t.test('nothing is written while it rests', async (t) => {
  const held = new LogInFolder()
  const path = join(held.directory, 'data.mdb')
  const grown: number[] = []
  const room = new LogRoom(path, async () => {
    const before = held.fileBytes
    // As many looks at the file as would be time for several chunks.
    for (let n = 0; n < 20; n++) await stat(path)
    grown.push(held.fileBytes - before)
  })
  room.look(held.fileBytes)
  room.look(held.fileBytes + MIB)
  await until(() => grown.length >= 4)
  await room.close()
  t.same(new Set(grown), new Set([0]))
  await held.end()
})

t.test('a log that hardly grows takes no space', async (t) => {
  const held = new LogInFolder()
  held.log.prepare()
  held.commit(2)
  held.log.prepare()
  await held.log.close()
  t.ok(held.fileBytes < MIB)
  held.log = held.open()
  await held.end()
})

t.test('space is made for four seconds of growth, and what is there counts', async (t) => {
  const held = new LogInFolder()
  const grow = async (from: number, to: number): Promise<LogRoom> => {
    const room = new LogRoom(join(held.directory, 'data.mdb'), noRest)
    room.look(from)
    room.look(to)
    await until(() => held.fileBytes >= to + 4 * (to - from))
    await room.close()
    return room
  }
  await grow(0, 2 * MIB)
  t.equal(held.fileBytes, 10 * MIB)
  const room = await grow(2 * MIB, 4 * MIB)
  t.equal(held.fileBytes, 12 * MIB)
  room.look(9 * MIB)
  await room.close()
  t.equal(held.fileBytes, 12 * MIB, 'nothing after it is closed')
  await held.end()
})

t.test('a disk that has little space left keeps it, and gives it when it has more', async (t) => {
  const held = new LogInFolder()
  const before = held.fileBytes
  const asked: string[] = []
  // The least that is asked for, 32 times.
  const enough = 4 * MIB * 32
  let free = enough - 1
  const room = new LogRoom(join(held.directory, 'data.mdb'), noRest, async (directory) => {
    asked.push(directory)
    return free
  })
  room.look(0)
  for (let used = 1; used <= 3; used++) {
    room.look(used * MIB)
    await until(() => asked.length === used)
    // The next question would come after this look, if at all.
    await new Promise((resolve) => setImmediate(resolve))
  }
  t.same(new Set(asked), new Set([held.directory]))
  t.equal(held.fileBytes, before)
  free = enough
  room.look(4 * MIB)
  await until(() => held.fileBytes >= 8 * MIB)
  t.equal(held.fileBytes, 8 * MIB)
  // And once more, as soon as that is over.
  let used = 4
  await until(() => {
    if (asked.length < 5) room.look(++used * MIB)
    return held.fileBytes >= (used + 4) * MIB
  })
  await room.close()
  await held.end()
})

t.test('a file that cannot be written to costs nothing but the space', async (t) => {
  const room = new LogRoom(join(tmpdir(), 'openfloor-no-such-folder', 'data.mdb'), noRest)
  room.look(0)
  room.look(MIB)
  await room.close()
  t.pass()
})

t.test('where it has failed once it is not tried again', async (t) => {
  let asked = 0
  const room = new LogRoom(join(tmpdir(), 'data.mdb'), noRest, async () => {
    asked++
    throw new Error('no such folder')
  })
  for (let used = 0; used <= 3; used++) {
    room.look(used * MIB)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await room.close()
  t.equal(asked, 1)
})
