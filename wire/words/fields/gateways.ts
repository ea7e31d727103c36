import type { FieldWords } from './field-words.js'
import { gatewayFigures } from './gateway-figures.js'
import { gatewayTransactions } from './gateway-transactions.js'
import { connectionFields } from './provider-connections.js'

/** Fields of `gateways`. */
export const gatewaysFields: FieldWords = {
  ...connectionFields,
  ...gatewayFigures,
  ...gatewayTransactions,
  allow_import_balances: {
    en: [
      'Import balances',
      'Has to be false, the default: FIX 4.4 has no balances to import; accounts are imported from a file and balances deposited.',
    ],
    de: [
      'Salden importieren',
      'Muss aus sein (Vorgabe): FIX 4.4 kennt keinen Import von Salden; Konten kommen aus einer Datei, ihr Geld durch Einzahlung.',
    ],
  },
  ask_markup_pts: {
    en: [
      'Ask markup',
      'Points of the symbol that a buy costs beyond the provider’s price, limits being sent without them; below zero it costs less; default 0.',
    ],
    de: [
      'Aufschlag auf den Briefkurs',
      'Punkte des Symbols, die ein Kauf mehr kostet als beim Anbieter, Limits gehen ohne sie hinaus; unter null kostet er weniger; Vorgabe 0.',
    ],
  },
  bid_markup_pts: {
    en: [
      'Bid markup',
      'Points of the symbol that are added to the provider’s price of a sell, limits being sent without them; below zero the client gets less; default 0.',
    ],
    de: [
      'Aufschlag auf den Geldkurs',
      'Punkte des Symbols, die zum Kurs eines Verkaufs beim Anbieter hinzukommen, Limits gehen ohne sie hinaus; unter null erhält der Kunde weniger; Vorgabe 0.',
    ],
  },
  collect_transactions_days: {
    en: [
      'Keep transactions',
      'Days, up to 3650, for which what goes to the provider and comes from it is kept, 250,000 rows at most; 0, the default, keeps none.',
    ],
    de: [
      'Transaktionen aufbewahren',
      'Tage, bis 3650, für die aufbewahrt wird, was an den Anbieter geht und von ihm kommt, höchstens 250.000 Zeilen; 0 (Vorgabe) bewahrt nichts auf.',
    ],
  },
  contract_size: {
    en: [
      'Contract size',
      'Units in a lot of the instrument, as the provider lists it; empty where it does not say.',
    ],
    de: [
      'Kontraktgröße',
      'Einheiten je Lot des Instruments, wie der Anbieter sie aufführt; leer, wenn er nichts sagt.',
    ],
  },
  currency: {
    en: [
      'Currency',
      'Currency of the instrument, as the provider lists it; empty where it does not say.',
    ],
    de: [
      'Währung',
      'Währung des Instruments, wie der Anbieter sie aufführt; leer, wenn er nichts sagt.',
    ],
  },
  'data.description': {
    en: [
      'Description',
      'Explains a module or one of its parameters; of an instrument the provider’s text, empty where it has none.',
    ],
    de: [
      'Beschreibung',
      'Erklärt ein Modul oder einen seiner Parameter; bei einem Instrument der Text des Anbieters, leer, wenn er keinen hat.',
    ],
  },
  digits: {
    en: [
      'Digits',
      'Decimals of the instrument’s prices, as the provider lists it; null where it does not say.',
    ],
    de: [
      'Nachkommastellen',
      'Nachkommastellen der Kurse des Instruments, wie der Anbieter sie aufführt; null, wenn er nichts sagt.',
    ],
  },
  group: {
    en: [
      'Group',
      'One group path, or one mask of paths, for whose accounts the row says which symbols go here; the first row that fits counts.',
    ],
    de: [
      'Gruppe',
      'Ein Gruppenpfad oder eine Maske von Pfaden, für deren Konten die Zeile sagt, welche Symbole hierher gehen; die erste passende Zeile zählt.',
    ],
  },
  groups: {
    en: [
      'Groups',
      'Rows that narrow what goes to this gateway by group, the first that fits counting; a group without a row is not limited, and empty limits none.',
    ],
    de: [
      'Gruppen',
      'Zeilen, die je Gruppe einengen, was an dieses Gateway geht, die erste passende zählt; eine Gruppe ohne Zeile ist nicht beschränkt, leer beschränkt keine.',
    ],
  },
  'data.login': {
    en: [
      'Login',
      'Of a gateway the name that it signs in with at the provider; of a transaction the account of the order, null where the message names none.',
    ],
    de: [
      'Login',
      'Bei einem Gateway der Name für die Anmeldung beim Anbieter; bei einer Transaktion das Konto der Order, null, wenn die Nachricht keines nennt.',
    ],
  },
  'query.login': {
    en: ['Account', 'Keeps the transactions of orders of this account.'],
    de: ['Konto', 'Behält die Transaktionen der Orders dieses Kontos.'],
  },
  mode: {
    en: [
      'Direction of the connection',
      'Active (default): this server dials the provider; Passive: the provider dials it, from the parameter FIX Allowed Addresses.',
    ],
    de: [
      'Richtung der Verbindung',
      'Active (Vorgabe): Dieser Server wählt den Anbieter an; Passive: Der Anbieter wählt ihn an, von den Adressen im Parameter FIX Allowed Addresses.',
    ],
  },
  name: {
    en: [
      'Name',
      'Unique name of the gateway, 1 to 64 letters, digits, spaces or . _ & # -; of a parameter or an instrument what its module or the provider calls it.',
    ],
    de: [
      'Name',
      'Eindeutiger Name des Gateways, 1 bis 64 Buchstaben, Ziffern, Leerzeichen oder . _ & # -; bei Parametern und Instrumenten der Name beim Modul oder Anbieter.',
    ],
  },
  priority: {
    en: [
      'Priority',
      'Place in the list, lower numbers first; which gateway an order goes to is said by the routing rule; 0 to 1000, default 1.',
    ],
    de: [
      'Priorität',
      'Platz in der Liste, kleine Zahlen zuerst; an welches Gateway eine Order geht, sagt die Routing-Regel; 0 bis 1000, Vorgabe 1.',
    ],
  },
  profiling: {
    en: [
      'Profiling',
      'On, the status has a profile of messages and times, and the log a line of it each minute; switching does not interrupt the session; off by default.',
    ],
    de: [
      'Profilierung',
      'Ein: Der Status hat ein Profil der Nachrichten und Zeiten, das Log jede Minute eine Zeile davon; Umschalten unterbricht die Sitzung nicht; Vorgabe ist aus.',
    ],
  },
  reconnect_attempts: {
    en: [
      'Attempts in a series',
      'Attempts in a row, 1 to 1000, that may fail before the longer pause; default 3.',
    ],
    de: [
      'Versuche je Serie',
      'Versuche in Folge, 1 bis 1000, die scheitern dürfen, bevor die längere Pause kommt; Vorgabe 3.',
    ],
  },
  series_pause_sec: {
    en: [
      'Pause after a series',
      'Seconds, 0 to 86400, of waiting after a series of attempts none of which came online; default 60.',
    ],
    de: [
      'Pause nach einer Serie',
      'Sekunden, 0 bis 86400, Wartezeit nach einer Serie von Versuchen, von denen keiner online ging; Vorgabe 60.',
    ],
  },
  server: {
    en: [
      'Server',
      'Address, host:port, that is dialled, in Passive mode listened at; a new one takes stored secrets along only if they are sent with it.',
    ],
    de: [
      'Server',
      'Adresse host:port, die angewählt wird, im Modus Passive die, an der gewartet wird; eine neue nimmt gespeicherte Geheimnisse nur mit, wenn sie mitgesendet werden.',
    ],
  },
  'data.source': {
    en: [
      'Name at the provider',
      'What the provider calls the symbol; null in a transaction that names none.',
    ],
    de: [
      'Name beim Anbieter',
      'Wie der Anbieter das Symbol nennt; null in einer Transaktion, die keines nennt.',
    ],
  },
  ssl: {
    en: [
      'TLS',
      'On, the session speaks TLS even where the parameter FIX SSL Enabled is off; off by default, and then the parameter decides.',
    ],
    de: [
      'TLS',
      'Ein: Die Sitzung spricht TLS, auch wenn der Parameter FIX SSL Enabled aus ist; aus (Vorgabe) entscheidet der Parameter.',
    ],
  },
  state: {
    en: [
      'State',
      'Of a gateway online, stopped or disabled; of a transaction how the order stands at the provider by that message, null in what goes to it.',
    ],
    de: [
      'Zustand',
      'Bei einem Gateway online, stopped (angehalten) oder disabled (abgeschaltet); bei einer Transaktion, wie die Order laut Nachricht beim Anbieter steht, null in Gesendetem.',
    ],
  },
  'query.state': {
    en: [
      'State at the provider',
      'Keeps messages of the provider by which an order stands so; what goes to it has no state.',
    ],
    de: [
      'Stand beim Anbieter',
      'Behält Nachrichten des Anbieters, nach denen eine Order so steht; Gesendetes hat keinen Stand.',
    ],
  },
  symbol_id: {
    en: [
      'Symbol',
      'Id of the symbol of this server; of a listed instrument the one that has its name or is translated to it, null where there is none.',
    ],
    de: [
      'Symbol',
      'Id des Symbols dieses Servers; bei einem aufgeführten Instrument das Symbol gleichen Namens oder das darauf übersetzte, null, wenn es keines gibt.',
    ],
  },
  symbols: {
    en: [
      'Symbols',
      'Masks in order, the last that fits decides and ! excludes: of the gateway what may be imported, of a group which symbols go here; * (default) is all.',
    ],
    de: [
      'Symbole',
      'Masken der Reihe nach, die letzte passende entscheidet und ! schließt aus: beim Gateway, was importiert werden darf, bei einer Gruppe, welche Symbole hierher gehen; * (Vorgabe) ist alles.',
    ],
  },
  'data.symbols': {
    en: [
      'Symbols',
      'Masks in order, the last that fits decides: of the gateway what may be imported, of a group which symbols go here; in a status the number of translations.',
    ],
    de: [
      'Symbole',
      'Masken der Reihe nach, die letzte passende entscheidet: beim Gateway, was importiert werden darf, bei einer Gruppe, welche Symbole hierher gehen; im Status die Zahl der Übersetzungen.',
    ],
  },
  text: {
    en: [
      'Text',
      'Of the log what happened, in one line of the last 200; of a transaction the provider’s words or why it was not sent, empty where there are none.',
    ],
    de: [
      'Text',
      'Im Log, was geschah, eine der letzten 200 Zeilen; bei einer Transaktion die Worte des Anbieters oder warum sie nicht gesendet wurde, sonst leer.',
    ],
  },
  'data.type': {
    en: [
      'Type',
      'Of a parameter the kind of its value: string, int, bool, time or secret; in a profile the type of the messages, other for those beyond 64.',
    ],
    de: [
      'Typ',
      'Bei einem Parameter die Art seines Werts: string, int, bool, time oder secret; im Profil der Typ der Nachrichten, other für alle über 64 hinaus.',
    ],
  },
}
