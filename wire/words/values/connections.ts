import type { Words } from '../words.js'

/** Values of datafeeds and gateways. */
export const connectionValues: Readonly<Record<string, Words>> = {
  Active: {
    en: ['Active', 'The server dials the provider.'],
    de: ['Aktiv', 'Der Server wählt den Anbieter an.'],
  },
  Passive: {
    en: ['Passive', 'The provider dials the server, from the addresses that are allowed.'],
    de: ['Passiv', 'Der Anbieter wählt den Server an, von den erlaubten Adressen aus.'],
  },
  bool: {
    en: ['Yes or no', 'The value is true or false as text.'],
    de: ['Ja oder nein', 'Der Wert ist true oder false als Text.'],
  },
  dde: {
    en: ['DDE', 'Price feed of a Universal DDE Connector, with quotes and news.'],
    de: ['DDE', 'Kursfeed eines Universal DDE Connectors, mit Kursen und Nachrichten.'],
  },
  'direction.received': {
    en: ['Received', 'The provider said it to the server.'],
    de: ['Empfangen', 'Der Anbieter sagte es dem Server.'],
  },
  'direction.sent': {
    en: ['Sent', 'The server said it to the provider.'],
    de: ['Gesendet', 'Der Server sagte es dem Anbieter.'],
  },
  fix44: {
    en: ['FIX 4.4', 'Connection by the protocol FIX 4.4.'],
    de: ['FIX 4.4', 'Verbindung über das Protokoll FIX 4.4.'],
  },
  info: {
    en: ['Information', 'Something happened as it should.'],
    de: ['Information', 'Etwas geschah, wie es soll.'],
  },
  int: {
    en: ['Whole number', 'The value is a whole number as text.'],
    de: ['Ganze Zahl', 'Der Wert ist eine ganze Zahl als Text.'],
  },
  'kind.bust': {
    en: [
      'Taken back',
      'The provider has taken a trade back; its deal stays, and staff put it right.',
    ],
    de: [
      'Zurückgenommen',
      'Der Anbieter hat einen Handel zurückgenommen; der Deal bleibt, und Mitarbeiter berichtigen ihn.',
    ],
  },
  'kind.cancel': {
    en: ['Cancel', 'The provider was told to cancel an order.'],
    de: ['Stornierung', 'Dem Anbieter wurde gesagt, eine Order zu stornieren.'],
  },
  'kind.correct': {
    en: [
      'Corrected',
      'The provider has corrected a trade; its deal stays, and staff put it right.',
    ],
    de: [
      'Berichtigt',
      'Der Anbieter hat einen Handel berichtigt; der Deal bleibt, und Mitarbeiter berichtigen ihn.',
    ],
  },
  'kind.execution': {
    en: ['Execution', 'The provider has traded for an order.'],
    de: ['Ausführung', 'Der Anbieter hat für eine Order gehandelt.'],
  },
  'kind.reject': {
    en: ['Rejection', 'The provider has refused an order.'],
    de: ['Ablehnung', 'Der Anbieter hat eine Order abgelehnt.'],
  },
  'kind.report': {
    en: [
      'Report',
      'A word of the provider on how an order stands; of e-mails a report that a schedule has made.',
    ],
    de: [
      'Bericht',
      'Eine Meldung des Anbieters zum Stand einer Order; bei E-Mails ein Bericht aus einem Zeitplan.',
    ],
  },
  'kind.status': {
    en: ['Question', 'The provider was asked how an order stands.'],
    de: ['Frage', 'Der Anbieter wurde nach dem Stand einer Order gefragt.'],
  },
  'kind.unsent': {
    en: ['Not sent', 'An order could not be sent; the text says why.'],
    de: ['Nicht gesendet', 'Eine Order konnte nicht gesendet werden; der Text sagt, warum.'],
  },
  'level.error': {
    en: ['Error', 'Something failed.'],
    de: ['Fehler', 'Etwas ist gescheitert.'],
  },
  secret: {
    en: ['Secret', 'The value is kept sealed and reads as asterisks; sent back as that, it stays.'],
    de: [
      'Geheimnis',
      'Der Wert ist versiegelt und liest sich als Sternchen; so zurückgesendet, bleibt er.',
    ],
  },
  'state.connecting': {
    en: ['Connecting', 'The feed is dialled, or waits for its next try.'],
    de: ['Verbindet', 'Der Feed wird angewählt oder wartet auf den nächsten Versuch.'],
  },
  'state.disabled': {
    en: ['Disabled', 'The connection is switched off in its settings.'],
    de: ['Abgeschaltet', 'Die Verbindung ist in ihren Einstellungen abgeschaltet.'],
  },
  'state.kept': {
    en: [
      'Kept as it was',
      'The provider has refused a change or a cancel, and the order stands as it did.',
    ],
    de: [
      'Unverändert',
      'Der Anbieter hat eine Änderung oder Stornierung abgelehnt, und die Order steht wie zuvor.',
    ],
  },
  'state.online': {
    en: ['Online', 'The connection stands and its session answers.'],
    de: ['Online', 'Die Verbindung steht, und ihre Sitzung antwortet.'],
  },
  'state.pending': {
    en: ['Received', 'The provider has the order and has not accepted it yet.'],
    de: ['Empfangen', 'Der Anbieter hat die Order und hat sie noch nicht angenommen.'],
  },
  'state.resting': {
    en: ['Resting', 'The feed has failed too often in a row and pauses before it is tried again.'],
    de: [
      'Pausiert',
      'Der Feed ist zu oft nacheinander gescheitert und pausiert vor dem nächsten Versuch.',
    ],
  },
  'state.stopped': {
    en: ['Stopped', 'The gateway is enabled and has no session with its provider.'],
    de: ['Gestoppt', 'Das Gateway ist aktiv und hat keine Sitzung mit seinem Anbieter.'],
  },
  'state.undone': {
    en: ['Undone', 'The provider has taken back or corrected a trade that it had reported.'],
    de: ['Rückgängig', 'Der Anbieter hat einen gemeldeten Handel zurückgenommen oder berichtigt.'],
  },
  'state.unknown': {
    en: ['Unknown', 'The provider has no such order.'],
    de: ['Unbekannt', 'Der Anbieter kennt die Order nicht.'],
  },
  'state.working': {
    en: ['Working', 'More may come of the order at the provider.'],
    de: ['In Arbeit', 'Beim Anbieter kann aus der Order noch mehr werden.'],
  },
  string: {
    en: ['Text', 'The value is a text.'],
    de: ['Text', 'Der Wert ist ein Text.'],
  },
  time: {
    en: ['Time', 'The value is a time as text.'],
    de: ['Zeit', 'Der Wert ist eine Zeit als Text.'],
  },
  warn: {
    en: ['Warning', 'Something is amiss, and the connection goes on.'],
    de: ['Warnung', 'Etwas stimmt nicht, und die Verbindung läuft weiter.'],
  },
}
