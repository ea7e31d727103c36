import type { FieldWords } from './field-words.js'

/** Fields of `find`. */
export const findFields: FieldWords = {
  'data.accounts': {
    en: ['Accounts', 'Accounts in your scope; absent without the right `accounts.view`.'],
    de: ['Konten', 'Konten im eigenen Bereich; fehlt ohne das Recht `accounts.view`.'],
  },
  active: {
    en: ['Active', 'Whether the staff user may sign in.'],
    de: ['Aktiv', 'Ob der Mitarbeiter sich anmelden darf.'],
  },
  'data.deals': {
    en: ['Deals', 'The deal of that number; absent without the right `trades.view`.'],
    de: ['Deals', 'Der Deal dieser Nummer; fehlt ohne das Recht `trades.view`.'],
  },
  'data.groups': {
    en: [
      'Groups',
      'Groups of accounts; absent without the rights `accounts.view`, `config.groups`.',
    ],
    de: ['Gruppen', 'Gruppen von Konten; fehlt ohne die Rechte `accounts.view`, `config.groups`.'],
  },
  is_complete: {
    en: ['Complete', 'Whether every kind was looked through before the time was over.'],
    de: ['Vollständig', 'Ob jede Art durchgesehen war, bevor die Zeit um war.'],
  },
  is_open: {
    en: ['Open', 'Whether the order still rests, or the position is still open.'],
    de: ['Offen', 'Ob die Order noch wartet oder die Position noch offen ist.'],
  },
  kind: {
    en: ['Kind', 'Kind of the settings, such as `gateways` or `routing`.'],
    de: ['Art', 'Art der Einstellungen, etwa `gateways` oder `routing`.'],
  },
  'query.limit': {
    en: ['Limit', 'Most rows of each kind; 10 when it is left out.'],
    de: ['Limit', 'Höchstzahl der Zeilen je Art; ohne Angabe 10.'],
  },
  middle_name: {
    en: [
      'Middle name',
      'Names between the first and the last; null for staff without the right `accounts.name`.',
    ],
    de: [
      'Weitere Vornamen',
      'Namen zwischen Vor- und Nachname; null für Mitarbeiter ohne das Recht `accounts.name`.',
    ],
  },
  not_reached: {
    en: ['Not reached', 'Kinds that were not looked through to their end: more may be found.'],
    de: [
      'Nicht durchgesehen',
      'Arten, die nicht bis zum Ende durchgesehen wurden: Es kann mehr zu finden sein.',
    ],
  },
  'data.orders': {
    en: ['Orders', 'The order of that number; absent without the right `trades.view`.'],
    de: ['Orders', 'Die Order dieser Nummer; fehlt ohne das Recht `trades.view`.'],
  },
  'data.positions': {
    en: ['Positions', 'The position of that number; absent without the right `trades.view`.'],
    de: ['Positionen', 'Die Position dieser Nummer; fehlt ohne das Recht `trades.view`.'],
  },
  q: {
    en: ['Words', 'What is looked for: a number, a phone, or words in any case.'],
    de: [
      'Wörter',
      'Wonach gesucht wird: eine Nummer, ein Telefon oder Wörter, groß oder klein geschrieben.',
    ],
  },
  'data.requests': {
    en: [
      'Refused requests',
      'Trade requests that were refused, by client_order_id or request_id; absent without the right `trades.view`.',
    ],
    de: [
      'Abgelehnte Anfragen',
      'Abgelehnte Handelsanfragen, nach client_order_id oder request_id; fehlt ohne das Recht `trades.view`.',
    ],
  },
  'data.settings': {
    en: ['Settings', 'Other records of settings, each by the right of its own list.'],
    de: [
      'Einstellungen',
      'Andere Datensätze der Einstellungen, jeder nach dem Recht seiner Liste.',
    ],
  },
  'data.staff': {
    en: ['Staff', 'Staff users; absent without the right `config.staff`.'],
    de: ['Mitarbeiter', 'Mitarbeiter; fehlt ohne das Recht `config.staff`.'],
  },
  'data.symbols': {
    en: ['Symbols', 'Symbols; absent without the rights `config.symbols`, `symbols.quick_edit`.'],
    de: ['Symbole', 'Symbole; fehlt ohne die Rechte `config.symbols`, `symbols.quick_edit`.'],
  },
}
