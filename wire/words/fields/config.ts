import type { FieldWords } from './field-words.js'

/** Fields of `config`. */
export const configFields: FieldWords = {
  action: {
    en: [
      'Action',
      'What was done with the record, or in a preview and a dry run what would be done.',
    ],
    de: [
      'Aktion',
      'Was mit dem Datensatz geschehen ist, in Vorschau und Probelauf, was geschehen würde.',
    ],
  },
  allocation_settings: {
    en: [
      'Sign-up pages',
      'Pages of the sign-up, as one record: in an export or a selection the keys that are meant, or null for all of them; in a file the records.',
    ],
    de: [
      'Seiten der Registrierung',
      'Seiten der Registrierung, als ein Datensatz: in Export und Auswahl die gemeinten Schlüssel oder null für alle; in einer Datei die Datensätze.',
    ],
  },
  allocations: {
    en: [
      'Sign-up offers',
      'Sign-up offers by name: in an export or a selection the keys that are meant, or null for all of them; in a file the records.',
    ],
    de: [
      'Angebote der Registrierung',
      'Angebote der Registrierung nach Namen: in Export und Auswahl die gemeinten Schlüssel oder null für alle; in einer Datei die Datensätze.',
    ],
  },
  brands: {
    en: [
      'Brands',
      'Brands by name, with their pictures: in an export or a selection the keys that are meant, or null for all of them; in a file the records.',
    ],
    de: [
      'Marken',
      'Marken nach Namen, mit ihren Bildern: in Export und Auswahl die gemeinten Schlüssel oder null für alle; in einer Datei die Datensätze.',
    ],
  },
  can_read: {
    en: ['May read', 'Whether the caller has the right to read and export this kind.'],
    de: ['Darf lesen', 'Ob der Anfragende das Recht hat, diese Art zu lesen und zu exportieren.'],
  },
  can_write: {
    en: [
      'May write',
      'Whether the caller has the right to import and delete records of this kind.',
    ],
    de: [
      'Darf schreiben',
      'Ob der Anfragende das Recht hat, Datensätze dieser Art zu importieren und zu löschen.',
    ],
  },
  changes: {
    en: [
      'Changed fields',
      'Names of the record’s fields that the import changes; empty where it changes none.',
    ],
    de: [
      'Geänderte Felder',
      'Namen der Felder des Datensatzes, die der Import ändert; leer, wenn er keine ändert.',
    ],
  },
  connections_disabled: {
    en: [
      'Connections at rest',
      'Datafeeds and gateways that are enabled in the file and were left disabled here, so that two servers do not sign in to a provider under one name.',
    ],
    de: [
      'Ruhende Verbindungen',
      'Datafeeds und Gateways, die in der Datei aktiv sind und hier ruhen, damit sich nicht zwei Server unter einem Namen beim Anbieter anmelden.',
    ],
  },
  connections_enabled: {
    en: [
      'Enable connections',
      'Whether datafeeds and gateways that are enabled in the file connect here at once; by default they arrive disabled.',
    ],
    de: [
      'Verbindungen einschalten',
      'Ob Datafeeds und Gateways, die in der Datei aktiv sind, sich hier gleich verbinden; ohne Angabe kommen sie abgeschaltet an.',
    ],
  },
  count: {
    en: [
      'Records',
      'Number of records of the kind within the caller’s reach; 0 where the kind may not be read.',
    ],
    de: [
      'Datensätze',
      'Anzahl der Datensätze der Art, die der Anfragende erreicht; 0, wenn er die Art nicht lesen darf.',
    ],
  },
  create: {
    en: ['To create', 'Number of records that the import would create.'],
    de: ['Neu anzulegen', 'Anzahl der Datensätze, die der Import anlegen würde.'],
  },
  created: {
    en: ['Created', 'Number of records that the import has created.'],
    de: ['Angelegt', 'Anzahl der Datensätze, die der Import angelegt hat.'],
  },
  datafeeds: {
    en: [
      'Datafeeds',
      'Datafeeds by name: in an export or a selection the keys that are meant, or null for all of them; in a file the records.',
    ],
    de: [
      'Datafeeds',
      'Datafeeds nach Namen: in Export und Auswahl die gemeinten Schlüssel oder null für alle; in einer Datei die Datensätze.',
    ],
  },
  denied: {
    en: [
      'Denied kinds',
      'Kinds that were asked for and are not in the file, since the caller may not read them; an import ignores the list.',
    ],
    de: [
      'Verweigerte Arten',
      'Verlangte Arten, die in der Datei fehlen, weil der Anfragende sie nicht lesen darf; ein Import übergeht die Liste.',
    ],
  },
  dry_run: {
    en: ['Dry run', 'Whether all checks are made and nothing is deleted; left out, it is true.'],
    de: ['Probelauf', 'Ob nur geprüft und nichts gelöscht wird; ohne Angabe true.'],
  },
  enabled: {
    en: ['Enabled', 'Whether the record is in use; null where its kind has no such field.'],
    de: ['Aktiv', 'Ob der Datensatz in Gebrauch ist; null, wenn seine Art kein solches Feld hat.'],
  },
  error: {
    en: [
      'Error',
      'Code and message with which the record was refused, null where it was not; in the summary the number of records that were.',
    ],
    de: [
      'Fehler',
      'Code und Text, mit denen der Datensatz abgelehnt wurde, sonst null; in der Übersicht die Anzahl der abgelehnten.',
    ],
  },
  exported_at: {
    en: ['Exported at', 'Time at which the file was written; an import ignores it.'],
    de: ['Exportiert um', 'Zeit, zu der die Datei geschrieben wurde; ein Import übergeht sie.'],
  },
  file: {
    en: ['File', 'Settings as an export has written them, with up to 20,000 records and 10 MiB.'],
    de: [
      'Datei',
      'Einstellungen, wie ein Export sie geschrieben hat, mit bis zu 20.000 Datensätzen und 10 MiB.',
    ],
  },
  format: {
    en: ['Format', 'Mark by which a file of settings is known; it is always app-config.'],
    de: ['Format', 'Kennzeichen einer Einstellungsdatei; es ist immer app-config.'],
  },
  gateways: {
    en: [
      'Gateways',
      'Gateways by name: in an export or a selection the keys that are meant, or null for all of them; in a file the records.',
    ],
    de: [
      'Gateways',
      'Gateways nach Namen: in Export und Auswahl die gemeinten Schlüssel oder null für alle; in einer Datei die Datensätze.',
    ],
  },
  groups: {
    en: [
      'Groups',
      'Groups by path, with their symbol rows and commissions: in an export or a selection the keys that are meant, or null for all of them; in a file the records.',
    ],
    de: [
      'Gruppen',
      'Gruppen nach Pfad, mit ihren Symbolzeilen und Kommissionen: in Export und Auswahl die gemeinten Schlüssel oder null für alle; in einer Datei die Datensätze.',
    ],
  },
  holidays: {
    en: [
      'Holidays',
      'Holidays by year, month, day and description: in an export or a selection the keys that are meant, or null for all of them; in a file the records.',
    ],
    de: [
      'Feiertage',
      'Feiertage nach Jahr, Monat, Tag und Beschreibung: in Export und Auswahl die gemeinten Schlüssel oder null für alle; in einer Datei die Datensätze.',
    ],
  },
  identity: {
    en: ['Path', 'Path of the symbol or group that the item is about; empty where it names none.'],
    de: [
      'Pfad',
      'Pfad des Symbols oder der Gruppe, um die es geht; leer, wenn keiner genannt ist.',
    ],
  },
  items: {
    en: [
      'Items',
      'Records of the kind, in an answer to an import or a deletion one row for each; what is wrong with one holds up no other.',
    ],
    de: [
      'Einträge',
      'Datensätze der Art, in der Antwort auf Import oder Löschen eine Zeile je Datensatz; ein fehlerhafter hält die anderen nicht auf.',
    ],
  },
  key: {
    en: [
      'Key',
      'What the record is known by on every server, as a path or a name; case does not count.',
    ],
    de: [
      'Schlüssel',
      'Woran der Datensatz auf jedem Server erkannt wird, etwa Pfad oder Name; Groß- und Kleinschreibung zählt nicht.',
    ],
  },
  key_field: {
    en: ['Key field', 'Field of a record that is its key; of holidays several fields together.'],
    de: [
      'Schlüsselfeld',
      'Feld eines Datensatzes, das sein Schlüssel ist; bei Feiertagen mehrere Felder zusammen.',
    ],
  },
  key_fields: {
    en: [
      'Key fields',
      'Field that is the key of a record, for each kind of the file; an import ignores it.',
    ],
    de: [
      'Schlüsselfelder',
      'Feld, das der Schlüssel eines Datensatzes ist, für jede Art der Datei; ein Import übergeht es.',
    ],
  },
  keys: {
    en: ['Keys', 'Keys of the records to delete, in any case; each is answered with a row.'],
    de: [
      'Schlüssel',
      'Schlüssel der zu löschenden Datensätze, Groß- und Kleinschreibung zählt nicht; zu jedem kommt eine Zeile.',
    ],
  },
  kind: {
    en: ['Kind', 'Kind of settings that the records belong to.'],
    de: ['Art', 'Art der Einstellungen, zu der die Datensätze gehören.'],
  },
  kinds: {
    en: [
      'Kinds',
      'Kinds of settings by name; what is not named is not exported, and an import takes them in an order of its own, since later ones name earlier ones.',
    ],
    de: [
      'Arten',
      'Arten von Einstellungen nach Namen; was fehlt, wird nicht exportiert, und ein Import nimmt sie in eigener Reihenfolge, da spätere auf frühere verweisen.',
    ],
  },
  leverage_profiles: {
    en: [
      'Leverage profiles',
      'Leverage profiles by name: in an export or a selection the keys that are meant, or null for all of them; in a file the records.',
    ],
    de: [
      'Hebelprofile',
      'Hebelprofile nach Namen: in Export und Auswahl die gemeinten Schlüssel oder null für alle; in einer Datei die Datensätze.',
    ],
  },
  mail_servers: {
    en: [
      'Mail servers',
      'Mail servers by name, without passwords: in an export or a selection the keys that are meant, or null for all of them; in a file the records.',
    ],
    de: [
      'Mailserver',
      'Mailserver nach Namen, ohne Kennwörter: in Export und Auswahl die gemeinten Schlüssel oder null für alle; in einer Datei die Datensätze.',
    ],
  },
  mode: {
    en: [
      'Mode',
      'Which records an import writes: new and known ones (upsert, the default), new ones alone, or known ones alone; none is ever deleted.',
    ],
    de: [
      'Modus',
      'Welche Datensätze ein Import schreibt: neue und bekannte (upsert, Standard), nur neue oder nur bekannte; gelöscht wird nie.',
    ],
  },
  new_symbols_trading_disabled: {
    en: [
      'New symbols not traded',
      'Whether symbols that the import creates start with trade access disabled, and those that are disabled here stay so; left out, it is true.',
    ],
    de: [
      'Neue Symbole ohne Handel',
      'Ob Symbole, die der Import anlegt, zunächst nicht gehandelt werden und solche, die hier nicht gehandelt werden, so bleiben; ohne Angabe true.',
    ],
  },
  options: {
    en: ['Options', 'How the file is taken; what is left out has its default.'],
    de: ['Optionen', 'Wie die Datei übernommen wird; was fehlt, hat seinen Standard.'],
  },
  reports: {
    en: [
      'Reports',
      'Reports by name of the configuration: in an export or a selection the keys that are meant, or null for all of them; in a file the records.',
    ],
    de: [
      'Berichte',
      'Berichte nach Namen der Konfiguration: in Export und Auswahl die gemeinten Schlüssel oder null für alle; in einer Datei die Datensätze.',
    ],
  },
  routing: {
    en: [
      'Routing rules',
      'Routing rules by name: in an export or a selection the keys that are meant, or null for all of them; in a file the records.',
    ],
    de: [
      'Routing-Regeln',
      'Routing-Regeln nach Namen: in Export und Auswahl die gemeinten Schlüssel oder null für alle; in einer Datei die Datensätze.',
    ],
  },
  select: {
    en: [
      'Selection',
      'Kinds and keys of the file to take; left out, everything is taken, and a kind that it does not name is not.',
    ],
    de: [
      'Auswahl',
      'Arten und Schlüssel der Datei, die übernommen werden; ohne Angabe alles, und eine nicht genannte Art gar nicht.',
    ],
  },
  settings: {
    en: [
      'Server settings',
      'Settings of the server, as one record: in an export or a selection the keys that are meant, or null for all of them; in a file the records.',
    ],
    de: [
      'Servereinstellungen',
      'Einstellungen des Servers, als ein Datensatz: in Export und Auswahl die gemeinten Schlüssel oder null für alle; in einer Datei die Datensätze.',
    ],
  },
  skip: {
    en: ['To skip', 'Number of records that the import would leave alone because of its mode.'],
    de: [
      'Zu überspringen',
      'Anzahl der Datensätze, die der Import wegen seines Modus übergehen würde.',
    ],
  },
  skipped: {
    en: ['Skipped', 'Number of records that the import has left alone because of its mode.'],
    de: [
      'Übersprungen',
      'Anzahl der Datensätze, die der Import wegen seines Modus übergangen hat.',
    ],
  },
  source: {
    en: ['Source', 'Product that wrote the file, here openfloor; an import ignores it.'],
    de: [
      'Quelle',
      'Produkt, das die Datei geschrieben hat, hier openfloor; ein Import übergeht es.',
    ],
  },
  summary: {
    en: ['Summary', 'Number of records by what was done with them, or in a preview would be.'],
    de: [
      'Übersicht',
      'Anzahl der Datensätze nach dem, was mit ihnen geschah, in der Vorschau geschähe.',
    ],
  },
  symbols: {
    en: [
      'Symbols',
      'Symbols by path: in an export or a selection the keys that are meant, or null for all of them; in a file the records.',
    ],
    de: [
      'Symbole',
      'Symbole nach Pfad: in Export und Auswahl die gemeinten Schlüssel oder null für alle; in einer Datei die Datensätze.',
    ],
  },
  unchanged: {
    en: ['Unchanged', 'Number of records that are here as the file has them, and are not written.'],
    de: [
      'Unverändert',
      'Anzahl der Datensätze, die hier schon so sind wie in der Datei und nicht geschrieben werden.',
    ],
  },
  update: {
    en: ['To update', 'Number of records that the import would change.'],
    de: ['Zu ändern', 'Anzahl der Datensätze, die der Import ändern würde.'],
  },
  updated: {
    en: ['Updated', 'Number of records that the import has changed.'],
    de: ['Geändert', 'Anzahl der Datensätze, die der Import geändert hat.'],
  },
  version: {
    en: ['Version', 'Version of the file’s format; it is 1.'],
    de: ['Version', 'Version des Dateiformats; sie ist 1.'],
  },
  warning: {
    en: [
      'Warning',
      'Name of a check that could not be made in a dry run; null where all were made.',
    ],
    de: ['Warnung', 'Prüfung, die im Probelauf nicht möglich war; null, wenn alle möglich waren.'],
  },
  warnings: {
    en: [
      'Warnings',
      'What was taken otherwise than the file has it, as a connection that arrives disabled; empty where nothing was.',
    ],
    de: [
      'Warnungen',
      'Was anders übernommen wurde, als es in der Datei steht, etwa eine abgeschaltete Verbindung; leer, wenn nichts.',
    ],
  },
}
