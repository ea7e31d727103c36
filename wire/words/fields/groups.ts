import type { FieldWords } from './field-words.js'
import { groupTerms } from './group-terms.js'

/** Fields of `groups`. */
export const groupsFields: FieldWords = {
  ...groupTerms,
  company: {
    en: [
      'Company',
      'Company that the accounts belong to, whose brand their letters have; with a licence one that it lists, and empty is the main company.',
    ],
    de: [
      'Unternehmen',
      'Unternehmen, zu dem die Konten gehören und dessen Marke ihre Briefe tragen; mit Lizenz eines, das sie nennt, leer ist das Hauptunternehmen.',
    ],
  },
  currency: {
    en: [
      'Currency',
      'Currency that the accounts are kept in, 3 to 16 capital letters and digits; it stays while the group has accounts; default USD.',
    ],
    de: [
      'Währung',
      'Währung, in der die Konten geführt werden, 3 bis 16 Großbuchstaben und Ziffern; sie bleibt, solange die Gruppe Konten hat; Vorgabe USD.',
    ],
  },
  currency_digits: {
    en: [
      'Currency digits',
      'Decimals of the accounts’ money, 0 to 8, to which amounts are rounded; they stay while the group has accounts; default 2.',
    ],
    de: [
      'Nachkommastellen der Währung',
      'Nachkommastellen des Geldes der Konten, 0 bis 8, auf die Beträge gerundet werden; sie bleiben, solange die Gruppe Konten hat; Vorgabe 2.',
    ],
  },
  daily_reports: {
    en: [
      'Daily statements',
      'On, accounts with an e-mail address are sent a statement of each day; off by default.',
    ],
    de: [
      'Tagesauszüge',
      'Ein: Konten mit E-Mail-Adresse erhalten von jedem Tag einen Auszug; Vorgabe ist aus.',
    ],
  },
  deposit_url: {
    en: [
      'Deposit page',
      'Page that terminals link for deposits, with their language in place of `{lang}`, the server’s own only where it begins with https://; empty, the general page of the sign-up settings counts.',
    ],
    de: [
      'Einzahlungsseite',
      'Seite, die Terminals für Einzahlungen verlinken, mit ihrer Sprache anstelle von `{lang}`, das servereigene nur mit https:// am Anfang; leer gilt die allgemeine Seite der Registrierung.',
    ],
  },
  enabled: {
    en: [
      'Enabled',
      'Off, nobody in the group can sign in or trade, and its sessions end at once; on by default.',
    ],
    de: [
      'Aktiv',
      'Aus: Niemand in der Gruppe kann sich anmelden oder handeln, und ihre Sitzungen enden sofort; Vorgabe ist ein.',
    ],
  },
  free_margin_mode: {
    en: [
      'Free margin counts',
      'What of floating profit and swap counts towards free margin: use_all (default), use_profit gains only, use_loss losses only, balance_only nothing.',
    ],
    de: [
      'Freie Margin zählt',
      'Was von schwebendem Gewinn und Swap zur freien Margin zählt: use_all alles (Vorgabe), use_profit nur Gewinne, use_loss nur Verluste, balance_only nichts.',
    ],
  },
  leverage: {
    en: [
      'Leverage',
      'Leverage of accounts that have none of their own, 1 to 10000, so 100 is 1:100; default 100.',
    ],
    de: [
      'Hebel',
      'Hebel der Konten, die keinen eigenen haben, 1 bis 10000, 100 ist also 1:100; Vorgabe 100.',
    ],
  },
  leverage_profile_id: {
    en: [
      'Leverage profile',
      'Profile whose tiers multiply the margin of the accounts; null, and one that is disabled, leaves the plain leverage.',
    ],
    de: [
      'Hebelprofil',
      'Profil, dessen Stufen die Margin der Konten vervielfachen; null und ein abgeschaltetes lassen es beim einfachen Hebel.',
    ],
  },
  limit_orders: {
    en: [
      'Pending orders',
      'Most pending orders of an account that has no limit of its own; 0 is no limit, default 500.',
    ],
    de: [
      'Ruhende Orders',
      'Höchste Zahl ruhender Orders eines Kontos ohne eigene Grenze; 0 ist keine Grenze, Vorgabe 500.',
    ],
  },
  limit_positions: {
    en: [
      'Positions',
      'Most open positions of an account that has no limit of its own; 0 is no limit, default 500.',
    ],
    de: [
      'Positionen',
      'Höchste Zahl offener Positionen eines Kontos ohne eigene Grenze; 0 ist keine Grenze, Vorgabe 500.',
    ],
  },
  mail_enabled: {
    en: [
      'Mail',
      'On by default: the accounts have a mailbox in their terminal, and letters about margin calls and stop outs; off, they have neither.',
    ],
    de: [
      'Post',
      'Vorgabe ist ein: Die Konten haben ein Postfach im Terminal und Briefe über Margin Calls und Stop-Outs; aus haben sie beides nicht.',
    ],
  },
  margin_call_level: {
    en: [
      'Margin call level',
      'At this level and below an account is told of a margin call: per cent of equity to margin, or equity as money, by the stop out mode; default 100.',
    ],
    de: [
      'Margin-Call-Schwelle',
      'Ab dieser Schwelle abwärts gilt ein Margin Call: Prozent von Eigenkapital zu Margin oder Eigenkapital als Betrag, je nach Stop-Out-Art; Vorgabe 100.',
    ],
  },
  margin_mode: {
    en: [
      'Positions',
      'hedging (default) holds any number of positions of a symbol, netting one; it stays while the group has accounts.',
    ],
    de: [
      'Positionsführung',
      'hedging (Vorgabe) führt beliebig viele Positionen je Symbol, netting eine; es bleibt, solange die Gruppe Konten hat.',
    ],
  },
  negative_balance_protection: {
    en: [
      'Negative balance protection',
      'On by default: a balance that a stop out leaves below zero, with nothing open any more, is made good to zero by a compensation deal.',
    ],
    de: [
      'Schutz vor negativem Saldo',
      'Vorgabe ist ein: Ein Saldo, den ein Stop-Out unter null lässt, wenn nichts mehr offen ist, wird durch einen Kompensationsdeal auf null ausgeglichen.',
    ],
  },
  news_mode: {
    en: [
      'News',
      'News that the accounts read: full (default), headlines alone, or disabled for none.',
    ],
    de: [
      'Nachrichten',
      'Nachrichten, die die Konten lesen: full ganze (Vorgabe), headlines nur Überschriften, disabled keine.',
    ],
  },
  otp_required: {
    en: [
      'One-time codes required',
      'On, whoever signs in with the master password must set up one-time codes before anything else, in open sessions too; the terminal api is not asked; off by default.',
    ],
    de: [
      'Einmalcodes Pflicht',
      'Ein: Wer sich mit dem Hauptpasswort anmeldet, muss zuerst Einmalcodes einrichten, auch in laufenden Sitzungen; das Terminal api ist ausgenommen; Vorgabe ist aus.',
    ],
  },
  password_change_at_first: {
    en: [
      'Change password at first sign-in',
      'On, new accounts must change their password at the first sign-in, unless the request that opens one says otherwise; off by default.',
    ],
    de: [
      'Passwortwechsel bei erster Anmeldung',
      'Ein: Neue Konten müssen ihr Passwort bei der ersten Anmeldung ändern, wenn die Eröffnung nichts anderes sagt; Vorgabe ist aus.',
    ],
  },
  password_min_length: {
    en: [
      'Password length',
      'Least characters of passwords that are set in the group, 8 to 16; default 8.',
    ],
    de: [
      'Passwortlänge',
      'Mindestzahl an Zeichen der Passwörter, die in der Gruppe gesetzt werden, 8 bis 16; Vorgabe 8.',
    ],
  },
  path: {
    en: [
      'Path',
      'Unique path of the group, folders and name between backslashes, which never changes; below demo are demo accounts, and with a folder managers or administrators staff.',
    ],
    de: [
      'Pfad',
      'Eindeutiger Pfad der Gruppe, Ordner und Name durch Backslashes getrennt, der sich nie ändert; unter demo liegen Demokonten, mit einem Ordner managers oder administrators Mitarbeiter.',
    ],
  },
  stop_out_level: {
    en: [
      'Stop out level',
      'At this level and below pending orders and positions are closed until it is left; in the unit of the margin call level, never above it; default 50.',
    ],
    de: [
      'Stop-Out-Schwelle',
      'Ab dieser Schwelle abwärts werden ruhende Orders gelöscht und Positionen geschlossen, bis sie verlassen ist; Einheit der Margin-Call-Schwelle, nie über ihr; Vorgabe 50.',
    ],
  },
  stop_out_mode: {
    en: [
      'Levels in',
      'percent (default) takes both levels as equity in per cent of margin, with at most 2 decimals; money as equity in the group’s currency.',
    ],
    de: [
      'Schwellen in',
      'percent (Vorgabe) nimmt beide Schwellen als Eigenkapital in Prozent der Margin, mit höchstens 2 Nachkommastellen; money als Eigenkapital in der Währung der Gruppe.',
    ],
  },
  swaps_enabled: {
    en: ['Swaps', 'Off, positions of the group neither pay nor get swaps; on by default.'],
    de: ['Swaps', 'Aus: Positionen der Gruppe zahlen und erhalten keine Swaps; Vorgabe ist ein.'],
  },
  trade_enabled: {
    en: ['Trading', 'Off, the accounts may sign in and look but not trade; on by default.'],
    de: [
      'Handel',
      'Aus: Die Konten dürfen sich anmelden und ansehen, aber nicht handeln; Vorgabe ist ein.',
    ],
  },
  use_credit: {
    en: [
      'Credit counts',
      'On by default: credit counts towards free margin; off, it supports open positions but opens none.',
    ],
    de: [
      'Kredit zählt',
      'Vorgabe ist ein: Kredit zählt zur freien Margin; aus stützt er offene Positionen, eröffnet aber keine.',
    ],
  },
  withdraw_url: {
    en: [
      'Withdrawal page',
      'Page that terminals link for withdrawals, with their language in place of `{lang}`, the server’s own only where it begins with https://; empty, the general page of the sign-up settings counts.',
    ],
    de: [
      'Auszahlungsseite',
      'Seite, die Terminals für Auszahlungen verlinken, mit ihrer Sprache anstelle von `{lang}`, das servereigene nur mit https:// am Anfang; leer gilt die allgemeine Seite der Registrierung.',
    ],
  },
}
