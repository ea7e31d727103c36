import t from 'tap'
import type { FilesDeskAsker } from '../../../actors/files/file-keeper.js'
import { type Upload, Uploads } from '../../../actors/files/uploads.js'
import { accept } from '../../../actors/thread/ask.js'
import { UPLOADS_PER_LOGIN_MAX } from '../../../engine/limits.js'
import { scratch } from '../../given/desk.js'

const LOGIN = 7

/** Uploads of one login, over a desk that takes every file. */
function given(test: { teardown(run: () => void): unknown }) {
  const uploads = new Uploads({
    ...{ dataDir: scratch(test), reserveBytes: 0, onLeftFile: () => undefined },
    desk: {
      ask: async (_name: string, asked: unknown) => accept(asked),
    } as unknown as FilesDeskAsker,
  })
  const ask = () => uploads.begin({ owner: LOGIN, isStaff: false, kind: 'import', bytes: 0 })
  const begin = async (): Promise<Upload> => {
    const begun = await ask()
    if (!begun.ok) throw new Error(begun.message)
    return begun.value
  }
  return { uploads, ask, begin }
}

t.test('an upload gives its place back once, whoever ends it how often', async (t) => {
  const { uploads, ask, begin } = given(t)
  const all: Upload[] = []
  for (let n = 0; n < UPLOADS_PER_LOGIN_MAX; n++) all.push(await begin())
  const [first] = all
  await first?.abandon()
  await first?.abandon()
  t.equal(uploads.open, UPLOADS_PER_LOGIN_MAX - 1)
  const stored = await begin()
  t.equal(await stored.write(Buffer.from('abc')), null)
  t.match(await stored.store({ name: 'a.csv', media: 'text/csv' }), { ok: true })
  await stored.abandon()
  t.equal(uploads.open, UPLOADS_PER_LOGIN_MAX - 1)
  await begin()
  t.match(await ask(), { code: 'too_many_requests' })
})
