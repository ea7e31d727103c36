import type { Test } from 'tap'
import { licenceKey, licencePayload, VENDOR_PUBLIC_KEY } from '../licence-keys.js'
import { ConfigFront } from './config-front.js'

/** A `ConfigFront` with a licence applied: Harbour Markets, the main company, with its brand, and Bay Trading. */
export async function licensedFront(test: Test, over: object = {}): Promise<ConfigFront> {
  const front = new ConfigFront(test, { licencePublicKey: VENDOR_PUBLIC_KEY })
  await applyLicence(front, over)
  return front
}

export async function applyLicence(front: ConfigFront, over: object): Promise<void> {
  const { server_id } = (await front.ask('GET /admin/v1/licence')).data
  const key = licenceKey(licencePayload(server_id, over))
  const applied = await front.ask('POST /admin/v1/licence', 'admin', { key })
  if (applied.status !== 200) throw new Error(applied.message)
}
