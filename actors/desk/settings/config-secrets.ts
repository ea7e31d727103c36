import type { ConfigKindName } from '../../../engine/config/config-records.js'
import { SECRET_MASK } from '../../../engine/config/kinds/connection.js'
import type { ConnectionParameter } from '../../../engine/config/records/connection.js'
import { type Seal, SealError } from '../../../storage/secrets/seal.js'

/**
 * Secrets of settings: sealed beside the record, shown as flags (`has_password`) and masks.
 *
 *   C1. What is kept is sealed for its record and field, so a sealed text opens nowhere else.
 *   C2. Left out keeps, an empty text removes; of a parameter the mask keeps, too. What is sent as it
 *       is stored keeps its sealed text, and so changes nothing.
 *   C3. A secret that cannot be opened (another SECRET_KEY) reads as none for the connection and
 *       stays stored: the old key brings it back.
 */
export type SealedSecrets = Readonly<Record<string, string>>

type Fields = Readonly<Record<string, unknown>>

export interface SecretPlace {
  readonly kind: ConfigKindName
  readonly id: number
}

/** The sealed texts after `input`, and the content with its flags and masks set accordingly. */
export function sealedContent<C extends object>(
  seal: Seal,
  place: SecretPlace,
  names: readonly string[],
  content: C,
  input: Fields,
  before: SealedSecrets,
): { readonly content: C; readonly secrets: SealedSecrets } {
  const secrets: Record<string, string> = {}
  const flags: Record<string, boolean> = {}
  const keep = (name: string): void => {
    const sealed = before[name]
    if (sealed !== undefined) secrets[name] = sealed
  }
  const set = (name: string, secret: string): void => {
    if (openedSecret(seal, place, name, before) === secret) keep(name)
    else secrets[name] = seal.seal(secret, secretPlace(place, name))
  }
  for (const name of names) {
    const given = input[name]
    if (typeof given !== 'string') keep(name)
    else if (given !== '') set(name, given)
    flags[`has_${name}`] = secrets[name] !== undefined
  }
  const params = paramsOf(content)?.map((param) => {
    if (param.type !== 'secret') return param
    const name = paramSecret(param.name)
    if (param.value === SECRET_MASK) keep(name)
    else if (param.value !== '') set(name, param.value)
    return { ...param, value: secrets[name] === undefined ? '' : SECRET_MASK }
  })
  const shown = { ...content, ...flags, ...(params === undefined ? {} : { params }) }
  return { content: shown, secrets }
}

/** The record as its connection needs it, and nobody else may see it. */
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

/** Counts how many of a record's sealed secrets the key opens, and how many it does not. */
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

/** Parameters are known by name; a field cannot have a slash in its name. */
function paramSecret(name: string): string {
  return `params/${name}`
}

/** Parameters of connections, which may be secrets; those of other kinds are not lists. */
function paramsOf(record: object): readonly ConnectionParameter[] | undefined {
  const { params } = record as { params?: readonly ConnectionParameter[] | object }
  return Array.isArray(params) ? params : undefined
}
