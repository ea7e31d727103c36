import type { FieldWords } from './field-words.js'

/** Fields that datafeeds and gateways have alike. */
export const connectionFields: FieldWords = {
  bytes_in: {
    en: [
      'Bytes received',
      'Bytes that came from the provider over all connections since the provider links started.',
    ],
    de: [
      'Empfangene Bytes',
      'Bytes, die seit dem Start der Anbieter-Verbindungen vom Anbieter kamen, über alle Verbindungen.',
    ],
  },
  bytes_out: {
    en: [
      'Bytes sent',
      'Bytes that went to the provider over all connections since the provider links started.',
    ],
    de: [
      'Gesendete Bytes',
      'Bytes, die seit dem Start der Anbieter-Verbindungen an den Anbieter gingen, über alle Verbindungen.',
    ],
  },
  certificate: {
    en: [
      'Module certificate',
      'Always empty: modules are part of the server and carry no certificate of their own.',
    ],
    de: [
      'Zertifikat des Moduls',
      'Immer leer: Module sind Teil des Servers und haben kein eigenes Zertifikat.',
    ],
  },
  created: {
    en: [
      'Created symbols',
      'Symbols that this call made, with trading disabled, so that nobody trades them before they were looked at.',
    ],
    de: [
      'Angelegte Symbole',
      'Symbole, die dieser Aufruf angelegt hat; ihr Handel ist gesperrt, bis sie jemand geprüft hat.',
    ],
  },
  default: {
    en: [
      'Default',
      'Counts where the parameter has no value; of a parameter that the module knows it is the module’s, whatever is sent.',
    ],
    de: [
      'Vorgabe',
      'Gilt, wo der Parameter keinen Wert hat; bei Parametern, die das Modul kennt, ist es dessen Vorgabe, was auch gesendet wird.',
    ],
  },
  description: {
    en: [
      'Description',
      'Explains a module or one of its parameters; sent for a parameter that the module knows, it is not read.',
    ],
    de: [
      'Beschreibung',
      'Erklärt ein Modul oder einen seiner Parameter; gesendet für einen Parameter, den das Modul kennt, wird sie nicht gelesen.',
    ],
  },
  enabled: {
    en: [
      'Enabled',
      'Off, it is not connected; on, which is the default, every parameter that its module requires needs a value.',
    ],
    de: [
      'Aktiv',
      'Aus: Es wird keine Verbindung aufgebaut; ein (Vorgabe): Jeder Pflichtparameter des Moduls braucht einen Wert.',
    ],
  },
  gateway_login: {
    en: [
      'Second connection: login',
      'Login of a separate connection that a module may need; it is stored and read by no module yet.',
    ],
    de: [
      'Zweite Verbindung: Login',
      'Login einer getrennten Verbindung, die ein Modul brauchen kann; er wird gespeichert und noch von keinem Modul gelesen.',
    ],
  },
  gateway_password: {
    en: [
      'Second connection: password',
      'Password of the separate connection: stored sealed, never shown, read by no module yet; an empty text removes it, left out it stays.',
    ],
    de: [
      'Zweite Verbindung: Passwort',
      'Passwort der getrennten Verbindung: versiegelt gespeichert, nie angezeigt, noch von keinem Modul gelesen; ein leerer Text entfernt es, weggelassen bleibt es.',
    ],
  },
  gateway_server: {
    en: [
      'Second connection: server',
      'Address, host:port, of a separate connection that a module may need; it is stored and read by no module yet, and empty is none.',
    ],
    de: [
      'Zweite Verbindung: Server',
      'Adresse host:port einer getrennten Verbindung, die ein Modul brauchen kann; sie wird gespeichert und noch von keinem Modul gelesen, leer ist keine.',
    ],
  },
  has_gateway_password: {
    en: [
      'Second connection: password set',
      'True where a password of the separate connection is stored; the password itself is never shown.',
    ],
    de: [
      'Zweite Verbindung: Passwort gesetzt',
      'Wahr, wenn ein Passwort der getrennten Verbindung gespeichert ist; es selbst wird nie angezeigt.',
    ],
  },
  has_password: {
    en: [
      'Password set',
      'True where a password at the provider is stored; the password itself is never shown.',
    ],
    de: [
      'Passwort gesetzt',
      'Wahr, wenn ein Passwort beim Anbieter gespeichert ist; es selbst wird nie angezeigt.',
    ],
  },
  import_symbol_settings: {
    en: [
      'Import symbol settings',
      'On, imported symbols take over the provider’s digits, description, contract size, volumes and profit currency as far as it tells them; off by default.',
    ],
    de: [
      'Symboleinstellungen übernehmen',
      'Ein: Importierte Symbole übernehmen Nachkommastellen, Beschreibung, Kontraktgröße, Volumina und Gewinnwährung, soweit der Anbieter sie nennt; Vorgabe ist aus.',
    ],
  },
  label: {
    en: ['Module name', 'Name of the module as people read it, like FIX 4.4.'],
    de: ['Name des Moduls', 'Name des Moduls, wie Menschen ihn lesen, etwa FIX 4.4.'],
  },
  last_error: {
    en: [
      'Last error',
      'Why it is not connected, or what the provider last refused; empty where nothing is amiss.',
    ],
    de: [
      'Letzter Fehler',
      'Warum keine Verbindung besteht oder was der Anbieter zuletzt abgelehnt hat; leer, wenn nichts fehlt.',
    ],
  },
  left: {
    en: [
      'Left to import',
      'Names that this call did not get to; the next call imports them, and 0 is done.',
    ],
    de: [
      'Noch zu importieren',
      'Namen, zu denen dieser Aufruf nicht kam; der nächste importiert sie, bei 0 ist alles erledigt.',
    ],
  },
  level: {
    en: ['Level', 'Weight of the line: info, warn or error.'],
    de: ['Stufe', 'Gewicht der Zeile: info, warn oder error.'],
  },
  login: {
    en: [
      'Login at the provider',
      'Name to sign in with at the provider, up to 64 characters; FIX sends it where the parameter Username in Logon is on.',
    ],
    de: [
      'Login beim Anbieter',
      'Name für die Anmeldung beim Anbieter, bis 64 Zeichen; FIX sendet ihn, wenn der Parameter Username in Logon ein ist.',
    ],
  },
  module: {
    en: [
      'Module',
      'Protocol of the connection: fix44 is FIX 4.4; dde, of datafeeds alone, is the Universal DDE Connector.',
    ],
    de: [
      'Modul',
      'Protokoll der Verbindung: fix44 ist FIX 4.4; dde, nur bei Datafeeds, ist der Universal DDE Connector.',
    ],
  },
  params: {
    en: [
      'Parameters',
      'Settings of the module, each name once; a list that is sent replaces the whole, and one left out when it is created starts as the module’s.',
    ],
    de: [
      'Parameter',
      'Einstellungen des Moduls, jeder Name einmal; eine gesendete Liste ersetzt die ganze, ohne sie beginnt eine neue Verbindung mit der des Moduls.',
    ],
  },
  password: {
    en: [
      'Password at the provider',
      'Stored sealed and never shown; an empty text removes it, left out it stays.',
    ],
    de: [
      'Passwort beim Anbieter',
      'Wird versiegelt gespeichert und nie angezeigt; ein leerer Text entfernt es, weggelassen bleibt es.',
    ],
  },
  path: {
    en: [
      'Path',
      'Path of the new symbol: a folder with the name of the connection, and in it the provider’s name of the symbol.',
    ],
    de: [
      'Pfad',
      'Pfad des neuen Symbols: ein Ordner mit dem Namen der Verbindung, darin der Name des Symbols beim Anbieter.',
    ],
  },
  reason: {
    en: [
      'Reason',
      'Why the name was not imported: it is a symbol already, a translate has it, the masks do not take it, or it cannot be a symbol’s name.',
    ],
    de: [
      'Grund',
      'Warum der Name nicht importiert wurde: Er ist schon ein Symbol, eine Übersetzung hat ihn, die Masken nehmen ihn nicht, oder er taugt nicht als Symbolname.',
    ],
  },
  reconnect_sec: {
    en: [
      'Reconnect after',
      'Seconds from a failed attempt or a lost connection to the next attempt, 1 to 600; default 5.',
    ],
    de: [
      'Neuer Versuch nach',
      'Sekunden von einem gescheiterten Versuch oder einer verlorenen Verbindung bis zum nächsten Versuch, 1 bis 600; Vorgabe 5.',
    ],
  },
  required: {
    en: [
      'Required parameters',
      'Names of the parameters that need a value before a connection of this module can be enabled.',
    ],
    de: [
      'Pflichtparameter',
      'Namen der Parameter, die einen Wert brauchen, bevor eine Verbindung dieses Moduls aktiv sein kann.',
    ],
  },
  server: {
    en: [
      'Server',
      'Address of the provider, host:port; a new one takes the stored secrets along only if they are sent with it.',
    ],
    de: [
      'Server',
      'Adresse des Anbieters, host:port; eine neue nimmt gespeicherte Geheimnisse nur mit, wenn sie mitgesendet werden.',
    ],
  },
  signed_by: {
    en: ['Signed by', 'Always empty: modules are part of the server, and nobody else signs them.'],
    de: [
      'Signiert von',
      'Immer leer: Module sind Teil des Servers und von niemandem sonst signiert.',
    ],
  },
  skipped: {
    en: [
      'Skipped names',
      'Names of the provider that were not made symbols, each with the reason.',
    ],
    de: [
      'Übergangene Namen',
      'Namen des Anbieters, aus denen kein Symbol wurde, jeder mit dem Grund.',
    ],
  },
  source: {
    en: ['Name at the provider', 'What the provider calls the symbol, up to 64 characters.'],
    de: ['Name beim Anbieter', 'Wie der Anbieter das Symbol nennt, bis 64 Zeichen.'],
  },
  source_digits: {
    en: [
      'Digits at the provider',
      'Decimals of the provider’s prices, 0 to 10; null, the default, takes the digits of the symbol.',
    ],
    de: [
      'Nachkommastellen beim Anbieter',
      'Nachkommastellen der Kurse des Anbieters, 0 bis 10; null, die Vorgabe, nimmt die des Symbols.',
    ],
  },
  symbol_id: {
    en: [
      'Symbol',
      'Id of the symbol of this server that has another name or markup at the provider; each is translated once.',
    ],
    de: [
      'Symbol',
      'Id des Symbols dieses Servers, das beim Anbieter anders heißt oder einen Aufschlag hat; jedes wird einmal übersetzt.',
    ],
  },
  timeout_sec: {
    en: [
      'Answer timeout',
      'Seconds that the provider has to take the connection and to answer the logon, 1 to 3600, before the attempt fails; default 30.',
    ],
    de: [
      'Wartezeit auf Antwort',
      'Sekunden, in denen der Anbieter die Verbindung annehmen und die Anmeldung beantworten muss, 1 bis 3600, sonst scheitert der Versuch; Vorgabe 30.',
    ],
  },
  translates: {
    en: [
      'Translations',
      'Symbols that have another name, other digits or a markup at the provider; the others go by their own names.',
    ],
    de: [
      'Übersetzungen',
      'Symbole, die beim Anbieter anders heißen, andere Nachkommastellen oder einen Aufschlag haben; die übrigen laufen unter ihrem eigenen Namen.',
    ],
  },
  type: {
    en: [
      'Type',
      'Kind of the parameter’s value: string, int, bool, time or secret; of a parameter that the module knows it is the module’s, whatever is sent.',
    ],
    de: [
      'Typ',
      'Art des Parameterwerts: string, int, bool, time oder secret; bei Parametern, die das Modul kennt, ist es dessen Angabe, was auch gesendet wird.',
    ],
  },
  value: {
    en: [
      'Value',
      'Empty lets the default count; a secret reads as ********, and sent back so it stays as it is.',
    ],
    de: [
      'Wert',
      'Leer gilt die Vorgabe; ein Geheimnis liest sich als ******** und bleibt, wenn es so zurückgesendet wird.',
    ],
  },
}
