import type { FieldWords } from './field-words.js'

/** Fields of `notifications`. */
export const notificationsFields: FieldWords = {
  code: {
    en: [
      'Outcome',
      '`ok` where it was sent; `not_found` where the login does not exist or is outside the sender’s scope.',
    ],
    de: [
      'Ergebnis',
      '`ok`, wo gesendet wurde; `not_found`, wo es das Login nicht gibt oder es außerhalb des Bereichs des Absenders liegt.',
    ],
  },
  company: {
    en: [
      'Company',
      'Company of the account’s group when it was sent, in whose name the message stands.',
    ],
    de: [
      'Firma',
      'Firma der Gruppe des Kontos zum Zeitpunkt des Sendens, in deren Namen die Nachricht steht.',
    ],
  },
  created_at: {
    en: ['Sent at', 'Time at which the notification was sent.'],
    de: ['Gesendet am', 'Zeitpunkt, zu dem die Benachrichtigung gesendet wurde.'],
  },
  id: {
    en: [
      'Notification',
      'Number of the notification, rising in the order of sending; null where none was sent.',
    ],
    de: [
      'Benachrichtigung',
      'Nummer der Benachrichtigung, steigend in der Reihenfolge des Sendens; null, wo keine gesendet wurde.',
    ],
  },
  limit: {
    en: [
      'Limit',
      'How many of the newest notifications are listed: 50 when left out or below 1, at most 200, which is what is kept of an account.',
    ],
    de: [
      'Anzahl',
      'Wie viele der neuesten Benachrichtigungen aufgeführt werden: ohne Angabe oder unter 1 sind es 50, höchstens 200, mehr wird je Konto nicht aufgehoben.',
    ],
  },
  login: {
    en: ['Login', 'Account that the notification is for.'],
    de: ['Login', 'Konto, für das die Benachrichtigung bestimmt ist.'],
  },
  logins: {
    en: [
      'Recipients',
      'Logins and ranges of them between commas, as `1001,1005-1010`; at most 1,000 logins, a repeated one counts once.',
    ],
    de: [
      'Empfänger',
      'Logins und Bereiche davon, durch Kommas getrennt, etwa `1001,1005-1010`; höchstens 1.000 Logins, ein wiederholtes zählt einmal.',
    ],
  },
  message: {
    en: ['Message', 'Text that the terminals of the account show, 1 to 1,024 characters.'],
    de: ['Nachricht', 'Text, den die Terminals des Kontos zeigen, 1 bis 1.024 Zeichen.'],
  },
  'data.message': {
    en: [
      'Message',
      'Text of the notification; in the answer to sending it is why this login got none, and empty where it did.',
    ],
    de: [
      'Nachricht',
      'Text der Benachrichtigung; in der Antwort auf das Senden der Grund, warum dieses Login keine bekam, sonst leer.',
    ],
  },
  sender: {
    en: [
      'Sender',
      'Mailbox name of the staff user who sent it, or their name where they have none.',
    ],
    de: [
      'Absender',
      'Postfachname des Mitarbeiters, der sie gesendet hat, oder sein Name, wo er keinen hat.',
    ],
  },
  sent: {
    en: [
      'Sent',
      'Whether this login got the notification; it is stored even where no terminal is open.',
    ],
    de: [
      'Gesendet',
      'Ob dieses Login die Benachrichtigung bekam; gespeichert wird sie auch, wenn kein Terminal offen ist.',
    ],
  },
}
