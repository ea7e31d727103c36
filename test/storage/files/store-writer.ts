import { openDesk } from '../../../actors/desk/desk.js'
import { deskHandlers } from '../../../actors/desk/operations.js'
import type { FilesDeskAsker } from '../../../actors/files/file-keeper.js'
import { Uploads } from '../../../actors/files/uploads.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { randomKey } from '../../../actors/thread/random.js'
import { addToFile, removeContent } from '../../../storage/files/content.js'
import { sqlitePath } from '../../../storage/paths.js'
import { openSeal } from '../../../storage/secrets/seal.js'
import { openWriter } from '../../../storage/sqlite/open.js'

// A process that ends as by kill -9 at a step of what it does to the store.
//   upload STEP    stores a file, and ends at the step
//   grow STEP ID   adds to a file that grows, and ends before or after its row says so
//   remove STEP ID removes a file, and ends at the step
const [dataDir = '', what = '', killedAt = '', id = ''] = process.argv.slice(2)

function passed(step: string): void {
  if (step === killedAt) process.kill(process.pid, 'SIGKILL')
}

const db = openWriter(sqlitePath(dataDir))
const desk = openDesk(db, systemClock(), 2, openSeal(new Uint8Array(32).fill(7), randomKey))
const handlers = deskHandlers(desk)

async function upload(): Promise<void> {
  const ask = async (name: string, asked: unknown): Promise<unknown> => {
    const handler = handlers[name as keyof typeof handlers] as (asked: unknown) => unknown
    const answer = handler(asked)
    passed(name)
    return answer
  }
  const uploads = new Uploads({
    dataDir,
    reserveBytes: 0,
    desk: { ask } as unknown as FilesDeskAsker,
    onLeftFile: () => undefined,
    onStep: passed,
  })
  const begun = await uploads.begin({ owner: 7, isStaff: true, kind: 'import', bytes: 0 })
  if (!begun.ok) throw new Error(begun.message)
  await begun.value.write(Buffer.from('first half, '))
  await begun.value.write(Buffer.from('second half'))
  const stored = await begun.value.store({ name: 'a.txt', media: 'text/plain' })
  if (!stored.ok) throw new Error(stored.message)
  const claimed = handlers['files.claim']({ id: stored.value.id, owner: 7, kind: 'import' })
  if (!claimed.ok) throw new Error(claimed.message)
  passed('claimed')
}

function grow(): void {
  const bytes = addToFile(dataDir, id, 5, Buffer.from(' and more'))
  passed('added')
  db.prepare('UPDATE files SET bytes = ? WHERE id = ?').run(bytes, id)
  passed('counted')
}

function remove(): void {
  db.prepare("UPDATE files SET state = 'gone' WHERE id = ?").run(id)
  passed('gone')
  removeContent(dataDir, id)
  passed('removed')
  handlers['files.forget']({ ids: [id] })
  passed('forgotten')
}

if (what === 'upload') await upload()
else if (what === 'grow') grow()
else remove()
