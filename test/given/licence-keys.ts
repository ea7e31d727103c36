import { generateKeyPairSync, sign } from 'node:crypto'

/** A vendor of licences. */
const vendor = generateKeyPairSync('ed25519')

export const VENDOR_PUBLIC_KEY = vendor.publicKey.export({ format: 'pem', type: 'spki' }).toString()

/** A key for a payload, or for a text in its place. */
export function licenceKey(payload: object | string, privateKey = vendor.privateKey): string {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const signed = Buffer.from(text).toString('base64url')
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
}

export function strangersKey(payload: object): string {
  return licenceKey(payload, generateKeyPairSync('ed25519').privateKey)
}

/** A payload that fits a server of 2 March 2026. */
export function licencePayload(serverId: string, over: object = {}) {
  return {
    licence_id: 'L-1',
    server_id: serverId,
    issued_at: '2026-01-01T00:00:00Z',
    expires_at: '2027-01-01T00:00:00Z',
    companies: [
      { name: 'Harbour Markets', main: true },
      { name: 'Bay Trading', main: false },
    ],
    brands: [{ company: 'Harbour Markets', short_name: 'Harbour', domains: ['harbour.example'] }],
    entitlements: { max_accounts: 0, max_groups: 0 },
    ...over,
  }
}
