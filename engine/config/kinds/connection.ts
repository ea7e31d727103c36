import { masksIn } from '../../names/mask.js'
import { refusedHost } from '../../names/outbound.js'
import { parseAddress } from '../../names/server-address.js'
import type { Fault, KeyedText } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import type { ConnectionParameter, Translate } from '../records/connection.js'
import { someNames } from '../reference.js'
import {
  type ExportedFields,
  type IdOf,
  type KeyOf,
  missing,
  type TakenFields,
} from '../transfer/shape.js'
import type { ConfigFacts } from '../world.js'

/**
 * The text that is shown instead of a secret. A client that sends it back leaves the stored secret
 * unchanged.
 */
export const SECRET_MASK = '********'

/** A connection parameter as its module defines it. */
export interface ParameterSpec extends Omit<ConnectionParameter, 'value'> {
  /** True if the value may contain line feeds, as PEM texts do. */
  readonly isMultiline?: boolean
  /** The fault of a value that has the right type. */
  fault?(value: string): KeyedText | undefined
}

export interface ModuleSpec {
  readonly module: string
  readonly label: string
  readonly description: string
  /** Parameters that need a value while the connection is enabled. */
  readonly required: readonly string[]
  readonly params: readonly ParameterSpec[]
}

/** The fields that the checks of both kinds use. */
interface Connection {
  readonly module: string
  readonly enabled: boolean
  /** `Passive` waits for the provider to dial. */
  readonly mode?: 'Active' | 'Passive'
  readonly server: string
  readonly gateway_server: string
  /** True if the connection uses TLS whatever its parameters say. */
  readonly ssl?: boolean
  readonly params: readonly ConnectionParameter[]
  readonly symbols: readonly string[]
  readonly translates: readonly Translate[]
}

type Fields = Readonly<Record<string, unknown>>
type Modules = readonly ModuleSpec[]

/** The parameter list that a connection of the module starts with. */
export function startParameters(spec: ModuleSpec): readonly ConnectionParameter[] {
  return spec.params.map(({ name, type, default: standard, description }) => ({
    name,
    type,
    value: standard,
    default: standard,
    description,
  }))
}

export function moduleSpec(modules: Modules, module: unknown): ModuleSpec {
  return modules.find((spec) => spec.module === module) ?? (modules[0] as ModuleSpec)
}

/** The defaults of a translation: the provider's prices unchanged. */
export const TRANSLATE_DEFAULTS = {
  source_digits: null,
  bid_markup_pts: 0,
  ask_markup_pts: 0,
} as const satisfies Partial<Translate>

/**
 * A request in the form of the record. Type, default and description of a parameter come from its
 * module: a parameter that is secret there is always encrypted. Another module without `params`
 * starts with that module's list.
 */
export function givenConnection(modules: Modules, input: Fields, before: Fields | null): Fields {
  const module = input['module'] ?? before?.['module']
  const spec = moduleSpec(modules, module)
  const given: Record<string, unknown> = { ...input }
  if (Array.isArray(given['params'])) {
    given['params'] = given['params'].map((param: GivenParameter) => completed(spec, param))
  } else if (before !== null && before['module'] !== module) {
    given['params'] = startParameters(spec)
  }
  if (Array.isArray(given['translates'])) {
    given['translates'] = given['translates'].map((row: Partial<Translate>) => ({
      symbol_id: 0,
      source: '',
      ...TRANSLATE_DEFAULTS,
      ...row,
    }))
  }
  return given
}

type GivenParameter = Partial<ConnectionParameter> & Pick<ConnectionParameter, 'name' | 'value'>

/** A parameter that the module does not define keeps the type that the request gave it. */
function completed(spec: ModuleSpec, given: GivenParameter): ConnectionParameter {
  const known = specOf(spec, given.name)
  const type = known?.type ?? given.type ?? 'string'
  return {
    name: known?.name ?? given.name,
    type,
    value: type === 'bool' ? plainFlag(given.value) : given.value,
    default: known?.default ?? given.default ?? '',
    description: known?.description ?? given.description ?? '',
  }
}

/**
 * The masks, each once. Of repeated masks the last is kept, because the last mask that matches
 * decides.
 */
export function normalMasks(list: readonly string[]): readonly string[] {
  const masks = list.flatMap(masksIn)
  return masks.filter((mask, i) => masks.lastIndexOf(mask) === i)
}

/** The effective value: the configured one, or the default. */
export function parameterValue(params: readonly ConnectionParameter[], name: string): string {
  const param = params.find((one) => one.name === name)
  if (param === undefined) return ''
  return param.value === '' ? param.default : param.value
}

/** `exempt` is a valid server that is no network address, such as the built-in simulator. */
export function connectionFaults(
  modules: Modules,
  connection: Connection,
  facts: ConfigFacts,
  exempt?: string,
): Fault[] {
  const spec = moduleSpec(modules, connection.module)
  return [
    ...serverFaults(connection, facts, exempt),
    ...parameterFaults(spec, connection.params),
    ...(connection.enabled ? missingFaults(spec, connection.params) : []),
    ...certificateFaults(connection, facts),
    ...translateFaults(connection.translates),
  ]
}

const ADDRESS = say('field.host_port_fix')

function serverFaults(
  connection: Connection,
  facts: ConfigFacts,
  exempt: string | undefined,
): Fault[] {
  return (['server', 'gateway_server'] as const).flatMap((path) => {
    const given = connection[path]
    if (path === 'server' ? given === exempt : given === '') return []
    const address = parseAddress(given)
    if (address === undefined) return [{ path, ...ADDRESS }]
    const refused = refusedHost(address.host, facts.outboundAllow)
    if (refused === null || connection.mode === 'Passive') return []
    return [{ path, ...say('field.no_dial', { what: refused }) }]
  })
}

function parameterFaults(spec: ModuleSpec, params: readonly ConnectionParameter[]): Fault[] {
  const faults: Fault[] = []
  const seen = new Set<string>()
  params.forEach((param, i) => {
    const name = param.name.toLowerCase()
    if (seen.has(name)) {
      faults.push({ path: `params[${i}].name`, ...say('field.there_twice', { name: param.name }) })
    }
    seen.add(name)
    const said = param.value === '' ? undefined : valueFault(specOf(spec, name), param)
    if (said !== undefined) faults.push({ path: `params[${i}].value`, ...said })
  })
  return faults
}

function specOf(spec: ModuleSpec, name: string): ParameterSpec | undefined {
  const wanted = name.toLowerCase()
  return spec.params.find((known) => known.name.toLowerCase() === wanted)
}

function valueFault(known: ParameterSpec | undefined, param: ConnectionParameter) {
  const { type, value } = param
  if (type === 'secret') return undefined
  if (known?.isMultiline !== true && /\p{Cc}/u.test(value)) return say('field.one_line')
  if (type === 'int' && !/^-?(0|[1-9]\d{0,14})$/.test(value)) return say('field.whole')
  if (type === 'bool' && value !== 'true' && value !== 'false') return say('field.truth')
  if (type === 'time' && !TIME.test(value)) return say('field.time_of_day')
  return known?.fault?.(value)
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/
const FLAGS: Readonly<Record<string, string>> = {
  true: 'true',
  y: 'true',
  yes: 'true',
  '1': 'true',
  false: 'false',
  n: 'false',
  no: 'false',
  '0': 'false',
}

/** `Y`, `yes` and `1` also mean `true`; an invalid flag is left for the check to report. */
function plainFlag(value: string): string {
  return FLAGS[value.toLowerCase()] ?? value
}

function missingFaults(spec: ModuleSpec, params: readonly ConnectionParameter[]): Fault[] {
  return spec.required
    .filter((name) => parameterValue(params, name) === '')
    .map((name) => {
      const i = params.findIndex((param) => param.name === name)
      const path = i < 0 ? 'params' : `params[${i}].value`
      return { path, ...say('field.needs_value', { name }) }
    })
}

function translateFaults(translates: readonly Translate[]): Fault[] {
  const faults: Fault[] = []
  const seen = new Set<number>()
  translates.forEach(({ symbol_id }, i) => {
    const path = `translates[${i}].symbol_id`
    if (seen.has(symbol_id)) {
      faults.push({ path, ...say('field.translated_twice', { id: symbol_id }) })
    }
    seen.add(symbol_id)
  })
  return faults
}

export const SSL_CERTIFICATE = 'FIX SSL Certificate'
export const SSL_KEY = 'FIX SSL Private Key'
export const SSL_AUTHORITY = 'FIX SSL CA'
export const SSL_ENABLED = 'FIX SSL Enabled'
export const SSL_VERIFY = 'FIX SSL Verify'
export const SSL_SERVER_NAME = 'FIX SSL Server Name'

/**
 * The fields that decide who receives the connection's secrets: the server, its proof of identity,
 * and the protocol.
 */
export function connectionTarget(
  connection: Pick<Connection, 'module' | 'server' | 'gateway_server' | 'ssl' | 'params'>,
  secret: string,
): Fields {
  const { module, server, gateway_server, ssl, params } = connection
  const text = (name: string): string => parameterValue(params, name)
  return {
    module,
    ...(secret === 'gateway_password' ? { gateway_server } : { server }),
    [SSL_ENABLED]: ssl === true || text(SSL_ENABLED) === 'true',
    [SSL_VERIFY]: text(SSL_VERIFY) !== 'false',
    [SSL_SERVER_NAME]: text(SSL_SERVER_NAME),
    [SSL_AUTHORITY]: text(SSL_AUTHORITY),
  }
}

/**
 * `keyPairFaults` checks the key itself: here it is masked. An imported one has no key and cannot
 * be enabled before it gets one.
 */
function certificateFaults({ enabled, params }: Connection, facts: ConfigFacts): Fault[] {
  const faults: Fault[] = []
  const certificate = parameterValue(params, SSL_CERTIFICATE)
  const key = parameterValue(params, SSL_KEY)
  const missing = certificate === '' ? SSL_CERTIFICATE : SSL_KEY
  const isAwaited = certificate !== '' && key === '' && !enabled
  if ((certificate === '') !== (key === '') && !isAwaited) {
    const said = say('field.set_together', { certificate: SSL_CERTIFICATE, key: SSL_KEY, missing })
    faults.push({ path: 'params', ...said })
  }
  for (const name of [SSL_CERTIFICATE, SSL_AUTHORITY]) {
    const pem = parameterValue(params, name)
    if (pem === '' || facts.isCertificate(pem)) continue
    faults.push(atParameter(params, name, say('field.certificate')))
  }
  return faults
}

/** Called with decrypted secrets. A key that cannot be decrypted is empty here and stays stored. */
export function keyPairFaults(
  params: readonly ConnectionParameter[],
  facts: ConfigFacts,
): readonly Fault[] {
  const certificate = parameterValue(params, SSL_CERTIFICATE)
  const key = parameterValue(params, SSL_KEY)
  if (certificate === '' || key === '') return []
  const fit = facts.keyFit(certificate, key)
  if (fit === 'pair') return []
  const said =
    fit === 'no_key'
      ? say('field.private_key')
      : say('field.key_of_other', { certificate: SSL_CERTIFICATE })
  return [atParameter(params, SSL_KEY, said)]
}

function atParameter(params: readonly ConnectionParameter[], name: string, said: KeyedText): Fault {
  const i = params.findIndex((param) => param.name === name)
  return { path: `params[${i}].value`, ...said }
}

export function translatedSymbols({ translates }: { readonly translates: readonly Translate[] }) {
  return translates.map((row, i) => ({ path: `translates[${i}].symbol_id`, key: row.symbol_id }))
}

/** The refusal to delete a symbol that these connections translate. */
export function refuseTranslated(
  [one, many]: readonly [string, string],
  symbol: string,
  users: readonly { readonly name: string }[],
): string {
  const names = someNames(users.map(({ name }) => name))
  const what =
    users.length === 1 ? `The ${one} ${names} translates` : `The ${many} ${names} translate`
  return `${what} ${symbol}. Take it out of translates there first.`
}

/** A connection in a settings file: with symbols named by path, and without secret parameters. */
export function exportedConnection(
  { params, translates }: Pick<Connection, 'params' | 'translates'>,
  keyOf: KeyOf,
): ExportedFields {
  return {
    fields: {
      params: params.map((param) => (param.type === 'secret' ? { ...param, value: '' } : param)),
      translates: translates.map(({ symbol_id, ...row }) => ({
        symbol: keyOf('symbols', symbol_id),
        ...row,
      })),
    },
    removed: params.filter(isSealed).map(({ name }) => `params/${name}`),
  }
}

/** Reverses an export. A secret that is stored here and missing in the file stays. */
export function importedConnection(
  { params, translates }: Fields,
  idOf: IdOf,
  before: Pick<Connection, 'params'> | null,
): TakenFields {
  const faults: Fault[] = []
  const fields: Record<string, unknown> = {}
  if (Array.isArray(params)) {
    const sealed = new Set(before?.params.filter(isSealed).map(({ name }) => name))
    fields['params'] = params.map((param: Partial<ConnectionParameter> | null) => {
      const isKept = param?.value === '' && sealed.has(param.name ?? '')
      return isKept ? { ...param, value: SECRET_MASK } : param
    })
  }
  if (Array.isArray(translates)) {
    fields['translates'] = translates.map((row: Fields | null, i) => {
      if (row === null || typeof row !== 'object' || !('symbol' in row)) return row
      const { symbol, ...more } = row
      const symbol_id = idOf('symbols', symbol)
      if (symbol_id === undefined) faults.push(missing(`translates[${i}].symbol`, 'symbol', symbol))
      return { symbol_id, ...more }
    })
  }
  return { fields, faults }
}

function isSealed({ type, value }: ConnectionParameter): boolean {
  return type === 'secret' && value !== ''
}
