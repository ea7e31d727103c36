// Exit code 0 while the server of this container takes requests, 1 otherwise: for HEALTHCHECK.
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'

const { PORT = '8080', TLS_CERT = '' } = process.env
// The name in the certificate is that of the outside, and this is loopback.
const options = { host: '127.0.0.1', port: PORT, path: '/health', rejectUnauthorized: false }
const asked = (TLS_CERT === '' ? overHttp : overHttps)(options, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1)
})
asked.setTimeout(4000, () => process.exit(1))
asked.on('error', () => process.exit(1))
asked.end()
