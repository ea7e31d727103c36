import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { patroniLines } from '../../bin/patroni.js'

// What `openfloor replicate status` says of whatever answers on Patroni's port.

const DATABASE = 'postgres://openfloor:word@127.0.0.1:5432,127.0.0.1:5433/openfloor'

async function answering(t: Test, answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const telling =
  (told: unknown): RequestListener =>
  ({ url }, response) => {
    response.statusCode = url === '/patroni' ? 200 : 404
    response.end(JSON.stringify(told))
  }

t.test('its version, role and whether it moves anything', async (t) => {
  for (const [told, line, isGood] of [
    [
      { role: 'primary', patroni: { version: '4.1.4', scope: 'openfloor' } },
      /4\.1\.4, primary$/,
      true,
    ],
    [{ role: 'replica', patroni: { version: '5.0' } }, /5\.0, replica$/, true],
    [
      { role: 'replica', patroni: { version: '4.0.6' } },
      /4\.0\.6, replica; 4\.1 or newer is/,
      false,
    ],
    [{ role: 'master', patroni: { version: '3.0.2' } }, /3\.0\.2, master; 4\.1 or newer is/, false],
    [{ role: 'primary', pause: true, patroni: { version: '4.1.4' } }, /paused/, false],
  ] as const) {
    const port = await answering(t, telling(told))
    t.match(await patroniLines(DATABASE, port), [{ line, isGood }])
  }
})

t.test('what is none says nothing, whatever it answers', async (t) => {
  const endless: RequestListener = (_, response) => {
    const more = (): void => {
      while (response.write(Buffer.alloc(16_384, 32)));
      response.once('drain', more)
    }
    more()
  }
  for (const answer of [
    telling({ role: 'primary' }),
    telling({ role: 'primary\u001b[31m', patroni: { version: '4.1.4' } }),
    telling(null),
    (_: unknown, response: Parameters<RequestListener>[1]) => response.end('<html>'),
    endless,
    // It says nothing at all.
    () => undefined,
  ]) {
    t.same(await patroniLines(DATABASE, await answering(t, answer)), [])
  }
  const gone = await answering(t, telling({}))
  t.same(await patroniLines('postgres://openfloor@[::1]/openfloor', gone), [], 'nobody is there')
  t.same(await patroniLines('no address', gone), [])
})
