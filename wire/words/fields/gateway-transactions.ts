import type { FieldWords } from './field-words.js'

/** Fields of the transactions of gateways: what goes to a provider and comes from it about orders. */
export const gatewayTransactions: FieldWords = {
  average: {
    en: [
      'Average price',
      'Average price of all that was traded of the order, as the provider counts and with the markup; null where it says none.',
    ],
    de: [
      'Durchschnittskurs',
      'Durchschnittskurs von allem, was von der Order gehandelt wurde, nach Zählung des Anbieters und mit Aufschlag; null, wenn er keinen nennt.',
    ],
  },
  client_order: {
    en: [
      'Sent as',
      'Id under which the provider knows the order: login, order and attempt, like 1001-5001-1.',
    ],
    de: [
      'Gesendet als',
      'Id, unter der der Anbieter die Order kennt: Login, Order und Versuch, etwa 1001-5001-1.',
    ],
  },
  direction: {
    en: ['Direction', 'sent went to the provider, or could not be sent; received came from it.'],
    de: [
      'Richtung',
      'sent ging an den Anbieter oder konnte nicht gesendet werden; received kam von ihm.',
    ],
  },
  execution_id: {
    en: [
      'Trade at the provider',
      'The provider’s id of the trade; where one is taken back or corrected, of the trade that is meant; null where there is none.',
    ],
    de: [
      'Abschluss beim Anbieter',
      'Id des Abschlusses beim Anbieter; bei Rücknahme oder Korrektur die des gemeinten Abschlusses; null, wenn es keine gibt.',
    ],
  },
  external_id: {
    en: [
      'Order at the provider',
      'The provider’s own id of the order; null in what goes to it, and where it gave none.',
    ],
    de: [
      'Order beim Anbieter',
      'Id, die der Anbieter selbst der Order gibt; null in dem, was an ihn geht, und wenn er keine nennt.',
    ],
  },
  has_more: {
    en: [
      'More',
      'True where older ones fit: they are asked for with before, the id of the last row.',
    ],
    de: [
      'Weitere',
      'Wahr, wenn ältere passen: Sie werden mit before abgefragt, der Id der letzten Zeile.',
    ],
  },
  kind: {
    en: [
      'Kind',
      'To the provider: order, change, cancel, status (a question) or unsent; from it: execution, report, reject, or bust and correct of a trade taken back or put right.',
    ],
    de: [
      'Art',
      'An den Anbieter: order, change, cancel, status (Frage) oder unsent (nicht gesendet); von ihm: execution, report, reject, bust und correct für zurückgenommene und berichtigte Abschlüsse.',
    ],
  },
  order_id: {
    en: ['Order', 'Id of the order of this server; null where the message names none.'],
    de: ['Order', 'Id der Order dieses Servers; null, wenn die Nachricht keine nennt.'],
  },
  'query.order_id': {
    en: ['Order', 'Keeps the transactions of this order of this server.'],
    de: ['Order', 'Behält die Transaktionen dieser Order dieses Servers.'],
  },
  position_id: {
    en: ['Position', 'Position that the order belongs to; null until the order is done.'],
    de: ['Position', 'Position, zu der die Order gehört; null, bis die Order abgeschlossen ist.'],
  },
  price: {
    en: [
      'Price',
      'The price as this server counts, with the markup: of a trade what it was made at, else what the order asks for; null where there is none.',
    ],
    de: [
      'Kurs',
      'Kurs, wie dieser Server ihn rechnet, mit Aufschlag: bei einem Abschluss dessen Kurs, sonst der von der Order verlangte; null, wenn es keinen gibt.',
    ],
  },
  provider_price: {
    en: [
      'Price at the provider',
      'The price as the provider has it, without the markup; null where there is none.',
    ],
    de: [
      'Kurs beim Anbieter',
      'Kurs, wie der Anbieter ihn hat, ohne Aufschlag; null, wenn es keinen gibt.',
    ],
  },
  provider_quantity: {
    en: [
      'Quantity at the provider',
      'The quantity as the provider has it, in units or lots by the parameter FIX Quantity Mode; null where there is none.',
    ],
    de: [
      'Menge beim Anbieter',
      'Menge, wie der Anbieter sie hat, in Einheiten oder Lots je nach Parameter FIX Quantity Mode; null, wenn es keine gibt.',
    ],
  },
  total: {
    en: [
      'Traded in all',
      'Lots that were traded of the order in all, as the provider counts; null where there are none.',
    ],
    de: [
      'Insgesamt gehandelt',
      'Lots, die von der Order insgesamt gehandelt wurden, nach Zählung des Anbieters; null, wenn es keine gibt.',
    ],
  },
  volume: {
    en: [
      'Volume',
      'Lots of the order, or of the trade that the provider reports; null where there is none.',
    ],
    de: [
      'Volumen',
      'Lots der Order oder des Abschlusses, den der Anbieter meldet; null, wenn es keine gibt.',
    ],
  },
}
