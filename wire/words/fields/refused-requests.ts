import type { FieldWords } from './field-words.js'

/** Fields of refused requests, as staff read them. */
export const refusedFields: FieldWords = {
  ask: {
    en: ['Ask', 'Ask of the group of the account at that moment; null without a price.'],
    de: ['Ask', 'Ask der Gruppe des Kontos in diesem Moment; null ohne Kurs.'],
  },
  at: {
    en: ['Time', 'When the request was refused.'],
    de: ['Zeit', 'Wann die Anfrage abgelehnt wurde.'],
  },
  bid: {
    en: ['Bid', 'Bid of the group of the account at that moment; null without a price.'],
    de: ['Bid', 'Bid der Gruppe des Kontos in diesem Moment; null ohne Kurs.'],
  },
  client_order_id: {
    en: ['Client order id', 'Id that the client gave the request; null without one.'],
    de: ['Client-Order-Id', 'Id, die der Kunde der Anfrage gab; null, wenn sie keine hat.'],
  },
  code: {
    en: ['Code', 'Code of the refusal.'],
    de: ['Code', 'Code der Ablehnung.'],
  },
  'query.code': {
    en: ['Code', 'Only refusals with this code.'],
    de: ['Code', 'Nur Ablehnungen mit diesem Code.'],
  },
  count: {
    en: ['Count', 'Number of such requests that have no row.'],
    de: ['Anzahl', 'Zahl solcher Anfragen ohne eigene Zeile.'],
  },
  data: {
    en: ['Data', 'Numbers, prices and ids that the refusal brought; null if it brought none.'],
    de: ['Daten', 'Zahlen, Preise und Ids der Ablehnung; null, wenn sie keine hatte.'],
  },
  dealer: {
    en: ['Dealer', 'Login of the dealer who refused; null if no dealer did.'],
    de: ['Dealer', 'Login des Dealers, der ablehnte; null, wenn es keiner war.'],
  },
  from: {
    en: ['From', 'First UTC time, or first day on the server clock.'],
    de: ['Von', 'Erste UTC-Zeit oder erster Tag der Serverzeit.'],
  },
  gateway: {
    en: ['Gateway', 'Name of the gateway whose provider refused; null if none did.'],
    de: ['Gateway', 'Name des Gateways, dessen Anbieter ablehnte; null, wenn es keiner war.'],
  },
  gateway_id: {
    en: ['Gateway id', 'Id of the gateway whose provider refused; null if none did.'],
    de: ['Gateway-Id', 'Id des Gateways, dessen Anbieter ablehnte; null, wenn es keiner war.'],
  },
  'data.id': {
    en: ['Id', 'Number of the row; newer rows have higher ones.'],
    de: ['Id', 'Nummer der Zeile; neuere Zeilen haben höhere.'],
  },
  'params.id': {
    en: ['Id', 'client_order_id or request_id of the request.'],
    de: ['Id', 'client_order_id oder request_id der Anfrage.'],
  },
  ip: {
    en: ['Address', 'IP address that the request came from; null if it is not known.'],
    de: ['Adresse', 'IP-Adresse, von der die Anfrage kam; null, wenn unbekannt.'],
  },
  items: { en: ['Items', 'Rows of the page.'], de: ['Zeilen', 'Zeilen der Seite.'] },
  kind: {
    en: ['Kind', 'Kind of the request, such as open; null if it named none.'],
    de: ['Art', 'Art der Anfrage, etwa open; null, wenn sie keine nannte.'],
  },
  limit: {
    en: ['Limit', 'Most rows of a page, default 100.'],
    de: ['Limit', 'Höchstzahl der Zeilen einer Seite, Vorgabe 100.'],
  },
  login: { en: ['Login', 'Login of the account.'], de: ['Login', 'Login des Kontos.'] },
  message: {
    en: ['Message', 'Text of the refusal, in English.'],
    de: ['Text', 'Text der Ablehnung, auf Englisch.'],
  },
  more: {
    en: ['More', 'Refused requests of these days that have no row, counted by code.'],
    de: ['Weitere', 'Abgelehnte Anfragen dieser Tage ohne eigene Zeile, nach Code gezählt.'],
  },
  page: {
    en: ['Page', 'Number of the page, from 1.'],
    de: ['Seite', 'Nummer der Seite, ab 1.'],
  },
  'data.params': {
    en: ['Parameters', 'Parts of the text of the reason, by name.'],
    de: ['Parameter', 'Teile des Textes der Begründung, nach Namen.'],
  },
  quoted_at: {
    en: ['Price time', 'Time of the price of bid and ask; null without a price.'],
    de: ['Kurszeit', 'Zeit des Kurses von Bid und Ask; null ohne Kurs.'],
  },
  reason: {
    en: [
      'Reason',
      'Stable key of the reason, such as trade.rejected.rule_text; null if the code says it all.',
    ],
    de: [
      'Begründung',
      'Fester Schlüssel der Begründung, etwa trade.rejected.rule_text; null, wenn der Code alles sagt.',
    ],
  },
  request: {
    en: ['Request', 'The request as it was sent; null if it is longer than 8,192 characters.'],
    de: [
      'Anfrage',
      'Die Anfrage, wie sie gesendet wurde; null, wenn sie länger als 8.192 Zeichen ist.',
    ],
  },
  request_id: {
    en: ['Request id', 'request_id of the answer over REST; null on a live socket.'],
    de: ['Anfrage-Id', 'request_id der Antwort über REST; null auf einem Live-Socket.'],
  },
  rule: {
    en: ['Routing rule', 'Name of the routing rule that refused or handed on; null if none did.'],
    de: ['Routing-Regel', 'Name der Regel, die ablehnte oder weitergab; null, wenn es keine war.'],
  },
  rule_id: {
    en: ['Rule id', 'Id of the routing rule that refused or handed on; null if none did.'],
    de: ['Regel-Id', 'Id der Routing-Regel, die ablehnte oder weitergab; null, wenn es keine war.'],
  },
  staff: {
    en: [
      'Staff',
      'Login of the member of staff who sent the request for the account; null if the client did.',
    ],
    de: [
      'Mitarbeiter',
      'Login des Mitarbeiters, der die Anfrage für das Konto sandte; null, wenn es der Kunde war.',
    ],
  },
  symbol: {
    en: ['Symbol', 'Symbol of the request; null if it is not known.'],
    de: ['Symbol', 'Symbol der Anfrage; null, wenn unbekannt.'],
  },
  terminal: {
    en: ['Terminal', 'Terminal of the session, such as web; null if it is not known.'],
    de: ['Terminal', 'Terminal der Sitzung, etwa web; null, wenn unbekannt.'],
  },
  to: {
    en: ['To', 'Last UTC time, or last day on the server clock.'],
    de: ['Bis', 'Letzte UTC-Zeit oder letzter Tag der Serverzeit.'],
  },
  total: {
    en: ['Total', 'Number of rows that fit.'],
    de: ['Gesamt', 'Zahl der passenden Zeilen.'],
  },
}
