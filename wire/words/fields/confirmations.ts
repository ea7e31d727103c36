import { bulkCloseFields } from './bulk-close.js'
import type { FieldWords } from './field-words.js'

/** Fields of `confirmations`. */
export const confirmationsFields: FieldWords = {
  ...bulkCloseFields,
  amount: {
    en: [
      'Amount',
      'Net amount in the account’s currency, paid by the terms of its side; zero pays nothing.',
    ],
    de: [
      'Betrag',
      'Nettobetrag in Kontowährung, gezahlt nach den Angaben seiner Seite; 0 zahlt nichts.',
    ],
  },
  amount_buy: {
    en: [
      'Amount for buys',
      'Amount in the account’s currency that is paid for the lots bought; zero pays nothing.',
    ],
    de: [
      'Betrag für Käufe',
      'Betrag in Kontowährung, der für die gekauften Lots gezahlt wird; 0 zahlt nichts.',
    ],
  },
  amount_sell: {
    en: [
      'Amount for sells',
      'Amount in the account’s currency that is paid for the lots sold; zero pays nothing.',
    ],
    de: [
      'Betrag für Verkäufe',
      'Betrag in Kontowährung, der für die verkauften Lots gezahlt wird; 0 zahlt nichts.',
    ],
  },
  'body.action': {
    en: [
      'Action',
      'Action to confirm; within the terms of a side the balance operation that pays it.',
    ],
    de: [
      'Aktion',
      'Aktion, die bestätigt wird; in den Angaben einer Seite der Kontovorgang, der sie zahlt.',
    ],
  },
  code: {
    en: [
      'Code',
      'Six digits to show to the user, who types them again to confirm; three wrong tries end the confirmation.',
    ],
    de: [
      'Code',
      'Sechs Ziffern zum Anzeigen, die zum Bestätigen neu eingetippt werden; drei falsche Versuche beenden die Bestätigung.',
    ],
  },
  confirm_token: {
    en: [
      'Confirmation',
      'Token to send with the request that is confirmed; it holds for the caller, the action and the parameters alone, and once.',
    ],
    de: [
      'Bestätigung',
      'Token, das mit der bestätigten Anfrage gesendet wird; es gilt nur für den Anfragenden, die Aktion und die Parameter, und einmal.',
    ],
  },
  expires_at: {
    en: [
      'Valid until',
      'Time after which the confirmation is over, two minutes after it was made.',
    ],
    de: [
      'Gültig bis',
      'Zeit, zu der die Bestätigung verfällt, zwei Minuten nach ihrer Erstellung.',
    ],
  },
  items: {
    en: ['Items', 'Payments to come, up to 10,000 accounts, as the preview has made them.'],
    de: [
      'Einträge',
      'Die künftigen Zahlungen, bis zu 10.000 Konten, wie die Vorschau sie ergeben hat.',
    ],
  },
  more: {
    en: ['More', 'Bodies of further requests that the same code confirms, each once, up to 99.'],
    de: [
      'Weitere',
      'Inhalte weiterer Anfragen, die derselbe Code bestätigt, je einmal, bis zu 99.',
    ],
  },
  orders: {
    en: [
      'Orders',
      'Ids of the pending orders that are meant; what is unknown, over or out of scope is left out.',
    ],
    de: [
      'Orders',
      'Nummern der gemeinten wartenden Orders; was unbekannt, vorbei oder außerhalb des eigenen Bereichs ist, bleibt weg.',
    ],
  },
  params: {
    en: [
      'Parameters',
      'Body of the request to come without its confirmation; the order of its fields does not matter, and preview is no part of it.',
    ],
    de: [
      'Parameter',
      'Inhalt der künftigen Anfrage ohne ihre Bestätigung; die Reihenfolge der Felder ist gleich, und preview zählt nicht dazu.',
    ],
  },
  positions: {
    en: [
      'Positions',
      'Ids of the open positions that are meant, in place of a symbol and groups; what is unknown, closed or out of scope is left out.',
    ],
    de: [
      'Positionen',
      'Nummern der gemeinten offenen Positionen, anstelle von Symbol und Gruppen; was unbekannt, geschlossen oder außerhalb des eigenen Bereichs ist, bleibt weg.',
    ],
  },
  preview: {
    en: ['Preview', 'Without effect here: a preview needs no confirmation.'],
    de: ['Vorschau', 'Hier ohne Wirkung: eine Vorschau braucht keine Bestätigung.'],
  },
}
