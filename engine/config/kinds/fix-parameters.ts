import { isAddressPrefix } from '../../access/address.js'
import { wrongProviderDay } from '../../calendar/provider-days.js'
import type { KeyedText } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import type { ParameterSpec } from './connection.js'
import {
  SSL_AUTHORITY,
  SSL_CERTIFICATE,
  SSL_ENABLED,
  SSL_KEY,
  SSL_SERVER_NAME,
  SSL_VERIFY,
} from './connection.js'

/**
 * The parameters of FIX 4.4 connections: parameters of any session, and parameters of a trading
 * session.
 */

function text(name: string, description: string): ParameterSpec {
  return { name, type: 'string', default: '', description }
}

function flag(name: string, description: string): ParameterSpec {
  return { name, type: 'bool', default: 'false', description }
}

function whole(
  name: string,
  [from, to, standard]: readonly [number, number, number],
  description: string,
): ParameterSpec {
  return {
    name,
    type: 'int',
    default: String(standard),
    description,
    fault: (value) =>
      Number(value) < from || Number(value) > to ? say('field.from_to', { from, to }) : undefined,
  }
}

/** A parameter with fixed values, of which the first is the default. */
function choice(name: string, choices: readonly string[], description: string): ParameterSpec {
  return {
    name,
    type: 'string',
    default: choices[0] as string,
    description,
    fault: (value) =>
      choices.includes(value) ? undefined : say('field.one_of', { choices: choices.join(', ') }),
  }
}

const CERTIFICATE_HELP = 'PEM text. Set together with the private key, for a provider that asks.'

export const FIX_REQUIRED: readonly string[] = ['SenderCompID', 'TargetCompID']

export const FIX_SESSION_PARAMETERS: readonly ParameterSpec[] = [
  text('SenderCompID', 'What the provider calls this server (tag 49).'),
  text('TargetCompID', 'What the provider calls itself (tag 56).'),
  text('SenderSubID', 'Tag 50, for providers that route by it.'),
  text('TargetSubID', 'Tag 57, for providers that route by it.'),
  flag('Username in Logon', 'Sends login and password in the logon (tags 553 and 554).'),
  whole('HeartBtInt', [0, 3_600, 30], 'Seconds between heartbeats (tag 108); 0 is none.'),
  flag('ResetSeqNumFlag', 'Starts both sequences at 1 with each logon (tag 141).'),
  whole('Market Depth', [0, 1_000, 1], 'Prices a side in quotes (tag 264): 1 is the best, 0 all.'),
  whole('MD Update Type', [0, 1, 0], 'Tag 265: 0 sends whole quotes, 1 what changed of them.'),
  flag(SSL_ENABLED, 'Speaks TLS with the provider.'),
  {
    ...flag(SSL_VERIFY, "Verifies the provider's certificate: its signature, dates and name."),
    default: 'true',
  },
  text(SSL_SERVER_NAME, "The name in the provider's certificate, if it is not the host."),
  { ...text(SSL_CERTIFICATE, CERTIFICATE_HELP), isMultiline: true },
  {
    name: SSL_KEY,
    type: 'secret',
    default: '',
    isMultiline: true,
    description: 'PEM text without a passphrase, of the certificate. Kept sealed, never shown.',
  },
  {
    ...text(SSL_AUTHORITY, 'PEM text: the authorities that may have signed the provider.'),
    isMultiline: true,
  },
]

/** The parameter that limits how far a fill may deviate from the market, in percent. */
export const FILL_DEVIATION = 'Max Fill Deviation'
export const FILL_DEVIATION_DEFAULT = 5
const FILL_DEVIATION_MAX = 1_000

/** In seconds. */
export const PLACEMENT_TIMEOUT = 'Order Placement Timeout'
export const PLACEMENT_TIMEOUT_DEFAULT = 60

export const QUANTITY_MODE = 'FIX Quantity Mode'
export const TRADING_CALENDAR = 'Trading Calendar Holidays'

export const FIX_QUOTE_PARAMETERS: readonly ParameterSpec[] = [
  ...FIX_SESSION_PARAMETERS,
  choice(QUANTITY_MODE, ['Units', 'Lots'], 'What sizes (tag 271) and minimal quantities count.'),
]

/** Parameters that an order session ignores. Order connections accept only their default values. */
const OF_PRICES: ReadonlySet<string> = new Set(['Market Depth', 'MD Update Type'])

export const FIX_TRADING_PARAMETERS: readonly ParameterSpec[] = [
  ...FIX_SESSION_PARAMETERS.map((spec) =>
    OF_PRICES.has(spec.name)
      ? {
          ...spec,
          description: 'Of datafeeds: a gateway asks for no prices.',
          fault: ofPrices(spec),
        }
      : spec,
  ),
  choice(QUANTITY_MODE, ['Units', 'Lots'], 'What quantities (tag 38) count.'),
  choice(
    'Limit Orders Coverage Mode',
    ['Gateway', 'Limit', 'Market'],
    'How a pending order reaches the provider.',
  ),
  whole(
    PLACEMENT_TIMEOUT,
    [1, 3_600, PLACEMENT_TIMEOUT_DEFAULT],
    'Seconds for the provider to answer an order.',
  ),
  whole(
    FILL_DEVIATION,
    [0, FILL_DEVIATION_MAX, FILL_DEVIATION_DEFAULT],
    'Percent that a fill may be from the market: beyond it staff decide. 0 is any.',
  ),
  {
    ...text('FIX Allowed Addresses', 'Addresses and networks that may dial a Passive gateway.'),
    fault: addressesFault,
  },
  text('Account', 'The account at the provider (tag 1).'),
  {
    ...text(
      TRADING_CALENDAR,
      'Days off: Saturdays, Sundays and days with +, but none with -: +25 Dec;;-01 Jan. Empty: none.',
    ),
    fault: calendarFault,
  },
]

function ofPrices({ default: standard }: ParameterSpec) {
  return (value: string): KeyedText | undefined =>
    value === standard ? undefined : say('field.no_prices', { value: standard })
}

const ADDRESSES_MAX = 32

/** The entries of `FIX Allowed Addresses`, between spaces or commas. */
export function addressesIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '')
}

function addressesFault(value: string): KeyedText | undefined {
  const entries = addressesIn(value)
  if (entries.length > ADDRESSES_MAX) return say('field.addresses_max', { max: ADDRESSES_MAX })
  if (entries.every(isAddressPrefix)) return undefined
  return say('field.addresses_spaced')
}

function calendarFault(value: string): KeyedText | undefined {
  const wrong = wrongProviderDay(value)
  if (wrong === undefined) return undefined
  return say('field.days_off', { text: wrong.slice(0, 32) })
}
