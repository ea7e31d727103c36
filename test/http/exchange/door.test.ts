import t from 'tap'
import { Door } from '../../../http/exchange/door.js'
import { StrangerRates } from '../../../http/pipeline/rates/address-rates.js'
import { route } from '../../../http/routes/route.js'
import { bytes, pipeline, read, request } from '../given.js'

const open = { summary: '', handle: () => null } as const
const routes = [
  route({ ...open, method: 'GET', audience: 'public', path: '/health', alwaysOpen: true }),
  route({ ...open, method: 'POST', audience: 'public', path: '/refresh' }),
  route({ ...open, method: 'GET', audience: 'staff', rights: [], path: '/staff' }),
]

t.test('nothing but health is answered until the door is open, whoever asks', async (t) => {
  const door = new Door()
  const front = pipeline(routes, { door, strangers: new StrangerRates(() => false) })
  const asked = [
    request({ path: '/staff' }),
    request({ path: '/staff', headers: { authorization: 'Bearer full' } }),
    request({ path: '/staff', headers: { authorization: 'Bearer nonsense' } }),
    request({ path: '/refresh', method: 'POST' }),
  ]
  for (const phase of ['recovering', 'draining'] as const) {
    door.phase = phase
    for (let times = 0; times < 200; times++) {
      for (const one of asked) {
        const answer = await front.inject(one, one.method === 'POST' ? bytes('nonsense') : null)
        if (answer.status === 503 && read(answer).code === 'unavailable') continue
        t.fail(`${phase}: ${one.path} ${answer.status}`)
      }
    }
    const { headers } = await front.inject(request({ path: '/staff' }))
    t.match(headers, [['retry-after', phase === 'recovering' ? '1' : '2']])
    t.equal((await front.inject(request({ path: '/health' }))).status, 200)
  }
  door.phase = 'ok'
  const statuses = []
  for (const one of asked) statuses.push((await front.inject(one)).status)
  t.same(statuses, [401, 200, 401, 200])
})
