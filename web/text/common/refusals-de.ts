import { grouped } from '../numbers.js'

/** The fields of `data` in a refused request, such as `min` and `max` of `trade.invalid_volume`. */
export type RefusalData = Readonly<Record<string, string | number | null>>

const volumes = ({ min, max, step }: RefusalData): string =>
  `Möglich sind ${min} bis ${max} Lot in Schritten von ${step}.`
const nearest = ({ distance_pts: points, nearest: price }: RefusalData): string =>
  [
    points === null ? '' : `Abstand mindestens ${points} Punkte.`,
    price === null ? '' : `Am nächsten liegt ${price}.`,
  ]
    .join(' ')
    .trim()

const amount = (of: string | number | null | undefined): string => grouped(String(of ?? ''))

/** German texts of refusals by their codes; in English the server's own text says it. */
export const refusalsDe: Readonly<Record<string, string>> = {
  'trade.no_money': 'Dafür reicht die freie Margin nicht.',
  'trade.invalid_volume': 'Dieses Volumen geht bei dem Symbol nicht.',
  'trade.invalid_price': 'Dieser Preis geht nicht.',
  'trade.invalid_stops': 'Stop-Loss oder Take-Profit sind zu nah oder auf der falschen Seite.',
  'trade.market_closed': 'Der Markt ist geschlossen.',
  'trade.off_quotes': 'Es gibt gerade keinen Preis.',
  'trade.price_changed': 'Der Preis hat sich geändert.',
  'trade.requote': 'Der Preis hat sich geändert.',
  'trade.read_only': 'Sie können nur zusehen.',
  'trade.rejected': 'Der Broker hat abgelehnt.',
  'trade.expired': 'Die Zeit dafür war um: Es ist nichts geschehen.',
  'trade.limit_positions': 'Mehr offene Positionen sind nicht erlaubt.',
  'trade.limit_orders': 'Mehr Orders sind nicht erlaubt.',
  'trade.limit_volume': 'Mehr Volumen ist nicht erlaubt.',
  'trade.frozen': 'Zu nah am Markt, um geändert zu werden.',
  'trade.close_only': 'Dieses Symbol kann nur geschlossen werden.',
  'trade.position_unknown': 'Diese Position gibt es nicht mehr.',
  'trade.order_unknown': 'Diese Order gibt es nicht mehr.',
  'trade.too_many_requests': 'Zu viele Anfragen: Warten Sie einen Augenblick.',
  'auth.invalid_credentials': 'Login oder Passwort stimmt nicht.',
  'auth.too_many_attempts': 'Zu viele Versuche: Warten Sie einige Minuten.',
  'auth.otp_invalid': 'Der Code stimmt nicht.',
  'auth.code_invalid': 'Der Code stimmt nicht oder ist abgelaufen.',
  'auth.password_weak': 'Das Passwort erfüllt die Regeln nicht.',
  'auth.account_disabled': 'Das Konto ist gesperrt.',
  'auth.session_expired': 'Die Anmeldung ist vorbei: Melden Sie sich neu an.',
  too_many_requests: 'Zu viele Anfragen: Warten Sie einen Augenblick.',
  lost: 'Der Server antwortet nicht.',
}

/** The numbers of refusals as German sentences, by their codes. */
export const refusalNumbersDe: Readonly<Record<string, (data: RefusalData) => string>> = {
  'trade.no_money': ({ needed, free, currency }) =>
    `Nötig sind ${amount(needed)} ${currency}, frei ${amount(free)} ${currency}.`,
  'trade.invalid_volume': volumes,
  'trade.limit_volume': volumes,
  'trade.invalid_stops': nearest,
  'trade.invalid_price': nearest,
  'trade.frozen': nearest,
  'trade.limit_orders': ({ limit }) => `Höchstens ${limit}.`,
  'trade.limit_positions': ({ limit }) => `Höchstens ${limit}.`,
  'trade.market_closed': ({ opens_at: at }) => (at === null ? '' : `Er öffnet am ${at}.`),
}
