import { accountRecordFields } from './account-record.js'
import type { FieldWords } from './field-words.js'

/** Fields of `account`. */
export const accountFields: FieldWords = {
  ...accountRecordFields,
  commission: {
    en: [
      'Commission due',
      'Commissions that the coming end of the day will take from the balance, negative, in the account’s currency; what was taken with a deal is in the balance already.',
    ],
    de: [
      'Fällige Kommission',
      'Kommissionen, die das kommende Tagesende vom Saldo abzieht, negativ, in der Kontowährung; mit einem Deal Abgezogenes steckt schon im Saldo.',
    ],
  },
  company: {
    en: [
      'Company',
      'In the record the company that the holder trades for, empty for a private person; in `terms` the company that runs the account’s group.',
    ],
    de: [
      'Firma',
      'Im Datensatz die Firma, für die der Inhaber handelt, leer bei Privatpersonen; in `terms` die Firma, die die Gruppe des Kontos führt.',
    ],
  },
  currency_digits: {
    en: ['Currency digits', 'Decimals of all amounts of the account, as its group sets them.'],
    de: [
      'Nachkommastellen der Währung',
      'Nachkommastellen aller Beträge des Kontos, wie seine Gruppe sie festlegt.',
    ],
  },
  deposit_url: {
    en: [
      'Deposit page',
      'Page on which the holder pays in: the group’s own, else the server’s; a client puts its reader’s language, like `de`, in place of `{lang}`; empty is none.',
    ],
    de: [
      'Einzahlungsseite',
      'Seite, auf der der Inhaber einzahlt: die der Gruppe, sonst die des Servers; ein Client setzt für `{lang}` die Sprache seines Lesers ein, etwa `de`; leer heißt keine.',
    ],
  },
  free_margin_mode: {
    en: [
      'Free margin counts',
      'What of floating results counts towards free margin: all (`use_all`), profits only (`use_profit`), losses only (`use_loss`) or neither (`balance_only`).',
    ],
    de: [
      'Freie Margin zählt',
      'Was von schwebenden Ergebnissen zur freien Margin zählt: alles (`use_all`), nur Gewinne (`use_profit`), nur Verluste (`use_loss`) oder nichts (`balance_only`).',
    ],
  },
  leverage: {
    en: [
      'Leverage',
      'The one that holds, 100 meaning 1:100: the account’s own, else its group’s; a leverage profile of the group may change the margin of a symbol.',
    ],
    de: [
      'Hebel',
      'Der geltende Hebel, 100 bedeutet 1:100: der des Kontos, sonst der seiner Gruppe; ein Hebelprofil der Gruppe kann die Margin eines Symbols verändern.',
    ],
  },
  limit_orders: {
    en: [
      'Order limit',
      'Pending orders that the account may hold; in `terms` the one that holds (0 is no limit), in the record its own, where 0 means the group’s.',
    ],
    de: [
      'Orderlimit',
      'Wartende Orders, die das Konto halten darf; in `terms` der geltende Wert (0 ist unbegrenzt), im Datensatz der eigene, wobei 0 den der Gruppe bedeutet.',
    ],
  },
  limit_positions: {
    en: [
      'Position limit',
      'Open positions that the account may hold; in `terms` the one that holds (0 is no limit), in the record its own, where 0 means the group’s.',
    ],
    de: [
      'Positionslimit',
      'Offene Positionen, die das Konto halten darf; in `terms` der geltende Wert (0 ist unbegrenzt), im Datensatz der eigene, wobei 0 den der Gruppe bedeutet.',
    ],
  },
  margin_call_level: {
    en: [
      'Margin call level',
      'At or below it the holder gets a margin call: a margin level in per cent, or with `stop_out_mode` `money` an equity in the account’s currency.',
    ],
    de: [
      'Margin-Call-Schwelle',
      'Auf oder unter ihr erhält der Inhaber einen Margin Call: ein Margin-Level in Prozent oder bei `stop_out_mode` `money` ein Eigenkapital in der Kontowährung.',
    ],
  },
  negative_balance_protection: {
    en: [
      'Negative balance protection',
      'Whether a balance below zero is made good to zero once a stop out has left nothing open.',
    ],
    de: [
      'Negativsaldoschutz',
      'Ob ein Saldo unter null auf null ausgeglichen wird, sobald nach einem Stop-Out nichts mehr offen ist.',
    ],
  },
  state: {
    en: [
      'State or province',
      'State, province or region of the holder’s address; null for staff without the right `accounts.address`.',
    ],
    de: [
      'Bundesland oder Region',
      'Bundesland, Provinz oder Region in der Anschrift des Inhabers; null für Mitarbeiter ohne das Recht `accounts.address`.',
    ],
  },
  status: {
    en: [
      'Residency',
      'Whether the holder is resident (`RE`) or non-resident (`NR`); empty is not stated.',
    ],
    de: [
      'Ansässigkeit',
      'Ob der Inhaber gebietsansässig (`RE`) oder gebietsfremd (`NR`) ist; leer bedeutet ohne Angabe.',
    ],
  },
  stop_out_level: {
    en: [
      'Stop out level',
      'At or below it orders and positions are closed until the account is above again: a margin level in per cent, or with `stop_out_mode` `money` an equity.',
    ],
    de: [
      'Stop-Out-Schwelle',
      'Auf oder unter ihr werden Orders und Positionen geschlossen, bis das Konto wieder darüber liegt: ein Margin-Level in Prozent oder bei `stop_out_mode` `money` ein Eigenkapital.',
    ],
  },
  stop_out_mode: {
    en: [
      'Levels are',
      'Whether margin call and stop out level are margin levels in `percent` or amounts of equity (`money`).',
    ],
    de: [
      'Schwellen gelten als',
      'Ob Margin-Call- und Stop-Out-Schwelle Margin-Level in Prozent (`percent`) oder Beträge des Eigenkapitals (`money`) sind.',
    ],
  },
  terms: {
    en: [
      'Terms',
      'On which terms the account trades now, its own settings and its group’s put together; null when the group is gone.',
    ],
    de: [
      'Konditionen',
      'Zu welchen Konditionen das Konto jetzt handelt, eigene Einstellungen und die der Gruppe zusammengenommen; null, wenn es die Gruppe nicht mehr gibt.',
    ],
  },
  trade_enabled: {
    en: ['Trading possible', 'Whether the account and its group both allow trading.'],
    de: ['Handel möglich', 'Ob das Konto und seine Gruppe beide den Handel erlauben.'],
  },
  withdraw_url: {
    en: [
      'Withdrawal page',
      'Page on which the holder asks for money to be paid out: the group’s own, else the server’s; a client puts its reader’s language, like `de`, in place of `{lang}`; empty is none.',
    ],
    de: [
      'Auszahlungsseite',
      'Seite, auf der der Inhaber eine Auszahlung anfordert: die der Gruppe, sonst die des Servers; ein Client setzt für `{lang}` die Sprache seines Lesers ein, etwa `de`; leer heißt keine.',
    ],
  },
}
