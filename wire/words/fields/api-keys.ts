import type { FieldWords } from './field-words.js'

/** Fields of `api-keys`. */
export const apiKeysFields: FieldWords = {
  created_at: {
    en: ['Created at', 'Time at which the key was created.'],
    de: ['Erstellt am', 'Zeitpunkt, zu dem der Schlüssel erstellt wurde.'],
  },
  created_by: {
    en: ['Created by', 'Login of the staff user who created the key.'],
    de: ['Erstellt von', 'Login des Mitarbeiters, der den Schlüssel erstellt hat.'],
  },
  enabled: {
    en: ['Enabled', 'Whether the key works; by default true. False ends its sockets at once.'],
    de: [
      'Eingeschaltet',
      'Ob der Schlüssel funktioniert, Vorgabe wahr; falsch beendet seine Sockets sofort.',
    ],
  },
  expires_at: {
    en: [
      'Expires at',
      'Time from which the key is refused, at most 2 years ahead; null (default) means no end.',
    ],
    de: [
      'Gültig bis',
      'Zeitpunkt, ab dem der Schlüssel abgelehnt wird, höchstens 2 Jahre voraus; null (Vorgabe) heißt ohne Ende.',
    ],
  },
  grace_sec: {
    en: ['Grace period', 'Seconds for which the key before still works, by default 3600.'],
    de: [
      'Übergangszeit',
      'Sekunden, in denen der bisherige Schlüssel noch funktioniert, Vorgabe 3600.',
    ],
  },
  group_scope: {
    en: [
      'Groups',
      'Group masks that the key is limited to, within the scope of the login; null (default) means the whole scope.',
    ],
    de: [
      'Gruppen',
      'Gruppenmasken, auf die der Schlüssel begrenzt ist, im Bereich des Logins; null (Vorgabe) heißt der ganze Bereich.',
    ],
  },
  id: {
    en: ['Key', 'Number of the API key.'],
    de: ['Schlüssel', 'Nummer des API-Schlüssels.'],
  },
  ip_allow: {
    en: [
      'Addresses',
      'Addresses and networks that may use the key, 1 to 64, of at least /8 (IPv4) or /24 (IPv6). Those of the login hold as well.',
    ],
    de: [
      'Adressen',
      'Adressen und Netze, die den Schlüssel verwenden dürfen, 1 bis 64, mindestens /8 (IPv4) oder /24 (IPv6). Die Adressen des Logins gelten ebenfalls.',
    ],
  },
  key: {
    en: ['API key', 'The key itself, which only this answer shows. Keep it like a password.'],
    de: [
      'API-Schlüssel',
      'Der Schlüssel selbst, den nur diese Antwort zeigt. Bewahren Sie ihn wie ein Passwort auf.',
    ],
  },
  last_ip: {
    en: ['Last address', 'Address of the last use; empty before the first one.'],
    de: ['Letzte Adresse', 'Adresse der letzten Verwendung; leer vor der ersten.'],
  },
  last_used_at: {
    en: [
      'Last used',
      'Time of the last use, written at most once a minute; null before the first one.',
    ],
    de: [
      'Zuletzt verwendet',
      'Zeitpunkt der letzten Verwendung, höchstens einmal pro Minute geschrieben; null vor der ersten.',
    ],
  },
  login: {
    en: ['Login', 'Staff login that the key acts for; left out, your own.'],
    de: ['Login', 'Mitarbeiter-Login, für das der Schlüssel handelt; fehlt es, Ihr eigenes.'],
  },
  name: {
    en: [
      'Name',
      'Name of the key in lists and in the journal, 1 to 64 characters, unique per login.',
    ],
    de: [
      'Name',
      'Name des Schlüssels in Listen und im Journal, 1 bis 64 Zeichen, je Login eindeutig.',
    ],
  },
  old_key_until: {
    en: [
      'Key before works until',
      'Time until which the key before the last rotation works; null if there is none.',
    ],
    de: [
      'Bisheriger Schlüssel bis',
      'Zeitpunkt, bis zu dem der Schlüssel vor dem letzten Austausch funktioniert; null, wenn es keinen gibt.',
    ],
  },
  prefix: {
    en: ['Prefix', 'First 12 characters of the key, by which you recognise it.'],
    de: ['Anfang', 'Die ersten 12 Zeichen des Schlüssels, an denen Sie ihn erkennen.'],
  },
  rights: {
    en: [
      'Rights',
      'Rights that the key is limited to; null (default) means all rights of the login. A key never holds `config.staff` or `config.api_keys`.',
    ],
    de: [
      'Rechte',
      'Rechte, auf die der Schlüssel begrenzt ist; null (Vorgabe) heißt alle Rechte des Logins. `config.staff` und `config.api_keys` hat ein Schlüssel nie.',
    ],
  },
  version: {
    en: ['Version', 'Version of the key, which each change raises by one.'],
    de: ['Version', 'Version des Schlüssels, die jede Änderung um eins erhöht.'],
  },
}
