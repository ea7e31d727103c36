import type { ConfigKindName, Content } from '../../../engine/config/config-records.js'
import { type ConfigKind, changedFields, sealedFields } from '../../../engine/config/kind.js'
import { SECRET_MASK } from '../../../engine/config/kinds/connection.js'
import type { ConnectionParameter } from '../../../engine/config/records/connection.js'
import type { Fault } from '../../../engine/reasons/keyed-text.js'
import { say } from '../../../engine/reasons/reasons.js'
import { type Seal, SealError } from '../../../storage/secrets/seal.js'

/**
 * Secrets of settings: encrypted beside the record, shown as flags (`has_password`) and masks.
 *
 *   - A secret is encrypted for its record and field, so the encrypted text is useless elsewhere.
 *   - An omitted secret is kept, an empty text removes it; a parameter is also kept if the mask is
 *     sent. Sending the stored value keeps the encrypted text, so nothing changes. In a dry run
 *     (`isDry`) any sent value counts as changed; otherwise a caller could test guesses without a
 *     trace.
 *   - A secret that cannot be decrypted (another SECRET_KEY) counts as missing for the connection
 *     and stays stored: the old key restores it.
 *   - A secret belongs to its receiver (`goesTo` of its kind). If the receiver changes and the
 *     secret is not given again, it is not kept and is a fault. So nobody can have a secret that
 *     they may not read sent to their own host.
 */
export type SealedSecrets = Readonly<Record<string, string>>

type Fields = Readonly<Record<string, unknown>>

export interface SecretPlace {
  readonly kind: ConfigKindName
  readonly id: number
}

export interface SealedContent<C> {
  readonly content: C
  readonly secrets: SealedSecrets
  /** Secrets whose receiver changed and that were not given again. */
  readonly faults: readonly Fault[]
}

/** A record of a kind with encrypted secrets. */
export interface SealedRecord<K extends ConfigKindName> {
  readonly kind: Pick<ConfigKind<K>, 'kind' | 'secrets'>
  readonly id: number
}

/** The encrypted texts after `input`, and the content with matching flags and masks. */
export function sealedContent<K extends ConfigKindName>(
  seal: Seal,
  { kind, id }: SealedRecord<K>,
  content: Content<K>,
  input: Fields,
  before: Pick<SealedContent<Content<K>>, 'content' | 'secrets'> | null,
  isDry = false,
): SealedContent<Content<K>> {
  const place = { kind: kind.kind, id }
  const stored = before?.secrets ?? {}
  const secrets: Record<string, string> = {}
  const flags: Record<string, boolean> = {}
  const faults: Fault[] = []
  const keep = (name: string, path: string): void => {
    const sealed = stored[name]
    if (sealed === undefined || before === null) return
    const moved = movedBy(kind, before.content, content, name)
    if (moved.length === 0) secrets[name] = sealed
    else faults.push({ path, ...say('field.given_again', { fields: moved.join(', ') }) })
  }
  const set = (name: string, secret: string): void => {
    const isStored = !isDry && openedSecret(seal, place, name, stored) === secret
    const sealed = isStored ? stored[name] : undefined
    secrets[name] = sealed ?? seal.seal(secret, secretPlace(place, name))
  }
  for (const name of sealedFields(kind)) {
    const given = input[name]
    if (typeof given !== 'string') keep(name, name)
    else if (given !== '') set(name, given)
    flags[`has_${name}`] = secrets[name] !== undefined
  }
  const params = paramsOf(content)?.map((param, i) => {
    if (param.type !== 'secret') return param
    const name = paramSecret(param.name)
    if (param.value === SECRET_MASK) keep(name, `params[${i}].value`)
    else if (param.value !== '') set(name, param.value)
    return { ...param, value: secrets[name] === undefined ? '' : SECRET_MASK }
  })
  const shown = { ...content, ...flags, ...(params === undefined ? {} : { params }) }
  return { content: shown, secrets, faults }
}

/** The changed fields that change a secret's receiver. */
function movedBy<K extends ConfigKindName>(
  { secrets }: Pick<ConfigKind<K>, 'secrets'>,
  before: Content<K>,
  after: Content<K>,
  secret: string,
): readonly string[] {
  if (secrets === undefined) return []
  return changedFields(secrets.goesTo(before, secret), secrets.goesTo(after, secret))
}

/** The record with decrypted secrets, only for its connection. */
export function openedRecord<R extends object>(
  seal: Seal,
  place: SecretPlace,
  names: readonly string[],
  record: R,
  secrets: SealedSecrets,
): R & Record<string, unknown> {
  const opened = Object.fromEntries(
    names.map((name) => [name, openedSecret(seal, place, name, secrets)]),
  )
  const params = paramsOf(record)?.map((param) =>
    param.type === 'secret'
      ? { ...param, value: openedSecret(seal, place, paramSecret(param.name), secrets) }
      : param,
  )
  return { ...record, ...opened, ...(params === undefined ? {} : { params }) }
}

function openedSecret(
  seal: Seal,
  place: SecretPlace,
  name: string,
  secrets: SealedSecrets,
): string {
  const sealed = secrets[name]
  if (sealed === undefined) return ''
  try {
    return seal.open(sealed, secretPlace(place, name))
  } catch (error) {
    if (error instanceof SealError) return ''
    throw error
  }
}

/** Counts how many of a record's secrets the key decrypts, and how many not. */
export function countOpened(
  seal: Seal,
  place: SecretPlace,
  sealed: SealedSecrets,
): [number, number] {
  const names = Object.keys(sealed)
  const opened = names.filter((name) => openedSecret(seal, place, name, sealed) !== '').length
  return [opened, names.length - opened]
}

function secretPlace({ kind, id }: SecretPlace, name: string): string {
  return `settings/${kind}/${id}/${name}`
}

/** Parameters are identified by name; names of fields contain no slash. */
function paramSecret(name: string): string {
  return `params/${name}`
}

/** Parameters of connections, which may be secret; undefined for kinds without such a list. */
function paramsOf(record: object): readonly ConnectionParameter[] | undefined {
  const { params } = record as { params?: readonly ConnectionParameter[] | object }
  return Array.isArray(params) ? params : undefined
}
