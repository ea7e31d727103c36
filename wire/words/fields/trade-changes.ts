import type { FieldWords } from './field-words.js'

/** Fields of the changes of a position or order. */
export const tradeChangesFields: FieldWords = {
  actor: {
    en: [
      'Staff user',
      'Login of the staff user who made the change, or who confirmed the client’s; null if none did.',
    ],
    de: [
      'Mitarbeiter',
      'Login des Mitarbeiters, der die Änderung vorgenommen oder die des Kunden bestätigt hat; null, wenn es keiner war.',
    ],
  },
  at: {
    en: ['Time', 'Time of the change in UTC; of a trailing stop that of its last step.'],
    de: [
      'Zeit',
      'Zeitpunkt der Änderung in UTC; bei einem Trailing Stop der des letzten Schritts.',
    ],
  },
  by: {
    en: ['Changed by', 'Who made the change.'],
    de: ['Geändert von', 'Wer die Änderung vorgenommen hat.'],
  },
  client_order_id: {
    en: [
      'Client order ID',
      'Name that the caller gave the request; null if none. A trader is not told those of staff.',
    ],
    de: [
      'Client-Order-ID',
      'Name, den der Aufrufer der Anfrage gab; null ohne Namen. Namen von Mitarbeitern erfährt der Trader nicht.',
    ],
  },
  field: {
    en: ['Field', 'Name of the changed field, as the row of the position or order has it.'],
    de: ['Feld', 'Name des geänderten Felds, wie ihn die Zeile der Position oder Order hat.'],
  },
  is_complete: {
    en: [
      'Complete',
      'False if the position was opened or the order placed before the server kept changes.',
    ],
    de: [
      'Vollständig',
      'Falsch, wenn die Position eröffnet oder die Order platziert wurde, bevor der Server Änderungen aufbewahrte.',
    ],
  },
  new: {
    en: ['New value', 'Value after the change, as the row has it; null for none.'],
    de: ['Neuer Wert', 'Wert nach der Änderung, wie ihn die Zeile hat; null für keinen.'],
  },
  old: {
    en: ['Old value', 'Value before the change, as the row has it; null for none.'],
    de: ['Alter Wert', 'Wert vor der Änderung, wie ihn die Zeile hat; null für keinen.'],
  },
  request_id: {
    en: [
      'Request',
      'Id of the REST request; null for the live socket and for what the server does by itself.',
    ],
    de: [
      'Anfrage',
      'Kennung der REST-Anfrage; null beim Live-Socket und bei dem, was der Server selbst tut.',
    ],
  },
}
