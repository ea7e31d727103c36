import type { FieldWords } from './field-words.js'

/** Fields of a trading account's record, as staff and as its holder read them. */
export const accountRecordFields: FieldWords = {
  api_enabled: {
    en: [
      'API access',
      'Whether programs may sign in to the account (terminal `api`, with the API password); off in a new account.',
    ],
    de: [
      'API-Zugang',
      'Ob sich Programme am Konto anmelden dürfen (Terminal `api`, mit dem API-Passwort); in einem neuen Konto aus.',
    ],
  },
  api_password_set: {
    en: [
      'API password set',
      'Whether the account has an API password; the password itself is never shown.',
    ],
    de: [
      'API-Passwort gesetzt',
      'Ob das Konto ein API-Passwort hat; das Passwort selbst wird nie gezeigt.',
    ],
  },
  archived_at: {
    en: [
      'Archived at',
      'Time at which the account was closed for good, by staff or as an expired demo account; null while it is not.',
    ],
    de: [
      'Archiviert am',
      'Zeitpunkt, zu dem das Konto endgültig geschlossen wurde, durch Mitarbeiter oder als abgelaufenes Demokonto; null, solange das nicht der Fall ist.',
    ],
  },
  bank_account: {
    en: [
      'Bank account',
      'The holder’s bank account, for payments in and out, as staff typed it; null for staff without the right `accounts.address`.',
    ],
    de: [
      'Bankverbindung',
      'Bankkonto des Inhabers für Ein- und Auszahlungen, wie Mitarbeiter es eingetragen haben; null für Mitarbeiter ohne das Recht `accounts.address`.',
    ],
  },
  enabled: {
    en: [
      'Enabled',
      'False closes the account to its holder and to staff trading for it: sessions end, nobody signs in; positions stay with their stops, balance operations go on.',
    ],
    de: [
      'Aktiv',
      'Falsch sperrt das Konto für den Inhaber und für Mitarbeiter, die dafür handeln: Sitzungen enden, niemand meldet sich an; Positionen bleiben mit ihren Stops, Saldobuchungen gehen weiter.',
    ],
  },
  expert_enabled: {
    en: [
      'Automated trading',
      'Whether the holder’s terminal may run trading programs; kept for terminals, the server itself does not act on it.',
    ],
    de: [
      'Automatisierter Handel',
      'Ob das Terminal des Inhabers Handelsprogramme ausführen darf; für Terminals vorgehalten, der Server selbst richtet sich nicht danach.',
    ],
  },
  id_number: {
    en: [
      'ID number',
      'Number of the holder’s passport or identity card; null for staff without the right `accounts.address`.',
    ],
    de: [
      'Ausweisnummer',
      'Nummer des Reisepasses oder Personalausweises des Inhabers; null für Mitarbeiter ohne das Recht `accounts.address`.',
    ],
  },
  margin_level: {
    en: [
      'Margin level',
      'Equity as a share of the margin, in per cent; null without margin, and while a price that it needs is missing.',
    ],
    de: [
      'Margin-Level',
      'Verhältnis von Eigenkapital zu Margin in Prozent; null ohne Margin und solange ein benötigter Kurs fehlt.',
    ],
  },
  middle_name: {
    en: [
      'Middle name',
      'The holder’s further given names; null for staff without the right `accounts.name`.',
    ],
    de: [
      'Zweiter Vorname',
      'Weitere Vornamen des Inhabers; null für Mitarbeiter ohne das Recht `accounts.name`.',
    ],
  },
  money: {
    en: [
      'Money',
      'The account’s figures at the prices of now, such as equity and free margin; null when trading does not answer in time, and in windows and fenced lists.',
    ],
    de: [
      'Kontozahlen',
      'Zahlen des Kontos zu aktuellen Kursen, etwa Eigenkapital und freie Margin; null, wenn der Handel nicht rechtzeitig antwortet, sowie in Fenstern und in Listen mit `min_projection_seq`.',
    ],
  },
  trading_enabled: {
    en: [
      'Trading allowed',
      'False refuses every trade request of the account with `trade.disabled`, while signing in and looking on stay possible; true in a new account.',
    ],
    de: [
      'Handel erlaubt',
      'Bei falsch wird jeder Handelsauftrag des Kontos mit `trade.disabled` abgelehnt, Anmelden und Zusehen bleiben möglich; in einem neuen Konto wahr.',
    ],
  },
  zip_code: {
    en: [
      'Postal code',
      'Postal code of the holder’s address; null for staff without the right `accounts.address`.',
    ],
    de: [
      'Postleitzahl',
      'Postleitzahl in der Anschrift des Inhabers; null für Mitarbeiter ohne das Recht `accounts.address`.',
    ],
  },
}
