import type { Words } from '../words.js'

/** Values of settings on their way between servers. */
export const transferValues: Readonly<Record<string, Words>> = {
  'action.delete': {
    en: ['Would be deleted', 'Nothing speaks against deleting the record.'],
    de: ['Würde gelöscht', 'Nichts spricht dagegen, den Datensatz zu löschen.'],
  },
  'action.deleted': {
    en: ['Deleted', 'The record is gone.'],
    de: ['Gelöscht', 'Den Datensatz gibt es nicht mehr.'],
  },
  'action.error': {
    en: ['Error', 'It was refused, and its error says why; the others go on.'],
    de: ['Fehler', 'Es wurde abgelehnt, und der Fehler sagt, warum; die anderen gehen weiter.'],
  },
  'action.not_found': {
    en: ['Not found', 'There is no record of that key.'],
    de: ['Nicht gefunden', 'Einen Datensatz mit dem Schlüssel gibt es nicht.'],
  },
  allocation_settings: {
    en: ['Pages of sign-up', 'Pages that sign-up and terminals point to: one record.'],
    de: [
      'Seiten der Registrierung',
      'Seiten, auf die Registrierung und Terminals verweisen: ein Datensatz.',
    ],
  },
  allocations: {
    en: [
      'Sign-up offers',
      'Rules of who may sign up into which group, by group, priority and description.',
    ],
    de: [
      'Registrierungsangebote',
      'Regeln, wer sich in welche Gruppe registrieren darf, nach Gruppe, Priorität und Beschreibung.',
    ],
  },
  'app-config': {
    en: ['Settings', 'The file holds settings of this server’s kinds.'],
    de: ['Einstellungen', 'Die Datei enthält Einstellungen der Arten dieses Servers.'],
  },
  brands: {
    en: ['Brands', 'Names, colours, pages and pictures of companies, by company.'],
    de: ['Marken', 'Namen, Farben, Seiten und Bilder der Firmen, nach Firma.'],
  },
  create: {
    en: ['Would be created', 'The record is not here yet.'],
    de: ['Würde angelegt', 'Den Datensatz gibt es hier noch nicht.'],
  },
  create_only: {
    en: ['New only', 'Records that are here already are left alone.'],
    de: ['Nur neue', 'Vorhandene Datensätze bleiben, wie sie sind.'],
  },
  created: {
    en: ['Created', 'The record or account is new.'],
    de: ['Angelegt', 'Der Datensatz oder das Konto ist neu.'],
  },
  datafeeds: {
    en: ['Datafeeds', 'Connections to providers of prices, by name.'],
    de: ['Datafeeds', 'Verbindungen zu Kursanbietern, nach Namen.'],
  },
  exists: {
    en: ['Exists', 'An account of that login is there already, and nothing is changed.'],
    de: ['Vorhanden', 'Ein Konto mit dem Login gibt es schon, und nichts wird geändert.'],
  },
  gateways: {
    en: ['Gateways', 'Connections to liquidity providers, by name.'],
    de: ['Gateways', 'Verbindungen zu Liquiditätsanbietern, nach Namen.'],
  },
  groups: {
    en: ['Groups', 'Terms of accounts, with their symbol rows and commissions, by path.'],
    de: ['Gruppen', 'Bedingungen von Konten mit Symbolzeilen und Kommissionen, nach Pfad.'],
  },
  holidays: {
    en: ['Holidays', 'Days on which symbols are closed.'],
    de: ['Feiertage', 'Tage, an denen Symbole geschlossen sind.'],
  },
  leverage_profiles: {
    en: ['Leverage profiles', 'Tiers of margin by volume or value, by name.'],
    de: ['Hebelprofile', 'Margin-Stufen nach Volumen oder Wert, nach Namen.'],
  },
  mail_servers: {
    en: ['Mail servers', 'Servers that e-mails go out through, by name.'],
    de: ['Mailserver', 'Server, über die E-Mails verschickt werden, nach Namen.'],
  },
  refused: {
    en: ['Refused', 'The record cannot be deleted, as something uses it; the error says what.'],
    de: [
      'Abgelehnt',
      'Der Datensatz ist nicht zu löschen, etwa weil er in Gebrauch ist; der Fehler sagt, warum.',
    ],
  },
  reports: {
    en: ['Reports', 'Report configurations, by name.'],
    de: ['Berichte', 'Berichtskonfigurationen, nach Namen.'],
  },
  routing: {
    en: ['Routing rules', 'Rules that decide trade requests, by name.'],
    de: ['Routing-Regeln', 'Regeln, die über Handelsaufträge entscheiden, nach Namen.'],
  },
  settings: {
    en: ['Server settings', 'Sign-up, the server’s clock and the like: one record.'],
    de: ['Servereinstellungen', 'Registrierung, Uhr des Servers und Ähnliches: ein Datensatz.'],
  },
  skip: {
    en: ['Would be left out', 'The mode leaves the record alone.'],
    de: ['Würde übergangen', 'Der Modus lässt den Datensatz aus.'],
  },
  skipped: {
    en: ['Left out', 'The mode left the record alone.'],
    de: ['Übergangen', 'Der Modus hat den Datensatz ausgelassen.'],
  },
  staff: {
    en: ['Staff', 'Staff users with rights, groups and addresses, without passwords, by login.'],
    de: [
      'Mitarbeiter',
      'Mitarbeiter mit Rechten, Gruppen und Adressen, ohne Kennwörter, nach Login.',
    ],
  },
  symbols: {
    en: ['Symbols', 'What is traded, by path.'],
    de: ['Symbole', 'Was gehandelt wird, nach Pfad.'],
  },
  unchanged: {
    en: ['Unchanged', 'The record is here as the file has it, and nothing is written.'],
    de: [
      'Unverändert',
      'Der Datensatz ist hier schon wie in der Datei, und nichts wird geschrieben.',
    ],
  },
  update: {
    en: ['Would be changed', 'The record is here with other values.'],
    de: ['Würde geändert', 'Den Datensatz gibt es hier mit anderen Werten.'],
  },
  update_only: {
    en: ['Known only', 'Records that are not here are left out.'],
    de: ['Nur bekannte', 'Fehlende Datensätze werden nicht angelegt.'],
  },
  updated: {
    en: ['Changed', 'The record was here with other values.'],
    de: ['Geändert', 'Den Datensatz gab es hier mit anderen Werten.'],
  },
  upsert: {
    en: [
      'New and known',
      'Records that are not here are created, and those that are here are changed.',
    ],
    de: ['Neue und bekannte', 'Fehlende Datensätze werden angelegt, vorhandene geändert.'],
  },
}
