import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { refusedSignature } from '../actors/desk/settings/licence-key.js'
import { refusedContents } from '../engine/licence/payload.js'
import { publicKeyIn } from '../http/settings.js'
import { formedPayload, readPayload } from '../wire/schema/settings/licence-payload.js'
import { commandTexts } from './texts/command-texts.js'

/** An example of a payload after a line that introduces it. */
export function payloadText(intro: string): string {
  return `
${intro}
  {"licence_id": "L-1", "server_id": "that of GET /admin/v1/licence",
   "issued_at": "2026-01-01T00:00:00Z", "expires_at": "2027-01-01T00:00:00Z",
   "companies": [{"name": "Example Markets", "main": true}],
   "brands": [{"company": "Example Markets", "domains": ["trade.example.com"]}],
   "entitlements": {"max_accounts": 1000, "max_groups": 50}}
`
}

function usage(): string {
  const { nameOne, payload } = commandTexts(process.env).help
  return `openfloor: ${nameOne}
  openfloor licence keygen FILE
  openfloor licence sign PAYLOAD FILE
  openfloor licence show FILE
${payloadText(payload)}`
}

/** `openfloor licence …`: the vendor's commands for licences. */
export async function licenceCommand(args: readonly string[]): Promise<number> {
  const [what, one, other, ...more] = args
  if (one === undefined || more.length > 0) return failed(usage(), 2)
  try {
    if (what === 'keygen' && other === undefined) return keygen(one)
    if (what === 'sign' && other !== undefined) return signed(one, other)
    if (what === 'show' && other === undefined) return show(one)
  } catch (error) {
    return failed(`openfloor: ${(error as Error).message}\n`)
  }
  return failed(usage(), 2)
}

function keygen(file: string): number {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  // Never overwrites an existing key, because without it no more licences can be signed.
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), {
    flag: 'wx',
    mode: 0o600,
  })
  const bytes = publicKey.export({ format: 'der', type: 'spki' })
  process.stdout.write(`LICENCE_PUBLIC_KEY=${bytes.toString('base64')}\n`)
  return 0
}

function signed(payloadFile: string, keyFile: string): number {
  const text = readFileSync(payloadFile)
  const { payload, refused } = formedPayload(text)
  const why = refused ?? refusedContents(payload)
  if (why !== null) return failed(`openfloor: ${payloadFile}: ${why}\n`)
  const key = privateKeyIn(keyFile)
  if (key === undefined) return failed(`openfloor: ${keyFile} has no Ed25519 private key, as PEM\n`)
  const part = Buffer.from(JSON.stringify(payload)).toString('base64url')
  const signature = sign(null, Buffer.from(part), key).toString('base64url')
  process.stdout.write(`${part}.${signature}\n`)
  return 0
}

function privateKeyIn(file: string): KeyObject | undefined {
  const text = readFileSync(file)
  try {
    const key = createPrivateKey(text)
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

function show(file: string): number {
  const key = readFileSync(file, 'utf8').trim()
  const { payload, refused } = readPayload(key)
  if (refused !== null) return failed(`openfloor: ${file}: ${refused}\n`)
  process.stdout.write(`${JSON.stringify(payload, null, 2)}\n`)
  const unsigned = refusedSignature(key, publicKeyIn(process.env['LICENCE_PUBLIC_KEY'] ?? ''))
  return unsigned === null ? 0 : failed(`openfloor: ${file}: ${unsigned}\n`)
}

function failed(why: string, code = 1): number {
  process.stderr.write(why)
  return code
}
