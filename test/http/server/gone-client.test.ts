import { EventEmitter, once } from 'node:events'
import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { route, uploadRoute } from '../../../http/routes/route.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonOf } from '../../../wire/format/json-parts.js'
import { Body, Text } from '../../../wire/types/scalars.js'
import { multipart, UploadFront } from '../../given/fronts/upload-front.js'

t.test('who goes away while the file that came is worked on is answered nothing', async (t) => {
  const gate = new EventEmitter()
  const asked = once(gate, 'asked')
  const slow = uploadRoute({
    method: 'POST',
    path: '/files',
    audience: 'staff',
    summary: '',
    rights: ['accounts.edit'],
    upload: { kind: 'import', field: 'file', bytesMax: 1000, extensions: ['.csv'] },
    async handle() {
      // The first one alone is waited for.
      if (gate.emit('asked')) await once(gate, 'opened')
      return new JsonText(jsonOf(null))
    },
  })
  const front = await UploadFront.start(t, [slow])
  const body = multipart([{ name: 'file', fileName: 'a.csv', content: 'a;b\r\n' }])
  const socket = await front.begin('/files', body.length)
  socket.write(body)
  await asked
  t.equal(front.server.open, 1)
  socket.destroy()
  while (front.server.open > 0) await new Promise((resolve) => setImmediate(resolve))
  gate.emit('opened')
  t.match(await front.send('/files', body), { status: 200 })
  t.equal(front.server.open, 0)
  t.same(front.failures, [])
})

t.test('who goes away amid the body of a request gives its place back', async (t) => {
  const places = {
    perCaller: 1,
    all: 1,
    yours: refuse('too_many_requests', 'Wait for yours.'),
    others: refuse('unavailable', 'Wait for others.'),
  }
  const counted = route({
    method: 'POST',
    path: '/counted',
    audience: 'staff',
    summary: '',
    rights: ['accounts.edit'],
    places,
    body: Body({ say: Text(100) }),
    handle: () => null,
  })
  const front = await UploadFront.start(t, [counted])
  const json = { 'content-type': 'application/json' }
  const body = Buffer.from('{"say":"x"}')
  const socket = await front.begin('/counted', body.length, 'full', json['content-type'])
  while (front.server.open === 0) await new Promise((resolve) => setImmediate(resolve))
  t.match(await front.send('/counted', body, json), { status: 429 })
  socket.destroy()
  while (front.server.open > 0) await new Promise((resolve) => setImmediate(resolve))
  t.match(await front.send('/counted', body, json), { status: 200 })
})
