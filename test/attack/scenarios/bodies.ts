import { pause } from '../raw-http.js'
import { type Field, found, type Scenario } from '../scenario.js'

/** Bodies that cost more to read than they bring, within every rate of requests. */
const RUN_MS = { full: 8_000, small: 1_500 }
const GAP_MS = 5
const FIELDS = 4_000
const AT_ONCE = 16
/** Nobody else is to feel more than that. */
const BOUNDS = { latestMs: 500, memoryMaxMib: 200 }

/** Answers how often each code came. */
async function sent(
  field: Field,
  send: () => Promise<{ readonly code: string }>,
): Promise<ReadonlyMap<string, number>> {
  const codes = new Map<string, number>()
  const until = performance.now() + field.size(RUN_MS.full, RUN_MS.small)
  const underWay = new Set<Promise<void>>()
  while (performance.now() < until) {
    await pause(GAP_MS)
    if (underWay.size >= AT_ONCE) continue
    const one = send()
      .then(({ code }) => void codes.set(code, (codes.get(code) ?? 0) + 1))
      .catch(() => undefined)
      .finally(() => underWay.delete(one))
    underWay.add(one)
  }
  await Promise.all(underWay)
  return codes
}

function fieldsOf(width: number): Record<string, string> {
  const names = Array.from({ length: FIELDS }, (_, place) => `k${place}`)
  return Object.fromEntries(names.map((name) => [name, 'v'.repeat(width)]))
}

export const tradeBodies: Scenario = {
  name: 'trade-bodies',
  tries: 'a trader sends trade requests with thousands of fields that none has, within the rate',
  ...BOUNDS,
  async attack(field) {
    const trader = await field.trader('100')
    const body = fieldsOf(1)
    const codes = await sent(field, () =>
      field.server.ask('POST /trader/v1/trade', trader, { ...body, client_order_id: 'a' }),
    )
    return found(codes.has('invalid_input') && 'a body of thousands of fields was read')
  },
}
