import type { FieldWords } from './field-words.js'

/** Fields of `dealing`. */
export const dealingFields: FieldWords = {
  account: {
    en: ['Account', 'Name and money of the account, as they were at the newest change of the row.'],
    de: ['Konto', 'Name und Geld des Kontos, wie sie bei der letzten Änderung der Zeile waren.'],
  },
  ask: {
    en: [
      'Ask',
      'Ask of the symbol now, in the prices of the account’s group; null while there is none.',
    ],
    de: [
      'Briefkurs',
      'Briefkurs des Symbols jetzt, in den Preisen der Kontogruppe; null, solange es keinen gibt.',
    ],
  },
  at: {
    en: ['Since', 'Time at which dealers were first asked.'],
    de: ['Seit', 'Zeit, zu der zuerst Dealer gefragt wurden.'],
  },
  bid: {
    en: [
      'Bid',
      'Bid of the symbol now, in the prices of the account’s group; null while there is none.',
    ],
    de: [
      'Geldkurs',
      'Geldkurs des Symbols jetzt, in den Preisen der Kontogruppe; null, solange es keinen gibt.',
    ],
  },
  by: {
    en: ['Dealer', 'Login of the dealer who had taken the request; null where nobody had.'],
    de: [
      'Dealer',
      'Login des Dealers, der den Auftrag genommen hatte; null, wenn ihn niemand hatte.',
    ],
  },
  deviation_pct: {
    en: [
      'Max. deviation',
      'Percent that a price may be from the market without a reason; 0 is no bound.',
    ],
    de: [
      'Max. Abweichung',
      'Prozent, um die ein Preis ohne Grund vom Markt abweichen darf; 0 ist keine Grenze.',
    ],
  },
  equity: {
    en: ['Equity', 'Equity of the account; null while a price is missing.'],
    de: ['Eigenkapital', 'Eigenkapital des Kontos; null, solange ein Preis fehlt.'],
  },
  expires_at: {
    en: [
      'Waits until',
      'Time at which the request is answered trade.timeout: 30 seconds after it came, or 20 after a dealer took it.',
    ],
    de: [
      'Wartet bis',
      'Zeit, zu der der Auftrag mit trade.timeout endet: 30 Sekunden nach Eingang oder 20, nachdem ein Dealer ihn nahm.',
    ],
  },
  id: {
    en: [
      'Request',
      'Number by which dealers take and answer the request; it is that of its order.',
    ],
    de: [
      'Auftrag',
      'Nummer, unter der Dealer den Auftrag nehmen und beantworten; es ist die seiner Order.',
    ],
  },
  margin_level: {
    en: [
      'Margin level',
      'Equity in per cent of the margin; null without margin or while a price is missing.',
    ],
    de: [
      'Margin-Level',
      'Eigenkapital in Prozent der Margin; null ohne Margin oder solange ein Preis fehlt.',
    ],
  },
  message: {
    en: ['Message', 'Why it was refused, in English; empty where it was not.'],
    de: ['Meldung', 'Grund einer Ablehnung auf Englisch; leer, wenn es keine gab.'],
  },
  name: {
    en: ['Name', 'Name of the account; null for who may not see names, and until it is found.'],
    de: [
      'Name',
      'Name des Kontos; null für den, der Namen nicht sehen darf, und bis er gefunden ist.',
    ],
  },
  net_volume: {
    en: ['Net', 'Lots of the symbol that the account has bought less those that it has sold.'],
    de: ['Netto', 'Lots des Symbols, die das Konto gekauft hat, abzüglich der verkauften.'],
  },
  outcome: {
    en: [
      'Outcome',
      'Code that the client was answered with, or forbidden for a dealer who may see the request no more.',
    ],
    de: [
      'Ausgang',
      'Code, mit dem der Kunde beantwortet wurde, oder forbidden für einen Dealer, der den Auftrag nicht mehr sehen darf.',
    ],
  },
  price: {
    en: ['Price', 'Price that the dealer gave; null where none was given.'],
    de: ['Preis', 'Preis, den der Dealer gab; null, wenn keiner gegeben wurde.'],
  },
  request: {
    en: ['Request', 'What is asked for, in the fields of a trade request.'],
    de: ['Auftragsinhalt', 'Was verlangt wird, in den Feldern eines Handelsauftrags.'],
  },
  rule_id: {
    en: ['Rule', 'Id of the routing rule that gives the request to dealers.'],
    de: ['Regel', 'Nummer der Routing-Regel, die den Auftrag Dealern gibt.'],
  },
  since_ms: {
    en: ['Waits for', 'Milliseconds since dealers were first asked, as the server counts them.'],
    de: [
      'Wartet seit',
      'Millisekunden, seit zuerst Dealer gefragt wurden, wie der Server sie zählt.',
    ],
  },
  taken_by: {
    en: ['Taken by', 'Login of the dealer who has taken the request; null while it waits for one.'],
    de: [
      'Genommen von',
      'Login des Dealers, der den Auftrag genommen hat; null, solange er auf einen wartet.',
    ],
  },
}
