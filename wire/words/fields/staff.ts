import type { FieldWords } from './field-words.js'

/** Fields of `staff`. */
export const staffFields: FieldWords = {
  active: {
    en: [
      'Active',
      'Whether the staff user may sign in; false ends all their sessions at once, and nobody can set it for themselves.',
    ],
    de: [
      'Aktiv',
      'Ob sich der Mitarbeiter anmelden darf; falsch beendet sofort alle seine Sitzungen, und niemand kann es bei sich selbst setzen.',
    ],
  },
  depth_days: {
    en: [
      'Depth in days',
      'How many days back reports opened by this line may begin; 0 is no limit, and of several lines the one that reaches furthest counts.',
    ],
    de: [
      'Rückblick in Tagen',
      'Wie viele Tage zurück Berichte beginnen dürfen, die diese Zeile öffnet; 0 heißt unbegrenzt, und von mehreren Zeilen zählt die am weitesten reichende.',
    ],
  },
  description: {
    en: ['Description', 'What the right allows, in a line of English.'],
    de: ['Beschreibung', 'Was das Recht erlaubt, in einer Zeile auf Englisch.'],
  },
  email: {
    en: ['E-mail', 'Address of the staff user, kept in their account; empty is none.'],
    de: ['E-Mail', 'Adresse des Mitarbeiters, in seinem Konto geführt; leer heißt keine.'],
  },
  export: {
    en: [
      'May export',
      'Whether results of these reports may be downloaded; the right `reports.export` is needed besides.',
    ],
    de: [
      'Export erlaubt',
      'Ob Ergebnisse dieser Berichte heruntergeladen werden dürfen; das Recht `reports.export` ist zusätzlich nötig.',
    ],
  },
  group: {
    en: [
      'Staff group',
      'Path of the group, one with a folder `managers` or `administrators` in it; a new one signs the user out everywhere.',
    ],
    de: [
      'Mitarbeitergruppe',
      'Pfad der Gruppe mit einem Ordner `managers` oder `administrators` darin; eine neue meldet den Benutzer überall ab.',
    ],
  },
  group_scope: {
    en: [
      'Group scope',
      'Masks of the groups whose accounts the user may see and change, with `*` for any characters and `!` taking away; at most 64, and never wider than the granter’s own; empty reaches no account.',
    ],
    de: [
      'Gruppenbereich',
      'Masken der Gruppen, deren Konten der Benutzer sehen und ändern darf, mit `*` für beliebige Zeichen und `!` als Ausnahme; höchstens 64 und nie weiter als der eigene Bereich dessen, der sie vergibt; leer erreicht kein Konto.',
    ],
  },
  held: {
    en: ['Held', 'Whether the caller holds this right, and so may grant it.'],
    de: ['Vorhanden', 'Ob der Aufrufer dieses Recht hat und es damit vergeben darf.'],
  },
  ip_allow: {
    en: [
      'Allowed addresses',
      'IP addresses and networks (such as `10.0.0.0/8`) that the user may sign in from, at most 64; empty is any, and left out in a new user they are the creator’s own.',
    ],
    de: [
      'Erlaubte Adressen',
      'IP-Adressen und Netze (etwa `10.0.0.0/8`), von denen sich der Benutzer anmelden darf, höchstens 64; leer heißt alle, ohne Angabe gelten bei einem neuen Benutzer die des Anlegenden.',
    ],
  },
  last_ip: {
    en: [
      'Last address',
      'IP address of the newest sign-in or renewal of a session; empty is never.',
    ],
    de: [
      'Letzte Adresse',
      'IP-Adresse der jüngsten Anmeldung oder Erneuerung einer Sitzung; leer ist nie.',
    ],
  },
  lines: {
    en: [
      'Report lines',
      'Each opens the report configurations that its path fits; saving replaces the whole list, and an empty one opens none.',
    ],
    de: [
      'Berichtszeilen',
      'Jede öffnet die Berichtskonfigurationen, auf die ihr Pfad passt; Speichern ersetzt die ganze Liste, eine leere öffnet keine.',
    ],
  },
  login: {
    en: [
      'Login',
      'Number of the account that the staff profile belongs to; a new profile needs an account that exists in a staff group.',
    ],
    de: [
      'Login',
      'Nummer des Kontos, zu dem das Mitarbeiterprofil gehört; ein neues Profil braucht ein bestehendes Konto in einer Mitarbeitergruppe.',
    ],
  },
  logs_months: {
    en: [
      'Journal depth',
      'How many months back the user reads the journal, 0 to 120; 0 is all of it, and left out in a new user it is the creator’s own.',
    ],
    de: [
      'Rückblick im Journal',
      'Wie viele Monate zurück der Benutzer das Journal liest, 0 bis 120; 0 heißt alles, ohne Angabe gilt bei einem neuen Benutzer der Wert des Anlegenden.',
    ],
  },
  mailbox_name: {
    en: [
      'Mailbox name',
      'What traders read as the sender of mail and notifications instead of the user’s name; empty is the name.',
    ],
    de: [
      'Postfachname',
      'Was Trader als Absender von Nachrichten und Benachrichtigungen statt des Namens lesen; leer steht der Name da.',
    ],
  },
  name: {
    en: [
      'Name',
      'Name of the staff user as colleagues see it; in the list of rights it is the right’s own name.',
    ],
    de: [
      'Name',
      'Name des Mitarbeiters, wie Kollegen ihn sehen; in der Liste der Rechte der Name des Rechts.',
    ],
  },
  password: {
    en: [
      'New password',
      '8 to 16 characters, and as many as the group asks for, with a lower case and an upper case letter, a digit and a symbol; setting it ends all sessions of the user.',
    ],
    de: [
      'Neues Passwort',
      '8 bis 16 Zeichen, mindestens so viele wie die Gruppe verlangt, mit Klein- und Großbuchstabe, Ziffer und Sonderzeichen; Setzen beendet alle Sitzungen des Benutzers.',
    ],
  },
  path: {
    en: [
      'Report',
      'Name of a report configuration or a mask with `*`, such as `Finance\\*`, that the line opens.',
    ],
    de: [
      'Bericht',
      'Name einer Berichtskonfiguration oder Maske mit `*`, etwa `Finance\\*`, die die Zeile öffnet.',
    ],
  },
  'query.group': {
    en: [
      'Group',
      'Mask of staff groups, `*` standing for any characters; only users of groups that it fits are listed.',
    ],
    de: [
      'Gruppe',
      'Maske für Mitarbeitergruppen, `*` steht für beliebige Zeichen; nur Benutzer passender Gruppen werden aufgeführt.',
    ],
  },
  'query.login': {
    en: ['Login', 'Lists this staff user alone; 0 is any.'],
    de: ['Login', 'Führt nur diesen Mitarbeiter auf; 0 heißt alle.'],
  },
  'query.name': {
    en: ['Name', 'Part of the name, in any case.'],
    de: ['Name', 'Teil des Namens, Groß- und Kleinschreibung egal.'],
  },
  reports_months: {
    en: [
      'Report depth',
      'How many months back reports of the user may begin, 0 to 120, and how long their report jobs stay listed; 0 is all, and left out in a new user it is the creator’s own.',
    ],
    de: [
      'Rückblick in Berichten',
      'Wie viele Monate zurück Berichte des Benutzers beginnen dürfen, 0 bis 120, und wie lange seine Berichtsaufträge aufgeführt bleiben; 0 heißt alles, ohne Angabe gilt bei einem neuen Benutzer der Wert des Anlegenden.',
    ],
  },
  rights: {
    en: [
      'Rights',
      'Names of what the user may do, such as `accounts.view`; nobody grants rights that they do not hold, and a change reaches live sessions at once.',
    ],
    de: [
      'Rechte',
      'Namen dessen, was der Benutzer darf, etwa `accounts.view`; niemand vergibt Rechte, die er selbst nicht hat, und eine Änderung gilt sofort auch für laufende Sitzungen.',
    ],
  },
  view: {
    en: ['May see', 'Whether the line opens its reports at all; false keeps them closed.'],
    de: ['Sichtbar', 'Ob die Zeile ihre Berichte überhaupt öffnet; falsch lässt sie geschlossen.'],
  },
}
