import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { connect } from 'node:tls'
import t from 'tap'
import { systemClock } from '../../../actors/thread/clock.js'
import { route } from '../../../http/routes/route.js'
import { HttpServer } from '../../../http/server/server.js'
import * as S from '../../../wire/types/scalars.js'
import { pipeline } from '../given.js'

const secure = route({
  audience: 'public',
  summary: '',
  method: 'GET',
  path: '/secure',
  data: S.Flag,
  handle: ({ request }) => request.secure,
})
const clock = systemClock()

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

t.test(
  'with PEM files it speaks TLS and says so',
  { skip: !hasOpenssl() && 'no openssl here' },
  async (t) => {
    const certFile = join(t.testdir({}), 'cert.pem')
    const keyFile = join(t.testdirName, 'key.pem')
    const ec = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
    ]
    const files = ['-keyout', keyFile, '-out', certFile, '-days', '1', '-subj', '/CN=localhost']
    execFileSync('openssl', [...ec, ...files], { stdio: 'ignore' })
    const front = pipeline([secure])
    const tls = { certFile, keyFile }
    const server = new HttpServer({ host: '127.0.0.1', port: 0, pipeline: front, clock, tls })
    const port = await server.listen()
    const text = await new Promise<string>((resolve, reject) => {
      let got = ''
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
      socket.write('GET /secure HTTP/1.1\r\nHost: x\r\n\r\n')
      socket.on('error', reject)
      socket.on('data', (data) => {
        got += data.toString()
        if (!got.includes('"request_id"')) return
        socket.destroy()
        resolve(got)
      })
    })
    t.match(text, 'strict-transport-security: max-age=31536000; includeSubDomains')
    t.match(text, '"data":true')
    await server.stop(100)
  },
)

t.test('PEM files that cannot be used are said so at the start', async (t) => {
  const tls = {
    certFile: join(t.testdir({}), 'none.pem'),
    keyFile: join(t.testdirName, 'none.pem'),
  }
  const make = () =>
    new HttpServer({ host: '127.0.0.1', port: 0, pipeline: pipeline([secure]), clock, tls })
  t.throws(make, /TLS_CERT/)
})
