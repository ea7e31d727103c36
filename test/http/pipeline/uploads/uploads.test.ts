import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { FilesDeskAsker } from '../../../../actors/files/file-keeper.js'
import { refuse } from '../../../../engine/code.js'
import { UPLOADS_KEPT_FOR_STAFF, UPLOADS_MAX } from '../../../../engine/limits/files.js'
import { openApiDocument } from '../../../../http/docs/openapi.js'
import type { UploadedFile } from '../../../../http/pipeline/uploads/upload-rule.js'
import { type FrontRoute, type FrontServices, uploadRoute } from '../../../../http/routes/route.js'
import { fileDirectory, filePath } from '../../../../storage/paths.js'
import { JsonText } from '../../../../wire/answer/envelope.js'
import { jsonOf } from '../../../../wire/format/json-parts.js'
import { Body, Text } from '../../../../wire/types/scalars.js'
import { until } from '../../../given/desk.js'
import { multipart, type Part, UploadFront } from '../../../given/fronts/upload-front.js'
import { whole } from '../../../given/whole.js'

// Files on their way from a client's socket into the store, over a whole server.

const MIB = 1024 * 1024
const FILE_MAX = 2 * MIB

const shared = {
  method: 'POST',
  audience: 'staff',
  rights: ['accounts.edit'],
  summary: '',
} as const
const UPLOAD = { kind: 'import', field: 'file', bytesMax: FILE_MAX } as const

const json = (value: object): JsonText => new JsonText(jsonOf(value))
const deskOf = (services: FrontServices): FilesDeskAsker =>
  (services as unknown as { readonly desk: FilesDeskAsker }).desk

async function content(file: UploadedFile): Promise<Buffer> {
  const read = await file.read()
  if (!read.ok) throw new Error(read.message)
  const parts: Buffer[] = []
  for (let part = await read.value.next(); part !== null; part = await read.value.next()) {
    parts.push(Buffer.from(part))
  }
  read.value.close()
  return Buffer.concat(parts)
}

const plain = uploadRoute({
  ...shared,
  path: '/files',
  upload: { ...UPLOAD, extensions: ['.csv', '.png', '.pdf'] },
  body: Body({ comment: Text(20) }),
  async handle({ body, file, services, session }) {
    if (body.comment === 'refused') return refuse('conflict', 'Not this one.')
    if (body.comment === 'thrown') throw new Error('the handler fails')
    const { id, name, media, bytes } = file
    const sha256 = createHash('sha256')
      .update(await content(file))
      .digest('hex')
    const own = { id, owner: session.login, kind: 'import' } as const
    if (body.comment === 'claimed') await deskOf(services).ask('files.claim', own)
    return json({ id, name, media, bytes, sha256, said: file.sha256, comment: body.comment })
  },
})

/** A route like that of an attachment: only its file is read, 300 ms long. */
const brief = uploadRoute({
  ...shared,
  path: '/brief',
  upload: { ...UPLOAD, extensions: ['.csv'], msMax: 300 },
  handle: ({ file, body }) => json({ id: file.id, body }),
})

const large = uploadRoute({
  ...shared,
  path: '/large',
  upload: { ...UPLOAD, bytesMax: 256 * MIB, extensions: ['.csv'] },
  handle: ({ file }) => json({ bytes: file.bytes, sha256: file.sha256 }),
})

const keyed = uploadRoute({
  ...shared,
  path: '/keyed',
  idempotent: true,
  errors: ['conflict'],
  upload: { ...UPLOAD, extensions: ['.csv'] },
  body: Body({ comment: Text(20) }),
  handle: ({ keyed }) => json(keyed),
})

const routes: readonly FrontRoute[] = [plain, brief, large, keyed]
const file = (over: Partial<Part> = {}): Part => ({
  name: 'file',
  fileName: 'a.csv',
  content: 'a;b\r\n',
  ...over,
})
const comment = (text = 'x'): Part => ({ name: 'comment', content: text })

/** Nothing is there, on disk, in the tables, or under way. */
async function nothingLeft(t: Test, front: UploadFront, why: string): Promise<void> {
  await until(() => front.uploads.open === 0)
  while (front.contents().length + front.rows().length > 0) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  t.pass(`nothing is left: ${why}`)
}

/** The answer, as soon as it is whole. */
async function answerOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const bytes of socket as AsyncIterable<Buffer>) {
    text += bytes.toString('utf8')
    if (/"request_id":"[^"]+"\}$/.test(text)) break
  }
  socket.destroy()
  return text
}

t.test('a handler is given the file as it was sent, and the texts beside it', async (t) => {
  const front = await UploadFront.start(t, routes)
  const bytes = Buffer.from('login;name\r\n1001;Ada\r\n')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  for (const parts of [
    [comment('first'), file({ fileName: '../C:\\x\\Ünsere.CSV', content: bytes })],
    [file({ fileName: '../C:\\x\\Ünsere.CSV', content: bytes }), comment('last')],
  ]) {
    const sent = await front.send('/files', parts)
    t.equal(sent.status, 200, sent.message)
    t.match(sent.data, { name: 'Ünsere.CSV', media: 'text/csv', bytes: bytes.length })
    t.match(sent.data, { sha256, said: sha256 })
    const path = filePath(front.dataDir, sent.data.id)
    t.same(readFileSync(path), bytes)
    t.equal(statSync(path).mode & 0o777, 0o600)
  }
  t.match(front.rows(), [{ state: 'new', owner: 7 }, { state: 'new' }])
  t.match(await front.send('/files', [file(), comment('claimed')]), { status: 200 })
  t.equal(front.rows().filter(({ state }) => state === 'whole').length, 1)
  const ignoring = await front.send('/brief', [comment('not looked at'), file()])
  t.match(ignoring, { status: 200, data: { body: null } })
  t.equal(front.uploads.open, 0)
})

t.test('the texts beside it may come after the whole file, when it is kept already', async (t) => {
  const front = await UploadFront.start(t, routes)
  const body = multipart([file(), comment('later')])
  const rest = body.lastIndexOf('Content-Disposition')
  const socket = await front.begin('/files', body.length)
  const answer = answerOf(socket)
  socket.write(body.subarray(0, rest))
  const bytes = Buffer.byteLength(file().content)
  await until(() => front.contents().length === 1)
  const [name] = front.contents()
  const path = join(fileDirectory(front.dataDir), name as string)
  await until(() => statSync(path).size === bytes)
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  socket.write(body.subarray(rest))
  t.match(await answer, /^HTTP\/1\.1 200 [\s\S]*"comment":"later"/)
  t.same(front.failures, [])
})

t.test('under a key another file is another request, and a wrong key keeps nothing', async (t) => {
  const front = await UploadFront.start(t, routes)
  const key: string = randomUUID()
  const send = (bytes: string, text = 'x', sent = key) =>
    front.send('/keyed', [comment(text), file({ content: bytes })], { 'idempotency-key': sent })
  const first = await send('a')
  t.match(first, { status: 200, data: { once: { key, digest: /./ } } })
  t.same((await send('a')).data, first.data)
  for (const other of [await send('b'), await send('a', 'y')]) {
    t.match(other, { status: 200, data: { once: { key } } })
    t.notSame(other.data, first.data)
  }
  const kept = front.rows().length
  t.match(await send('a', 'x', 'no uuid'), { status: 400, code: 'invalid_input' })
  t.equal(front.rows().length, kept)
})

t.test('what a handler refuses or fails on goes', async (t) => {
  const front = await UploadFront.start(t, routes)
  t.match(await front.send('/files', [file(), comment('refused')]), { status: 409 })
  await nothingLeft(t, front, 'refused')
  t.match(await front.send('/files', [file(), comment('thrown')]), {
    status: 500,
    code: 'internal',
  })
  t.match(front.failures, [/the handler fails/])
  await nothingLeft(t, front, 'thrown')
})

t.test('session, csrf and rights come before the first byte is kept', async (t) => {
  const steps: string[] = []
  const sessions = { full: {}, less: { rights: new Set<string>() } }
  const onStep = (step: string): number => steps.push(step)
  const front = await UploadFront.start(t, routes, { onStep, sessions })
  const body = [file(), comment()]
  const as = (headers: Record<string, string>) => front.send('/files', body, headers)
  t.match(await as({ authorization: 'Bearer nobody' }), { status: 401 })
  t.match(await as({ 'x-csrf-token': 'wrong' }), { status: 403, code: 'auth.csrf_invalid' })
  t.match(await as({ authorization: 'Bearer less' }), { status: 403, code: 'forbidden' })
  t.match(await as({ 'content-type': 'application/json' }), { status: 415 })
  t.match(await front.send('/files?page=1', body), { status: 400, code: 'invalid_input' })
  t.same(steps, [])
  t.match(await as({}), { status: 200 })
  t.same(steps, ['made', 'written', 'synced', 'named', 'settled'])
})

t.test('rights that were taken away meanwhile count', async (t) => {
  const rights = new Set(['accounts.edit'])
  const front = await UploadFront.start(t, routes, { sessions: { full: { rights } } })
  const body = multipart([comment(), file()])
  const socket = await front.begin('/files', body.length)
  const answer = answerOf(socket)
  socket.write(body.subarray(0, 50))
  await until(() => front.uploads.open === 1)
  rights.clear()
  socket.write(body.subarray(50))
  await until(() => front.uploads.open === 0)
  socket.end()
  t.match(await answer, /^HTTP\/1\.1 403 [\s\S]*"forbidden"/)
  await nothingLeft(t, front, 'forbidden')
})

t.test('each bound has an answer one past it, and nothing is left', async (t) => {
  const front = await UploadFront.start(t, routes)
  const refused = async (parts: readonly Part[] | Buffer, says: object, path = '/files') => {
    const answer = await front.send(path, parts)
    t.match(answer, { code: 'invalid_input', ...says })
    await nothingLeft(t, front, answer.message)
  }
  const fields = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `f${n}`, content: '' }))
  const csv = (bytes: number) => file({ content: Buffer.alloc(bytes, 'a') })
  await refused([csv(FILE_MAX + 1), comment()], { status: 413, code: 'too_large' })
  const declared = await front.begin('/files', FILE_MAX + 65_537)
  t.match(await answerOf(declared), /^HTTP\/1\.1 413 [\s\S]*"too_large"/, 'before it comes')
  await refused([comment()], { message: /file: is missing/ })
  await refused([file({ content: '' }), comment()], { message: /file: is an empty file/ })
  await refused([file(), file(), comment()], { message: /file: occurs more than once/ })
  await refused([file({ name: 'photo' })], { message: /photo: is not a field of this route/ })
  await refused([file()], { message: /comment/ })
  await refused([file(), comment(), { name: 'x', content: '' }], { message: /x: / })
  await refused([file(), comment(), comment()], { message: /comment: occurs more than once/ })
  await refused([file(), comment('x'.repeat(21))], { message: /comment/ })
  await refused([file(), comment('x'.repeat(4097))], { message: /more than 4096 bytes/ })
  await refused([...fields(17), file()], { message: /more than 16 fields/ }, '/brief')
  await refused([{ ...comment(), head: `X: ${'x'.repeat(70_000)}\r\n` }], { status: 400 })
  await refused([file({ fileName: `${'a'.repeat(125)}.csv` }), comment()], { message: /128/ })
  await refused([file({ fileName: `${'a'.repeat(9000)}.csv` }), comment()], { message: /file: / })
  await refused([file({ fileName: 'a.csv.exe' }), comment()], { message: /ends in one of/ })
  await refused([file({ fileName: '..%2fa.csv' }), comment()], { message: /a percent code/ })
  await refused([file({ fileName: 'a\u202evsc.csv' }), comment()], { message: /control char/ })
  await refused([file({ content: 'a\0b' }), comment()], { message: /ending of the file name/ })
  await refused([file({ fileName: 'a.png' }), comment()], { message: /ending of the file name/ })
  const exe = file({ fileName: 'a.exe.pdf', content: Buffer.from('4d5a9000', 'hex') })
  await refused([exe, comment()], { message: /ending of the file name/ })
  t.match(await front.send('/brief', [...fields(16), file()]), { status: 200 })
  t.match(await front.send('/files', [csv(FILE_MAX), comment('x'.repeat(20))]), { status: 200 })
  t.match(await front.send('/files', [file({ fileName: `${'a'.repeat(124)}.csv` }), comment()]), {
    status: 200,
  })
})

t.test('what is no multipart body, or not all of it, is refused', async (t) => {
  const front = await UploadFront.start(t, routes)
  const whole = multipart([comment(), file()])
  const bodies = [
    Buffer.from('x'),
    Buffer.from('--xYzZY'),
    Buffer.from('--xYzZY--\r\n'),
    Buffer.alloc(0),
    Buffer.from('--xYzZY\r\n\r\n\r\n--xYzZY--'),
    Buffer.alloc(60_000, '\r\n--xYzZY\r\n'),
    multipart([comment(), file()], ''),
    ...Array.from({ length: 40 }, (_, n) =>
      whole.subarray(0, Math.floor(((whole.length - 4) * n) / 40)),
    ),
  ]
  for (const body of bodies) {
    const { status } = await front.send('/files', body)
    if (status !== 400) t.equal(status, 400, body.subarray(0, 80).toString('latin1'))
  }
  await nothingLeft(t, front, `${bodies.length} broken bodies`)
  const empty = await front.send('/brief', Buffer.alloc(0))
  t.equal(empty.message, 'file: is missing', 'a body without a byte has no file')
  const media = { 'content-type': 'multipart/form-data' }
  t.match(await front.send('/files', whole, media), { status: 400, message: /boundary/ })
  t.equal(front.uploads.open, 0)
  t.match(await front.send('/files', whole), { status: 200 })
  t.same(front.failures, [])
})

t.test('an upload that breaks off leaves nothing behind', async (t) => {
  const front = await UploadFront.start(t, routes)
  const body = multipart([comment(), file({ content: Buffer.alloc(MIB, 'a') })])
  for (const sent of [0, 60, 200, 300_000, body.length - 5]) {
    const socket = await front.begin('/files', body.length)
    socket.write(body.subarray(0, sent))
    await until(() => front.uploads.open === 1 && (sent < 200 || front.contents().length === 1))
    socket.destroy()
    await nothingLeft(t, front, `after ${sent} bytes`)
  }
  t.equal(front.server.open, 0)
})

t.test('one that takes too long is refused, however little is missing', async (t) => {
  const front = await UploadFront.start(t, routes)
  const body = multipart([file()])
  const socket = await front.begin('/brief', body.length)
  const answer = answerOf(socket)
  socket.write(body.subarray(0, body.length - 1))
  t.match(await answer, /^HTTP\/1\.1 400 [\s\S]*took longer than 0.3 s/)
  await nothingLeft(t, front, 'too slow')
})

t.test('a login and all have places for so many, of which some are kept for staff', async (t) => {
  const logins = Array.from({ length: UPLOADS_MAX }, (_, n) => 100 + n)
  const rights = new Set(['accounts.edit'])
  const named = logins.map((login) => [`${login}`, { login, rights }] as const)
  const sessions = { full: {}, ...Object.fromEntries(named) }
  const front = await UploadFront.start(t, routes, { sessions })
  const open: Socket[] = []
  const more = async (as: string): Promise<Socket> => {
    const socket = await front.begin('/files', 1000, as)
    open.push(socket)
    return socket
  }
  await more('full')
  await more('full')
  await until(() => front.uploads.open === 2)
  t.match(await front.send('/files', [file(), comment()]), { status: 429 })
  for (const login of logins.slice(2)) await more(`${login}`)
  await until(() => front.uploads.open === UPLOADS_MAX)
  const last = { authorization: 'Bearer 100' }
  t.match(await front.send('/files', [file(), comment()], last), { status: 503 })
  const asTrader = { owner: 9, isStaff: false, kind: 'import', bytes: 0 } as const
  for (let n = 0; n < UPLOADS_KEPT_FOR_STAFF; n++) open.pop()?.destroy()
  await until(() => front.uploads.open === UPLOADS_MAX - UPLOADS_KEPT_FOR_STAFF)
  t.match(await front.uploads.begin(asTrader), { ok: false, code: 'unavailable' })
  t.match(await front.send('/files', [file(), comment()], last), { status: 200 })
  for (const socket of open) socket.destroy()
  await until(() => front.uploads.open === 0)
})

t.test('200 MB come in flat memory, while the disk is slower than the client', async (t) => {
  const front = await UploadFront.start(t, routes)
  const mib = Buffer.alloc(MIB, 'abcdefgh;ijklmno\r\n')
  const count = 200
  const [head = Buffer.alloc(0), tail] = split(multipart([file({ content: '@' })]))
  const socket = await front.begin('/large', head.length + count * MIB + tail.length)
  const answer = answerOf(socket)
  const hash = createHash('sha256')
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let peak = 0
  socket.write(head)
  const begun = Date.now()
  for (let n = 0; n < count; n++) {
    hash.update(mib)
    if (!socket.write(mib)) await once(socket, 'drain')
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  socket.write(tail)
  await until(() => front.uploads.open === 0)
  socket.end()
  const text = await answer
  t.match(text, `"bytes":${count * MIB},"sha256":"${hash.digest('hex')}"`)
  t.comment(`${Date.now() - begun} ms, memory grew by ${Math.round((peak - before) / MIB)} MiB`)
  // 200 MB that were kept would be twice as much.
  t.ok(peak - before < 96 * MIB, `${Math.round((peak - before) / MIB)} MiB`)
})

function split(body: Buffer): [Buffer, Buffer] {
  const at = body.indexOf('@')
  return [body.subarray(0, at), body.subarray(at + 1)]
}

t.test('a disk that is nearly full takes nothing', async (t) => {
  const front = await UploadFront.start(t, routes, { reserveBytes: 2 ** 52 })
  const answer = await front.send('/files', [file(), comment()])
  t.match(answer, { status: 503, code: 'unavailable', message: /cannot store anything/ })
  await nothingLeft(t, front, 'full')
})

t.test('an owner whose room is used up is told before anything comes', async (t) => {
  const steps: string[] = []
  const onStep = (step: string): number => steps.push(step)
  const front = await UploadFront.start(t, routes, { onStep })
  for (let n = 0; n < 20; n++) {
    const { status } = await front.send('/files', [file(), comment('claimed')])
    if (status !== 200) t.fail(`${status}`)
  }
  steps.length = 0
  t.match(await front.send('/files', [file(), comment()]), { status: 409, code: 'conflict' })
  t.same(steps, [])
  t.equal(front.uploads.open, 0)
})

t.test('documents show the file and the texts beside it', async (t) => {
  const { paths } = JSON.parse(whole(openApiDocument(routes, '1'))) as {
    paths: Record<string, { post: object }>
  }
  t.match(paths['/files']?.post, {
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file', 'comment'],
            properties: { file: { type: 'string', format: 'binary' }, comment: { maxLength: 20 } },
          },
        },
      },
    },
  })
  t.match(paths['/brief']?.post, {
    requestBody: { content: { 'multipart/form-data': { schema: { required: ['file'] } } } },
  })
})

t.test('a rule beyond its kind, or without extensions, makes no route', async (t) => {
  const made = (over: object) => () =>
    uploadRoute({
      ...shared,
      path: '/x',
      upload: { ...UPLOAD, extensions: ['.csv'], ...over },
      handle: () => null,
    })
  t.throws(made({ bytesMax: 256 * MIB + 1 }), /no more than its kind/)
  t.throws(made({ extensions: [] }), /what its files end in/)
  t.throws(made({ msMax: 300_001 }), /no longer/)
})
