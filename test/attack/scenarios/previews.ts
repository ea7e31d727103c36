import { type Field, found, type Scenario } from '../scenario.js'

/** Previews of settings files: each is read, checked and tried, so a caller has one of them under way. */
const RUN_MS = { full: 8_000, small: 1_500 }
const RECORDS = 4_000
const LANES = 16

export const settingsPreviews: Scenario = {
  name: 'settings-previews',
  tries: 'a clerk with the right to one kind of settings previews large files, sixteen at once',
  latestMs: 500,
  async attack(field) {
    const clerk = await field.clerk(['config.holidays'], 'demo\\*')
    const holidays = Array.from({ length: RECORDS }, (_, n) => {
      return { year: 2027, month: 1 + (n % 12), day: 1 + (n % 28), description: `x${n}` }
    })
    const file = { format: 'app-config', version: 1, kinds: { holidays } }
    const body = { file, options: { mode: 'upsert' } }
    const codes = await sixteenAtOnce(field, async () => {
      const { code } = await field.server.ask('POST /admin/v1/config/transfer/preview', clerk, body)
      return code
    })
    const others = [...codes].filter(([code]) => code !== 'ok' && code !== 'too_many_requests')
    return found(
      !codes.has('ok') && 'no preview was made',
      !codes.has('too_many_requests') && 'sixteen previews were taken at once',
      others.length > 0 && `answers: ${others.map(([code]) => code).join(', ')}`,
    )
  },
}

async function sixteenAtOnce(
  field: Field,
  send: () => Promise<string>,
): Promise<ReadonlyMap<string, number>> {
  const codes = new Map<string, number>()
  const until = performance.now() + field.size(RUN_MS.full, RUN_MS.small)
  const lane = async (): Promise<void> => {
    while (performance.now() < until) {
      const code = await send()
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return codes
}
