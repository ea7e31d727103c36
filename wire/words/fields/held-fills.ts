import type { FieldWords } from './field-words.js'

/** Fields of `held-fills`. */
export const heldFillsFields: FieldWords = {
  action: {
    en: [
      'Decision',
      'Whether the fill was booked as it was reported, booked at another price, or refused.',
    ],
    de: [
      'Entscheidung',
      'Ob die Ausführung wie gemeldet, zu einem anderen Preis oder gar nicht gebucht wurde.',
    ],
  },
  ask: {
    en: [
      'Ask',
      'Ask that the fill was compared with, in the prices of the account’s group; null where there was none.',
    ],
    de: [
      'Briefkurs',
      'Briefkurs, mit dem die Ausführung verglichen wurde, in den Preisen der Kontogruppe; null, wenn es keinen gab.',
    ],
  },
  at: {
    en: ['Time', 'When the provider’s report was taken, or when staff decided.'],
    de: ['Zeit', 'Wann die Meldung des Anbieters ankam oder wann entschieden wurde.'],
  },
  bid: {
    en: [
      'Bid',
      'Bid that the fill was compared with, in the prices of the account’s group; null where there was none.',
    ],
    de: [
      'Geldkurs',
      'Geldkurs, mit dem die Ausführung verglichen wurde, in den Preisen der Kontogruppe; null, wenn es keinen gab.',
    ],
  },
  decision: {
    en: [
      'Decision',
      'What staff have decided about the fill, once and for good; null while it waits.',
    ],
    de: [
      'Entscheidung',
      'Was Mitarbeiter über die Ausführung entschieden haben, endgültig; null, solange sie wartet.',
    ],
  },
  execution_id: {
    en: ['Execution', 'The provider’s own id of the execution.'],
    de: ['Ausführung', 'Kennung der Ausführung beim Anbieter.'],
  },
  external_id: {
    en: ['Order at the provider', 'The provider’s own id of the order; null where it told none.'],
    de: ['Order beim Anbieter', 'Kennung der Order beim Anbieter; null, wenn er keine nannte.'],
  },
  gateway_id: {
    en: ['Gateway', 'Gateway through whose provider the order was filled.'],
    de: ['Gateway', 'Gateway, über dessen Anbieter die Order ausgeführt wurde.'],
  },
  number: {
    en: ['Number', 'Number of the fill within its order, by which it is decided.'],
    de: ['Nummer', 'Nummer der Ausführung in ihrer Order, unter der über sie entschieden wird.'],
  },
  order_id: {
    en: [
      'Order',
      'Order in which the fill is held; it does not end, and keeps its margin, until staff decide.',
    ],
    de: [
      'Order',
      'Order, in der die Ausführung festgehalten wird; sie endet nicht und behält ihre Margin, bis entschieden ist.',
    ],
  },
  price: {
    en: [
      'Price',
      'Price that the provider reported, as the account’s deals have it; within the decision the price it was booked at, null where there is none.',
    ],
    de: [
      'Preis',
      'Vom Anbieter gemeldeter Preis, wie ihn die Deals des Kontos haben; in der Entscheidung der gebuchte Preis, null, wenn es keinen gibt.',
    ],
  },
  reason: {
    en: [
      'Reason',
      'What staff wrote about the decision; of a refusal the account’s holder is told it, and null is nothing.',
    ],
    de: [
      'Begründung',
      'Was zur Entscheidung geschrieben wurde; bei einer Ablehnung erfährt es der Kontoinhaber, null heißt nichts.',
    ],
  },
  sent_order_id: {
    en: [
      'Order sent',
      'Order that the provider was sent; it is another than the one that holds the fill where that one had ended or had no room.',
    ],
    de: [
      'Gesendete Order',
      'Order, die dem Anbieter gesendet wurde; eine andere als die festhaltende, wenn jene schon beendet oder voll war.',
    ],
  },
  staff: {
    en: ['Decided by', 'Login of the staff user who decided.'],
    de: ['Entschieden von', 'Login des Mitarbeiters, der entschieden hat.'],
  },
  version: {
    en: [
      'Version',
      'Version of the order, which a decision may name so that it is refused where the order has moved on.',
    ],
    de: [
      'Version',
      'Version der Order; nennt eine Entscheidung sie, wird sie abgelehnt, wenn die Order inzwischen weiter ist.',
    ],
  },
  volume: {
    en: ['Volume', 'Lots of the fill.'],
    de: ['Volumen', 'Lots der Ausführung.'],
  },
  why: {
    en: [
      'Why held',
      'Whether its price is further from the market than Max Fill Deviation of the gateway, or its money could not be counted.',
    ],
    de: [
      'Warum festgehalten',
      'Ob der Preis weiter vom Markt liegt als Max Fill Deviation des Gateways oder das Geld nicht zu zählen war.',
    ],
  },
}
